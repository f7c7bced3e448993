import type { CitedText } from '@guilde/contracts/knowledge/rules.ts';
import { sentencesOf } from '@guilde/contracts/knowledge/sentences.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SOS_CATEGORIES, type SosCategory } from '@guilde/contracts/sos/rules.ts';
import { z } from 'zod';
import type { ConversationText } from './conversation-text.ts';
import { frenchLine, isFrench } from './french.ts';
import { type Claim, hasLink, type Source, supportingMessages, withoutLinks } from './grounding.ts';
import { cleanText } from './masking.ts';
import { answerSchema, type Reminder } from './prompt.ts';

export const TITLE_MAX = 100;
export const SUMMARY_MAX = 1500;
export const SENTENCE_MAX = 600;
export const POINT_MAX = 300;
export const POINTS_MAX = 6;

export type Draft = {
  title: string;
  sentences: CitedText[];
  keyPoints: CitedText[];
  category: SosCategory;
  /** The messages that these sentences and key points cite do not support them. */
  dropped: number;
};

/**
 * Only French sentences without links that the cited messages support stay, masked. The author's title
 * replaces an unsupported one. Returns a reminder for an unusable answer.
 */
export function readAnswer(text: string, conversation: ConversationText): Draft | Reminder {
  const parsed = parse(text);
  if (!parsed) return 'malformed';
  const { title, summary, key_points: points, category, language } = parsed;
  const words = [...summary, ...points].map((claim) => claim.text).join(' ');
  if (!isFrench(words) || !/^fr/i.test(language.trim())) return 'wrong-language';
  const sources = [
    { seq: 0, text: `${conversation.title}\n${conversation.description}` },
    ...conversation.lines,
  ];
  const supported = (claim: Claim) => supportedPart(claim, conversation, sources);
  const asPoints = points.map(supported).map(asPoint);
  const keyPoints = asPoints.flatMap(({ point }) => point ?? []).slice(0, POINTS_MAX);
  const parts = summary.map(supported);
  const sentences = withinSummary(parts.flatMap(({ kept }) => kept));
  if (keyPoints.length === 0 || sentences.length === 0) return 'ungrounded';
  return {
    title: frenchLine(textOf(supported(title).kept), TITLE_MAX) || ownTitle(conversation),
    sentences,
    keyPoints,
    category: conversation.category === 'other' ? category : conversation.category,
    dropped: [...asPoints, ...parts].reduce((sum, part) => sum + part.dropped, 0),
  };
}

export function textOf(sentences: readonly Pick<CitedText, 'text'>[]): string {
  return sentences.map(({ text }) => text).join(' ');
}

export function withinSummary(sentences: readonly CitedText[]): CitedText[] {
  const kept: CitedText[] = [];
  for (const { text: written, messages } of sentences) {
    const text = frenchLine(written, SENTENCE_MAX);
    if (kept.some((other) => other.text === text)) continue;
    if (textOf([...kept, { text }]).length > SUMMARY_MAX) break;
    kept.push({ text, messages });
  }
  return kept;
}

function asPoint({ kept, dropped }: Supported): { point: CitedText | null; dropped: number } {
  const messages = [...new Set(kept.flatMap((part) => part.messages))]
    .filter((seq) => seq > 0)
    .sort(ascending);
  const text = frenchLine(textOf(kept), POINT_MAX);
  if (messages.length === 0) return { point: null, dropped: dropped + kept.length };
  return { point: { text, messages }, dropped };
}

function ascending(a: number, b: number): number {
  return a - b;
}

/** Returns the author's title, masked and without links, or the category when nothing is left. */
export function ownTitle({
  title,
  category,
  mask,
}: Pick<ConversationText, 'title' | 'category' | 'mask'>): string {
  const own = frenchLine(withoutLinks(mask.neutral(title)), TITLE_MAX);
  return own || optionLabel(SOS_CATEGORIES, category);
}

type Supported = { kept: CitedText[]; dropped: number };

function supportedPart(claim: Claim, conversation: ConversationText, sources: readonly Source[]): Supported {
  if (hasLink(claim.text)) return { kept: [], dropped: 1 };
  const sentences = sentencesOf(conversation.mask.neutral(plain(claim.text)));
  const kept = sentences
    .map((text) => ({ text, messages: supportingMessages({ text, messages: claim.messages }, sources) }))
    .filter(({ messages }) => messages.length > 0);
  return { kept, dropped: Math.max(sentences.length, 1) - kept.length };
}

/** Some services put their JSON between backticks. */
function parse(text: string): z.output<typeof answerSchema> | null {
  const json = text.trim().replace(/^```(?:json)?|```$/g, '');
  try {
    return answerSchema.parse(JSON.parse(json));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

function plain(text: string): string {
  return withoutTags(cleanText(text))
    .replace(/!?\[([^\][]{0,300})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/\*\*|__|`+|^\s{0,3}(?:#{1,6}|[-*+•])\s+/gm, '')
    .replace(/\n+/g, ' ');
}

/** Nested tags are removed too; « < » stays in « < 1 h ». */
function withoutTags(text: string): string {
  const stripped = text
    .replace(/<(script|style)\b[^<]{0,10000}<\/\1\s{0,9}>/gi, ' ')
    .replace(/<\/?[a-z!][^<>]{0,2000}>/gi, '');
  return stripped === text ? text.replace(/<(?=[a-z/!])/gi, '') : withoutTags(stripped);
}
