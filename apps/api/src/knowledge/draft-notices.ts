import { REVIEW_HOURS } from '@guilde/contracts/knowledge/rules.ts';
import { and, eq, or } from 'drizzle-orm';
import { events } from '../events/tables.ts';
import type { DescribeNotice } from '../notices/content.ts';
import { notify } from '../notices/notify.ts';
import { noticeSubject } from '../notices/subjects.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { sosRequests } from '../sos/tables.ts';
import { participantsOf, sourceOf } from './drafts.ts';
import { sosSummaries } from './tables.ts';

const draftSubject = noticeSubject('sourceId', 'createdAt');

export const placeOfDraft = draftSubject.about('sourceId', (sourceId) => `/knowledge/draft/${sourceId}`);

export const REVIEW_MS = REVIEW_HOURS * 3_600_000;

/** All participants may read a new text before it is published. */
export async function tellOfDraft(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'live'>,
  summary: Parameters<typeof sourceOf>[0],
  { createdAt, reviewUntil }: { createdAt: number; reviewUntil: number },
): Promise<void> {
  const sourceId = sourceOf(summary);
  if (sourceId === null) return;
  const memberIds = await participantsOf(tx.orm, sourceId);
  const subject = draftSubject.write({ sourceId, createdAt });
  await notify(tx, deps, { kind: 'draft', memberIds, subject, until: reviewUntil });
  tx.afterCommit(() => deps.live.publish(memberIds, { type: 'draft.changed', sourceId }));
}

/** Returns null once it is decided, made again, or its time is over. */
export const describeDraft: DescribeNotice = async (queries, _memberId, subject, { clock }) => {
  const { sourceId, createdAt } = draftSubject.read(subject);
  const [row] = await queries
    .select({
      sosTitle: sosRequests.title,
      eventTitle: events.title,
      status: sosSummaries.status,
      until: sosSummaries.reviewUntil,
    })
    .from(sosSummaries)
    .leftJoin(sosRequests, eq(sosRequests.id, sosSummaries.sosRequestId))
    .leftJoin(events, eq(events.id, sosSummaries.eventId))
    .where(
      and(
        or(eq(sosSummaries.sosRequestId, sourceId), eq(sosSummaries.eventId, sourceId)),
        eq(sosSummaries.createdAt, Number(createdAt)),
      ),
    );
  if (row?.status !== 'pending' || (row.until ?? 0) <= clock.now()) return null;
  const topic = row.sosTitle ?? row.eventTitle;
  const [text, source] = row.eventTitle
    ? ['compte rendu', 'de l’événement']
    : ['résumé', 'de la conversation'];
  const title = `Un ${text} à relire`;
  return {
    title,
    body: `«\u00a0${topic}\u00a0»\u00a0: écarte ce que tu ne veux pas voir publié.`,
    tag: `draft:${sourceId}`,
    mail: {
      subject: `${title}\u00a0: ${topic}`,
      heading: title,
      paragraphs: [
        `Le ${text} ${source} «\u00a0${topic}\u00a0» est prêt. Il ne nomme personne, et l’équipe le relit avant de le publier.`,
        `Pendant ${REVIEW_HOURS}\u00a0heures, tu peux en écarter des phrases\u00a0: personne ne saura que c’est toi. Si tout te convient, tu n’as rien à faire.`,
      ],
      action: `Relire le ${text}`,
    },
  };
};
