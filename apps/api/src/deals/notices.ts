import { PROLONGED_DAYS } from '@guilde/contracts/deals/rules.ts';
import { nextText } from '@guilde/contracts/deals/words.ts';
import { dayText } from '@guilde/contracts/error-words.ts';
import { and, eq, inArray, isNotNull, notExists } from 'drizzle-orm';
import type { DescribeNotice } from '../notices/content.ts';
import { notify } from '../notices/notify.ts';
import { noticeSubject } from '../notices/subjects.ts';
import { iso } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { communitySettingsOf } from '../settings/community.ts';
import { dealCommitments, dealInterests, dealOffers, deals } from './tables.ts';

type TellDeps = Pick<Deps, 'clock' | 'jobs'>;
type DealRow = typeof deals.$inferSelect;
type Context = { deal: DealRow; supplier: string; state: string | null };
type Text = { title: string; said: string; action?: string };

/** Each text is null once the news no longer holds. */
const NEWS = {
  approved: ({ deal }) =>
    deal.status === 'idea' || deal.status === 'open'
      ? { title: 'L’équipe a publié ton deal', said: `${quoted(deal)} est visible par les membres.` }
      : null,
  refused: ({ deal }) => ({
    title: 'L’équipe n’a pas publié ton deal',
    said: `${quoted(deal)} n’est pas publié. Motif\u00a0: «\u00a0${deal.reason}\u00a0»`,
  }),
  changed: ({ deal, state }) =>
    deal.status === 'open' && state === 'void'
      ? {
          title: 'Les conditions ont changé',
          said: `Les conditions de ${quoted(deal)} ont changé. Confirme pour rester dans le deal.`,
          action: 'Relire et confirmer',
        }
      : null,
  restored: ({ deal, state }) =>
    deal.status === 'open' && state === 'committed'
      ? {
          title: 'Le deal est de nouveau ouvert',
          said: `${quoted(deal)} n’est plus annulé. Ton engagement tient\u00a0: tu peux le retirer jusqu’à la clôture.`,
        }
      : null,
  message: ({ deal }) => ({
    title: `Un mot sur ${quoted(deal)}`,
    said: 'Le membre qui mène le deal t’écrit.',
  }),
  silent: ({ deal }) =>
    deal.askedAt === null
      ? null
      : {
          title: 'Où en est ton deal\u202f?',
          said: `Les membres attendent des nouvelles de ${quoted(deal)}. Sans réponse, l’équipe cherche un autre meneur.`,
        },
  choose: ({ deal }) =>
    deal.status === 'not-reached' && deal.choiceUntil !== null
      ? {
          title: 'Objectif non atteint\u00a0: à toi de choisir',
          said: `Choisis dans les 48\u00a0heures ce que devient ${quoted(deal)}. Sinon, il est abandonné.`,
          action: 'Choisir',
        }
      : null,
  undecided: ({ deal, state }) =>
    deal.status === 'not-reached' && deal.choiceUntil !== null && state === 'committed'
      ? {
          title: 'Objectif non atteint\u00a0: la suite se décide',
          said: `Qui mène ${quoted(deal)} choisit au plus tard le ${dayText(iso(deal.choiceUntil))}\u00a0: ${nextText({ mayProlong: !deal.isProlonged })}. Tu peux te retirer d’ici là.`,
        }
      : null,
  prolonged: ({ deal, state }) =>
    deal.status === 'open' && deal.commitUntil !== null && state === 'committed'
      ? {
          title: `Le deal est prolongé de ${PROLONGED_DAYS}\u00a0jours`,
          said: `${quoted(deal)} est ouvert jusqu’au ${dayText(iso(deal.commitUntil))}. Ton engagement tient\u00a0: tu peux le retirer jusqu’à la clôture.`,
        }
      : null,
  reached: ({ deal, state }) =>
    deal.status === 'reached' && state === 'committed'
      ? { title: 'Objectif atteint', said: `L’objectif de ${quoted(deal)} est atteint.` }
      : null,
  'not-reached': ({ deal }) => ({
    title: 'Objectif non atteint',
    said: `L’objectif de ${quoted(deal)} n’est pas atteint. Rien n’est commandé, rien n’est dû.`,
  }),
  concluded: ({ deal, supplier }) => ({
    title: `Le deal est conclu\u00a0: ${quoted(deal)}`,
    said: `Tu peux commander directement à ${supplier}.`,
  }),
  cancelled: ({ deal }) => ({
    title: `Deal annulé\u00a0: ${quoted(deal)}`,
    said: `Rien n’est commandé, rien n’est dû. Motif\u00a0: «\u00a0${deal.reason}\u00a0»`,
  }),
  review: ({ deal, state }) =>
    state === 'committed' || state === 'kept'
      ? {
          title: 'Le prix promis a été tenu\u202f?',
          said: `Dis ce qu’il en est de ${quoted(deal)}. Ta réponse n’est montrée qu’en somme.`,
          action: 'Répondre',
        }
      : null,
  closing: ({ deal, state }) =>
    deal.status === 'open' && deal.commitUntil !== null && state !== 'committed'
      ? {
          title: 'Le deal se termine bientôt',
          said: `${quoted(deal)} se termine le ${dayText(iso(deal.commitUntil))}, et tu n’as pas pris d’engagement.`,
        }
      : null,
} satisfies Record<string, (context: Context) => Text | null>;

type DealNews = keyof typeof NEWS;

const ENDS: readonly DealNews[] = ['choose', 'reached', 'not-reached', 'concluded', 'cancelled', 'review'];

