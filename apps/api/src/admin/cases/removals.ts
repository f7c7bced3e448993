import { type AdminSummary, denyRemoval } from '@guilde/contracts/admin/rules.ts';
import type { Removal } from '@guilde/contracts/cases/rules.ts';
import { refuseIf } from '@guilde/contracts/errors.ts';
import { eventWhen } from '@guilde/contracts/events/words.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { RATING_RULE, type RuleId } from '@guilde/contracts/reports/conduct.ts';
import { SOS_CATEGORIES, type SosDetail } from '@guilde/contracts/sos/rules.ts';
import { eq } from 'drizzle-orm';
import type { DealRow } from '../../deals/queries.ts';
import type { EventRow } from '../../events/queries.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { type MailContent, queueMail } from '../../platform/services/mail.ts';
import type { activeRating } from '../../ratings/removal.ts';
import type { Decided } from '../../reports/decisions.ts';
import { decisionRecipients } from '../../reports/tables.ts';
import type { Acting } from '../act.ts';
import { personById } from '../users/people.ts';
import { storeMeasure } from './measures.ts';
import { addressed, day, type Effect, moment } from './notices.ts';

type Order = { rule: RuleId; reason: string; caseId?: string | undefined };
type Rated = Awaited<ReturnType<typeof activeRating>>;
type RemovalEffect = Extract<Effect, { measure: Removal }>;

/** `authorId` is null once the account is gone. Resolves with the part for the journal. */
export async function storeRemoval(
  acting: Acting,
  authorId: string | null,
  order: Order,
  effect: RemovalEffect,
): Promise<{ id: string; values: { rule: RuleId; case: string } }> {
  const { deps, tx, viewer } = acting;
  refuseIf(denyRemoval(viewer, authorId));
  const author = authorId === null ? null : await personById(tx.orm, authorId);
  const { id, caseId } = await storeMeasure(acting, author, order, effect);
  if (author) tx.afterCommit(() => deps.live.publish([author.id], { type: 'account.changed' }));
  return { id, values: { rule: order.rule, case: caseId } };
}

export function messageRemoval({ sosTitle, at, text }: { sosTitle: string; at: string; text: string }) {
  const effect = `Nous avons supprimé le message que vous avez écrit le ${moment.format(Date.parse(at))} (heure de Paris) dans la conversation «\u00a0${sosTitle}\u00a0». C’est définitif\u00a0: une mention le remplace pour tout le monde.`;
  return {
    ...{ measure: 'message-removal' as const, heading: 'Votre message est supprimé', effect },
    text: text || 'Ce message contenait des fichiers, sans texte.',
  };
}

export function sosRemoval({ title, description, additions, createdAt }: SosDetail) {
  const effect = `Nous avons supprimé votre SOS publié le ${moment.format(Date.parse(createdAt))} (heure de Paris), avec sa conversation et ses évaluations. C’est définitif.`;
  return {
    ...{ measure: 'sos-removal' as const, heading: 'Votre SOS est supprimé', effect },
    text: [title, description, ...additions.map(({ content }) => content)].join('\n'),
  };
}

export function eventCancellation(event: EventRow) {
  const { id: contentId, title, description } = event;
  const effect = `Nous avons annulé votre événement «\u00a0${title}\u00a0», ${eventWhen(event)}. Ceux qui y venaient en sont informés.`;
  return {
    ...{ measure: 'event-cancellation' as const, heading: 'Votre événement est annulé', effect },
    ...{ text: [title, description].join('\n'), content: { contentId, contentKind: 'event' as const } },
  };
}

export function dealCancellation({ id: contentId, title, need }: DealRow) {
  const effect = `Nous avons annulé votre deal «\u00a0${title}\u00a0». Ceux qui s’y étaient engagés en sont informés, et rien n’est commandé.`;
  return {
    ...{ measure: 'deal-cancellation' as const, heading: 'Votre deal est annulé', effect },
    ...{ text: [title, need].join('\n'), content: { contentId, contentKind: 'deal' as const } },
  };
}

