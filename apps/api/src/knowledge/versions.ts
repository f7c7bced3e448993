import type { CitedText } from '@guilde/contracts/knowledge/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { and, asc, eq, max } from 'drizzle-orm';
import { iso } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import { profiles } from '../profiles/tables.ts';
import { textOf } from './answer.ts';
import { articleSearchFields } from './articles.ts';
import { sentencesOfSummary } from './sentences.ts';
import { type sosSummaries, summaryVersions, type VersionContent } from './tables.ts';

type Row = typeof sosSummaries.$inferSelect;

/** Returns the number of the version. `authorId` is the member who corrected it, null for a generated one. */
export async function addVersion(
  tx: Tx,
  row: Row,
  { content, authorId, now }: { content: VersionContent; authorId: string | null; now: number },
): Promise<number> {
  await keepVersion(tx, row);
  const [last] = await tx.orm
    .select({ version: max(summaryVersions.version) })
    .from(summaryVersions)
    .where(eq(summaryVersions.summaryId, row.id));
  const version = (last?.version ?? row.version) + 1;
  const isCorrection = authorId !== null;
  const values = { summaryId: row.id, version, isCorrection, authorId, content, createdAt: now };
  await tx.orm.insert(summaryVersions).values(values);
  return version;
}

/** The first text is stored only once there is another. */
async function keepVersion({ orm }: Tx, row: Row): Promise<void> {
  const { id: summaryId, version, createdAt } = row;
  const content = versionContent({ ...row, sentences: sentencesOfSummary(row) });
  const values = { summaryId, version, isCorrection: false, authorId: null, content, createdAt };
  await orm.insert(summaryVersions).values(values).onConflictDoNothing();
}

export function versionContent({
  title,
  sentences,
  keyPoints,
  category,
  dropped,
  origin,
  model,
  promptUsed,
  generationTimeMs,
  sourceMessageCount,
  participantsCount,
}: VersionContent): VersionContent {
  const text = { title, sentences, keyPoints, category, dropped };
  return { ...text, origin, model, promptUsed, generationTimeMs, sourceMessageCount, participantsCount };
}

export async function versionOf(
  { orm }: Tx,
  summaryId: string,
  version: number,
): Promise<VersionContent | null> {
  const [found] = await orm
    .select({ content: summaryVersions.content })
    .from(summaryVersions)
    .where(and(eq(summaryVersions.summaryId, summaryId), eq(summaryVersions.version, version)));
  return found?.content ?? null;
}

export function textColumns<
  Text extends { title: string; sentences: CitedText[]; keyPoints: CitedText[]; category: Row['category'] },
>(content: Text) {
  const summary = textOf(content.sentences);
  return { ...content, summary, ...articleSearchFields({ ...content, summary }) };
}

/** The list is empty while the text is the first. */
export async function versionsOf(queries: Queries, summaryId: string) {
  const kept = await queries
    .select({ version: summaryVersions, author: profiles })
    .from(summaryVersions)
    .leftJoin(profiles, eq(profiles.userId, summaryVersions.authorId))
    .where(eq(summaryVersions.summaryId, summaryId))
    .orderBy(asc(summaryVersions.version));
  return kept.map(({ version: { content, version, isCorrection, createdAt }, author }) => ({
    version,
    isCorrection,
    author: author && memberName(author),
    title: content.title,
    sentences: content.sentences,
    keyPoints: content.keyPoints,
    createdAt: iso(createdAt),
  }));
}
