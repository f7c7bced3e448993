import { denyOutcome, OUTCOME_DAYS, type OutcomeDays } from '@guilde/contracts/outcomes/rules.ts';
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import type { DescribeNotice, NoticeContent } from '../notices/content.ts';
import { notify } from '../notices/notify.ts';
import { noticeSubject } from '../notices/subjects.ts';
import { preparedQuery, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { atSos } from '../sos/subjects.ts';
import { sosRequests } from '../sos/tables.ts';
import { type Asked, askedAbout } from './answers.ts';
import { answerPath } from './links.ts';
import { sosOutcomes } from './tables.ts';

const DAY_MS = 86_400_000;
/** After a longer outage the question would name a wrong number of days. */
const LATE_DAYS = 3;
/** The batch is small, so that no message waits for a long transaction. */
const BATCH = 50;

/** Members who answered « Non » are not asked again. */
const dueQuestions = preparedQuery((queries) =>
  queries
    .select({ sosId: sosRequests.id, memberId: members.id })
    .from(sosRequests)
    .innerJoin(members, and(eq(members.id, sosRequests.userId), isNull(members.suspendedAt)))
    .where(
      and(
        gt(sosRequests.resolvedAt, sql.placeholder('after')),
        lte(sosRequests.resolvedAt, sql.placeholder('until')),
        sql`not exists (select 1 from ${sosOutcomes} where ${sosOutcomes.sosRequestId} = ${sosRequests.id}
          and (${sosOutcomes.afterDays} = ${sql.placeholder('afterDays')} or ${sosOutcomes.answer} = 'no'))`,
      ),
    )
    .orderBy(asc(sosRequests.resolvedAt))
    .limit(BATCH)
    .prepare(),
);

type AskingDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>;
type Due = Awaited<ReturnType<ReturnType<typeof dueQuestions>['all']>>[number];

export async function askForOutcomes(deps: AskingDeps): Promise<void> {
  for (const afterDays of OUTCOME_DAYS) while ((await askBatch(deps, afterDays)) === BATCH);
}

async function askBatch(deps: AskingDeps, afterDays: OutcomeDays): Promise<number> {
  const until = deps.clock.now() - afterDays * DAY_MS;
  const due = await dueQuestions(deps.db.orm).all({ afterDays, until, after: until - LATE_DAYS * DAY_MS });
  if (due.length > 0) await deps.db.write((tx) => storeQuestions(tx, deps, afterDays, due));
  return due.length;
}

/** The primary key makes sure that two instances at once ask each question once. */
async function storeQuestions(
  tx: Tx,
  deps: AskingDeps,
  afterDays: OutcomeDays,
  due: readonly Due[],
): Promise<void> {
  const askedAt = deps.clock.now();
  const asked = await tx.orm
    .insert(sosOutcomes)
    .values(due.map(({ sosId }) => ({ sosRequestId: sosId, afterDays, askedAt })))
    .onConflictDoNothing()
    .returning({ sosId: sosOutcomes.sosRequestId });
  const isNew = new Set(asked.map(({ sosId }) => sosId));
  for (const { sosId, memberId } of due)
    if (isNew.has(sosId))
      await notify(tx, deps, {
        kind: 'held',
        memberIds: [memberId],
        subject: questionSubject.write({ sosId, afterDays, askedAt }),
      });
}

/** After another resolution the same days are asked again, under another subject. */
const questionSubject = noticeSubject('sosId', 'afterDays', 'askedAt');

/** A question in the list leads to its SOS, because only the signed link that is sent answers without a session. */
export const placeOfQuestion = (subject: string) => atSos(questionSubject.read(subject).sosId);

/** Returns null once it is answered, or the SOS is resolved no more. */
export const describeQuestion: DescribeNotice = async (queries, memberId, subject, { clock, secrets }) => {
  const { sosId, ...stored } = questionSubject.read(subject);
  const afterDays = OUTCOME_DAYS.find((known) => String(known) === stored.afterDays);
  const key = afterDays && { sosId, afterDays, askedAt: Number(stored.askedAt) };
  const asked = key && (await askedAbout(queries, key));
  if (!asked || asked.authorId !== memberId || denyOutcome(asked.question, clock.now()) !== null) return null;
  return contentOf(asked, answerPath(secrets, key));
};

function contentOf({ title, question }: Asked, path: string): NoticeContent {
  const days = `${question.afterDays}\u00a0jours`;
  const topic = title;
  return {
    title: 'Est-ce que ça tient\u202f?',
    body: `«\u00a0${title}\u00a0» est résolu depuis ${days}.`,
    path,
    tag: `held:${question.sosRequestId}`,
    mail: {
      subject: `Ton SOS est résolu depuis ${days}\u00a0: la solution tient toujours\u202f?`,
      heading: 'Est-ce que ça tient\u202f?',
      paragraphs: [
        `Ton SOS «\u00a0${topic}\u00a0» est résolu depuis ${days}. Un clic suffit pour dire si la solution tient, sans te connecter.`,
        'Ta réponse aide les prochains marchands qui ont le même problème, et compte pour les membres venus t’aider.',
      ],
      action: 'Répondre en un clic',
    },
  };
}