/** Giver and helper each have a decision to contest, and hear when that of the other is reversed. */
export async function storeRatingRemoval(acting: Acting, { rating, sos }: Rated, order: Order) {
  const { id: contentId, raterId, ratedUserId, comment } = rating;
  const on = `«\u00a0${sos.title}\u00a0»`;
  const removal = {
    measure: 'rating-removal' as const,
    text: [`${rating.rating} sur 5`, comment].join('\n'),
    content: { contentId, contentKind: 'rating' as const },
  };
  const given = await storeRemoval(acting, raterId, order, {
    ...removal,
    heading: 'Votre évaluation est retirée',
    effect: `Nous avons retiré l’évaluation que vous avez donnée pour l’aide reçue sur ${on}. Elle ne compte plus.`,
  });
  // The helper broke no rule.
  const alone = { ...order, rule: RATING_RULE.id, caseId: undefined };
  const received = await storeRemoval(acting, ratedUserId, alone, {
    ...removal,
    heading: 'Une évaluation de votre aide est retirée',
    effect: `Nous avons retiré l’évaluation que vous avez reçue pour votre aide sur ${on}. Elle ne compte plus. Rien ne vous est reproché.`,
  });
  const recipients = [{ decisionId: given.id, memberId: ratedUserId }];
  if (raterId !== null) recipients.push({ decisionId: received.id, memberId: raterId });
  await acting.tx.orm.insert(decisionRecipients).values(recipients);
  return given.values;
}

/** The article is published, approved for a later publication, or new since its publication. */
export function articleRemoval({ title, summary, keyPoints, eventId }: ArticleText) {
  const what = eventId === null ? 'résumé de votre SOS' : 'compte rendu de votre événement';
  return {
    measure: 'article-removal' as const,
    heading: `Le ${what} est retiré`,
    effect: `Nous avons retiré le ${what}\u00a0: il ne figure pas dans la base de connaissances.`,
    text: [title, summary, ...keyPoints.map(({ text }) => text)].join('\n'),
  };
}

type ArticleText = Pick<AdminSummary, 'title' | 'summary' | 'keyPoints' | 'eventId'>;

/** Participants who lose the conversation learn neither the text nor the reason. */
export async function tellOfLostConversation(
  deps: Pick<Deps, 'jobs' | 'config'>,
  tx: Tx,
  decisionId: string,
  { category, createdAt }: Pick<SosDetail, 'category' | 'createdAt'>,
  memberIds: readonly string[],
): Promise<void> {
  if (memberIds.length === 0) return;
  await tx.orm.insert(decisionRecipients).values(memberIds.map((memberId) => ({ decisionId, memberId })));
  const written = `le ${moment.format(Date.parse(createdAt))} (heure de Paris) dans la catégorie «\u00a0${optionLabel(SOS_CATEGORIES, category)}\u00a0»`;
  await mailEach(deps, tx, memberIds, {
    subject: 'Une conversation est supprimée',
    paragraphs: [
      `Nous avons supprimé un SOS publié ${written}, avec sa conversation, à laquelle vous preniez part, et ses évaluations. C’est définitif.`,
      'Cette décision ne vise pas votre compte.',
    ],
  });
}

/** A rating that is gone, or was removed once more, does not count again: `isLate`. */
export async function tellOfReversal(
  deps: Pick<Deps, 'jobs' | 'config'>,
  tx: Tx,
  { id, decidedAt, contentKind }: Pick<Decided, 'id' | 'decidedAt' | 'contentKind'>,
  isLate: boolean,
): Promise<void> {
  const rows = await tx.orm
    .select({ memberId: decisionRecipients.memberId })
    .from(decisionRecipients)
    .where(eq(decisionRecipients.decisionId, id));
  const announced = `Le ${day.format(decidedAt)}, nous vous avons annoncé`;
  const again = 'Nous avons réexaminé cette décision et nous l’annulons';
  const memberIds = rows.map(({ memberId }) => memberId);
  if (contentKind === 'rating')
    return mailEach(deps, tx, memberIds, {
      subject: 'Le retrait d’une évaluation est annulé',
      paragraphs: [
        `${announced} le retrait d’une évaluation. ${again}${isLate ? ' dans nos registres seulement' : '\u00a0: l’évaluation compte de nouveau'}.`,
      ],
    });
  await mailEach(deps, tx, memberIds, {
    subject: 'La suppression d’une conversation est annulée',
    paragraphs: [
      `${announced} la suppression d’un SOS et de sa conversation. ${again} dans nos registres\u00a0: le SOS n’aurait pas dû être supprimé.`,
      'Ce qui a été effacé ne peut pas être retrouvé.',
    ],
  });
}

async function mailEach(
  deps: Pick<Deps, 'jobs' | 'config'>,
  tx: Tx,
  memberIds: readonly string[],
  { subject, paragraphs }: Pick<MailContent, 'subject' | 'paragraphs'>,
): Promise<void> {
  for (const id of memberIds) {
    const { to, name, publicUrl } = addressed(deps, await personById(tx.orm, id));
    await queueMail(deps, tx, {
      ...{ to, name, subject, paragraphs },
      action: { label: 'Nous écrire', url: `${publicUrl}/contact` },
      footnote: 'Vous recevez cet e-mail parce que cette décision vous concerne aussi.',
    });
  }
}
