import { createHash, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { importInput } from '@guilde/contracts/knowledge/import-input.ts';
import type { ImportAnswer } from '@guilde/contracts/knowledge/import-rules.ts';
import { type CitedText, SUMMARY_LINE_MAX } from '@guilde/contracts/knowledge/rules.ts';
import { sentencesOf } from '@guilde/contracts/knowledge/sentences.ts';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { type Draft, ownTitle, textOf } from './answer.ts';
import { articleSearchFields } from './articles.ts';
import type { ConversationText } from './conversation-text.ts';
import { frenchLine } from './french.ts';
import { localSummary } from './local-summary.ts';
import { createMask } from './masking.ts';
import { findSimilar } from './similarity.ts';
import { sosSummaries } from './tables.ts';

type Imported = z.output<typeof importInput>;
type ImportDraft = Omit<Draft, 'dropped'> & { participantsCount: number; sourceMessageCount: number };
export type PreparedImport = {
  key: string;
  input: Imported;
  draft: ImportDraft | null;
  similar: ImportAnswer['similar'];
  tookMs: number;
};

/**
 * Masks the text and makes a draft of it, before any transaction, because masking is slow. Only the draft is
 * stored: what others wrote in another place stays there.
 */
export async function prepareImport(queries: Queries, input: Imported): Promise<PreparedImport> {
  const began = performance.now();
  const draft = input.kind === 'thread' ? draftOfThread(input) : draftOfArticle(input);
  const subject = draft && {
    title: draft.title,
    description: textOf(draft.sentences),
    category: draft.category,
  };
  const [found] = subject ? await findSimilar(queries, subject, { purpose: 'answer', max: 1 }) : [];
  return {
    key: keyOf(input),
    input,
    draft,
    similar: found ? { id: found.id, title: found.title, category: found.category } : null,
    tookMs: Math.round(performance.now() - began),
  };
}

/** The same text is stored once, whatever title and category it gets the second time. */
export async function storeImport(
  { orm }: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { key, input, draft, similar, tookMs }: PreparedImport,
): Promise<ImportAnswer> {
  const [known] = await orm
    .select({ id: sosSummaries.id })
    .from(sosSummaries)
    .where(eq(sosSummaries.importKey, key));
  if (known) return { status: 'known', summaryId: known.id, similar: null };
  if (!draft) return { status: 'empty', summaryId: null, similar: null };
  const [id, now, summary] = [randomUUID(), clock.now(), textOf(draft.sentences)];
  await orm.insert(sosSummaries).values({
    ...draft,
    ...articleSearchFields({ ...draft, summary }),
    id,
    summary,
    origin: 'import',
    importedFrom: input.source,
    importedDay: input.day,
    importKey: key,
    generationTimeMs: tookMs,
    generationCost: 0,
    createdAt: now,
    updatedAt: now,
  });
  return { status: 'imported', summaryId: id, similar };
}

function keyOf(input: Imported): string {
  const texts =
    input.kind === 'thread'
      ? input.messages.map(({ text }) => text)
      : [input.problem, input.solution, ...input.points];
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

type Thread = Extract<Imported, { kind: 'thread' }>;

function draftOfThread({ title, category, names, messages }: Thread): ImportDraft | null {
  const mask = createMask(names.map(personNamed));
  const [first, ...answers] = messages;
  const authors = new Set(messages.map(({ author }) => author));
  const conversation: ConversationText = {
    title,
    category,
    description: mask.hide(first?.text ?? ''),
    lines: answers.map(({ author, text }, index) => ({
      seq: index + 1,
      speaker: `Membre ${author + 1}`,
      isHelper: author !== first?.author,
      isSolution: false,
      text: mask.hide(text),
    })),
    messageCount: messages.length,
    participantsCount: authors.size,
    areParticipantsKnown: true,
    mask,
  };
  const draft = localSummary(conversation);
  if (!draft) return null;
  // The messages are not stored, so that no line can cite one.
  const uncited = (lines: readonly CitedText[]) => lines.map(({ text }) => ({ text, messages: [] }));
  return {
    title: draft.title,
    category: draft.category,
    sentences: uncited(draft.sentences),
    keyPoints: uncited(draft.keyPoints),
    participantsCount: authors.size,
    sourceMessageCount: messages.length,
  };
}

/** A display name may be one word; the shop of its owner is not known. */
function personNamed(name: string) {
  const [firstName = '', ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(' '), storeName: '', storeUrl: '' };
}

function draftOfArticle(article: Extract<Imported, { kind: 'article' }>): ImportDraft | null {
  const { title, category, problem, solution, points } = article;
  const mask = createMask([]);
  const sentences = linesOf([problem, solution].flatMap((text) => sentencesOf(mask.neutral(text))));
  if (sentences.length === 0) return null;
  return {
    title: ownTitle({ title, category, mask }),
    category,
    sentences,
    keyPoints: linesOf(points.map(mask.neutral)),
    participantsCount: 1,
    sourceMessageCount: 0,
  };
}

export function linesOf(texts: readonly string[]): CitedText[] {
  const lines = new Set(texts.map((text) => frenchLine(text, SUMMARY_LINE_MAX)).filter(Boolean));
  return [...lines].map((text) => ({ text, messages: [] }));
}
