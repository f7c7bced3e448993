import { reasonInput } from '@guilde/contracts/admin/input.ts';
import { denyActOnSelf } from '@guilde/contracts/admin/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { denyEvidenceRequest, EVIDENCE_DAYS } from '@guilde/contracts/evidence/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { askForEvidence, endEvidence, evidenceFile, noteProof } from '../../evidence/evidence.ts';
import type { Deps } from '../../platform/deps.ts';
import { type MailContent, queueMail } from '../../platform/services/mail.ts';
import { act } from '../act.ts';
import { addressed, reasonParagraphs } from '../cases/notices.ts';
import { logReads } from '../journal/read-log.ts';
import { type Person, personById, subjectOf } from './people.ts';
import { answersUser, userDetail } from './users.ts';

const FOOTNOTE = 'Vous recevez cet e-mail parce que l’équipe de Guilde examine votre certification.';

/** A mail and the app have the reason (docs/specification.md#certification). */
export const requestEvidence = act({
  ...answersUser,
  summary: 'Ask a member to prove to be a merchant',
  refusals: ['ACT_ON_SELF', 'EVIDENCE_ASKED', 'EVIDENCE_NOT_POSSIBLE'],
  input: reasonInput,
  areas: ['users'],
  run: async ({ deps, tx, viewer, record }, { userId }, { reason }) => {
    const person = await personById(tx.orm, userId);
    refuseIf(denyActOnSelf(viewer, userId) ?? denyEvidenceRequest(await userDetail(tx.orm, viewer, userId)));
    await askForEvidence(tx, deps, userId, reason);
    await queueMail(deps, tx, requestMail(deps, person, reason));
    await record({ action: 'evidence.ask', subject: subjectOf(person), reason });
  },
});

/** The badge stays, and the evidence is erased. */
export const acceptEvidence = act({
  ...answersUser,
  summary: 'Accept what was shown, which is erased',
  refusals: ['ACT_ON_SELF', 'EVIDENCE_NOT_ASKED'],
  areas: ['users'],
  run: async ({ deps, tx, viewer, record }, { userId }) => {
    const person = await personById(tx.orm, userId);
    refuseIf(denyActOnSelf(viewer, userId));
    if (!(await endEvidence(tx, deps, userId))) throw new AppError('EVIDENCE_NOT_ASKED');
    await noteProof(tx, deps, userId);
    await queueMail(deps, tx, acceptedMail(deps, person));
    await record({ action: 'evidence.accept', subject: subjectOf(person) });
  },
});

/** The reading is journalled. Throws NOT_FOUND. */
export async function readEvidence(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'storage'>,
  viewer: Viewer,
  userId: string,
) {
  const file = await evidenceFile(deps, userId);
  const subject = subjectOf(await personById(deps.db.orm, userId));
  await logReads(deps, viewer, [{ action: 'evidence.read', subject }]);
  return file;
}

function requestMail(deps: Pick<Deps, 'config'>, person: Person, reason: string): MailContent {
  const { to, name, publicUrl } = addressed(deps, person);
  return {
    ...{ to, name },
    subject: 'L’équipe vous demande un justificatif',
    paragraphs: [
      `Pour garder votre badge, envoyez un extrait Kbis, un avis de situation INSEE ou une facture au nom de votre boutique. Vous avez ${EVIDENCE_DAYS}\u00a0jours.`,
      ...reasonParagraphs(reason),
      'Seuls les administrateurs voient ce que vous envoyez, et ils l’effacent dès leur décision. Vous pouvez masquer ce qui ne nous regarde pas.',
    ],
    action: { label: 'Envoyer un justificatif', url: `${publicUrl}/settings` },
    footnote: FOOTNOTE,
  };
}

function acceptedMail(deps: Pick<Deps, 'config'>, person: Person): MailContent {
  const { to, name, publicUrl } = addressed(deps, person);
  return {
    ...{ to, name },
    subject: 'Votre badge est confirmé',
    paragraphs: ['Merci. Nous avons effacé ce que vous aviez envoyé.'],
    action: { label: 'Voir mon profil', url: `${publicUrl}/profile` },
    footnote: FOOTNOTE,
  };
}
