import type { KeyPoint } from '@guilde/contracts/knowledge.ts';
import { optionLabel } from '@guilde/contracts/profiles.ts';
import type { SosCategory } from '@guilde/contracts/sos.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos-options.ts';
import { z } from 'zod';
import type { ConversationText } from './conversation-text.ts';
import { frenchLine, isFrench } from './french.ts';
import {
  type Claim,
  hasLink,
  type Source,
  sentencesOf,
  supportingMessages,
  withoutLinks,
} from './grounding.ts';
import { cleanText } from './masking.ts';
import { answerSchema, type Reminder } from './prompt.ts';

export const TITLE_MAX = 100;
export const SUMMARY_MAX = 1500;
export const POINT_MAX = 300;
export const POINTS_MAX = 6;

export type Draft = { title: string; summary: string; keyPoints: KeyPoint[]; category: SosCategory };

/**
 * Only French sentences without links that the cited messages support stay (`supportingMessages`), masked. The
 * author's title replaces an unsupported one, and the author's category stays unless it is « other ». A reminder is
 * returned for an unusable answer.
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
  const keyPoints = points
    .map(supported)
    .map(({ text: point, messages }) => ({
      text: frenchLine(point, POINT_MAX),
      messages: messages.filter((seq) => seq > 0),
    }))
    .filter((point) => point.text !== '' && point.messages.length > 0)
    .slice(0, POINTS_MAX);
  const sentences = summary.map((claim) => supported(claim).text).filter((sentence) => sentence !== '');
  if (keyPoints.length === 0 || sentences.length === 0) return 'ungrounded';
  return {
    title: frenchLine(supported(title).text, TITLE_MAX) || ownTitle(conversation),
    summary: frenchLine(sentences.join(' '), SUMMARY_MAX),
    keyPoints,
    category: conversation.category === 'other' ? category : conversation.category,
  };
}

/** The author's, masked and without links; the category when nothing is left. */
export function ownTitle({ title, category, mask }: ConversationText): string {
  const own = frenchLine(withoutLinks(mask.neutral(title)), TITLE_MAX);
  return own || optionLabel(SOS_CATEGORIES, category);
}

function supportedPart(claim: Claim, conversation: ConversationText, sources: readonly Source[]): Claim {
  if (hasLink(claim.text)) return { text: '', messages: [] };
  const shown = conversation.mask.neutral(plain(claim.text));
  const kept = sentencesOf(shown)
    .map((text) => ({ text, messages: supportingMessages({ text, messages: claim.messages }, sources) }))
    .filter(({ messages }) => messages.length > 0);
  return {
    text: kept.map(({ text }) => text).join(' '),
    messages: kept[0]?.messages ?? [],
  };
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

/** Also nested tags; « < » stays in « < 1 h ». */
function withoutTags(text: string): string {
  const stripped = text
    .replace(/<(script|style)\b[^<]{0,10000}<\/\1\s{0,9}>/gi, ' ')
    .replace(/<\/?[a-z!][^<>]{0,2000}>/gi, '');
  return stripped === text ? text.replace(/<(?=[a-z/!])/gi, '') : withoutTags(stripped);
}