function kindOf(what: DealNews) {
  if (what === 'closing') return 'deal-reminder';
  return ENDS.includes(what) ? 'deal-ended' : 'deal-changed';
}

const newsSubject = noticeSubject('what', 'dealId', 'at');

export const placeOfDealNews = newsSubject.about('dealId', (dealId) => `/deals/${dealId}`);

/** `at` makes the subject another one; the same again is told once. */
export function tellDeal(
  tx: Tx,
  deps: TellDeps,
  news: {
    what: DealNews;
    dealId: string;
    memberIds: readonly (string | null)[];
    at?: number | string;
    note?: string;
  },
): Promise<void> {
  const { what, dealId, memberIds, at = deps.clock.now(), note } = news;
  return notify(tx, deps, {
    kind: kindOf(what),
    memberIds: [...new Set(memberIds)].filter((memberId) => memberId !== null),
    subject: newsSubject.write({ what, dealId, at }),
    note,
  });
}

/** Call it with each change of a deal: what it means for others is told in the same transaction. */
export async function tellStep(
  tx: Tx,
  deps: TellDeps,
  deal: DealRow,
  change: Partial<typeof deals.$inferInsert>,
): Promise<void> {
  const tell = (what: DealNews, memberIds: readonly (string | null)[]) =>
    tellDeal(tx, deps, { what, dealId: deal.id, memberIds });
  const those = (...states: (typeof dealCommitments.$inferSelect)['state'][]) =>
    committedTo(tx.orm, deal.id, states);
  // The lead, who may be committed too, has a news of their own.
  const followers = async () => (await those('committed')).filter((id) => id !== deal.leadId);
  if (change.askedAt) await tell('silent', [deal.leadId]);
  switch (change.status) {
    case 'idea':
      return change.approvedAt ? tell('approved', [deal.authorId]) : undefined;
    case 'open':
      if (change.approvedAt) await tell('approved', [deal.leadId]);
      if (change.isProlonged) await tell('prolonged', await followers());
      return tell('changed', await those('void'));
    case 'negotiation':
      return change.reason ? tell('refused', [deal.leadId]) : undefined;
    case 'reached':
    case 'concluded':
      return tell(change.status, await those('committed', 'kept'));
    case 'not-reached':
      if (!change.choiceUntil)
        return tell('not-reached', [deal.leadId, ...(await those('committed', 'void'))]);
      await tell('choose', [deal.leadId]);
      return tell('undecided', await followers());
    case 'cancelled':
      return deal.approvedAt === null
        ? tell('refused', [deal.authorId])
        : tell('cancelled', [deal.leadId, ...(await those('committed', 'void'))]);
    case 'reviewed':
      return tell('review', await those('committed', 'kept'));
    default:
  }
}

/** Whoever is interested and has not committed is reminded once of a close. */
export async function remindInterested(tx: Tx, deps: TellDeps, deal: DealRow): Promise<void> {
  const own = tx.orm
    .select({ id: dealCommitments.id })
    .from(dealCommitments)
    .where(
      and(
        eq(dealCommitments.dealId, deal.id),
        eq(dealCommitments.memberId, dealInterests.memberId),
        inArray(dealCommitments.state, ['committed', 'withdrawn']),
      ),
    );
  const interested = await tx.orm
    .select({ memberId: dealInterests.memberId })
    .from(dealInterests)
    .where(and(eq(dealInterests.dealId, deal.id), notExists(own)));
  await tellDeal(tx, deps, {
    what: 'closing',
    dealId: deal.id,
    memberIds: interested.map(({ memberId }) => memberId),
    at: deal.commitUntil ?? 0,
  });
}

export async function committedTo(
  queries: Queries,
  dealId: string,
  states: readonly (typeof dealCommitments.$inferSelect)['state'][],
): Promise<(string | null)[]> {
  const isIts = and(eq(dealCommitments.dealId, dealId), isNotNull(dealCommitments.memberId));
  const rows = await queries
    .select({ memberId: dealCommitments.memberId })
    .from(dealCommitments)
    .where(and(isIts, inArray(dealCommitments.state, [...states])));
  return rows.map(({ memberId }) => memberId);
}

export const describeDealNews: DescribeNotice = async (queries, memberId, subject, _deps, note) => {
  const { what, dealId } = newsSubject.read(subject);
  const context = await contextOf(queries, dealId, memberId);
  const text: Text | null | undefined = context && NEWS[what as DealNews]?.(context);
  if (!context || !text) return null;
  const { title, said, action = 'Voir le deal' } = text;
  return {
    title,
    body: said,
    tag: `deal:${dealId}`,
    mail: { subject: title, paragraphs: [said, ...(note ? [note] : [])], action },
  };
};

async function contextOf(queries: Queries, dealId: string, memberId: string): Promise<Context | null> {
  const [settings, [row]] = await Promise.all([
    communitySettingsOf(queries),
    queries
      .select({ deal: deals, offer: dealOffers.offer, state: dealCommitments.state })
      .from(deals)
      .leftJoin(dealOffers, and(eq(dealOffers.dealId, deals.id), eq(dealOffers.revision, deals.revision)))
      .leftJoin(
        dealCommitments,
        and(eq(dealCommitments.dealId, deals.id), eq(dealCommitments.memberId, memberId)),
      )
      .where(eq(deals.id, dealId)),
  ]);
  return settings.deals && row ? { ...row, supplier: row.offer?.supplierName ?? '' } : null;
}

function quoted({ title }: DealRow): string {
  return `«\u00a0${title}\u00a0»`;
}
