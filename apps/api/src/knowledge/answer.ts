import type { KeyPoint } from '@guilde/contracts/knowledge.ts';
import type { SosCategory } from '@guilde/contracts/sos.ts';
import { z } from 'zod';
import { tellingStems } from '../platform/search.ts';
import type { Line, Told } from './conversation-text.ts';
import { isFrench } from './french.ts';
import { frenchLine } from './french-line.ts';
import { cleanText } from './masking.ts';
import { answerSchema, dataOf, type Reminder } from './prompt.ts';

export const TITLE_MAX = 100;
export const SUMMARY_MAX = 1500;
export const POINT_MAX = 300;
export const POINTS_MAX = 6;

/** What a summary says, fit for readers. */
export type Draft = { title: string; summary: string; keyPoints: KeyPoint[]; category: SosCategory };

const STEMS_COMPARED = 60;
const LINK =
  /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S{1,2000}|(?<![@\p{L}\d.-])(?:[\p{L}\d-]{1,63}\.){1,6}[a-z]{2,12}(?:\/\S{0,2000}|\b)/giu;
const MAILS = /[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,6}/gu;

/**
 * What can be used of the model's answer, or why nothing can. Nothing in it is believed: it must be of the schema and in
 * French; HTML and Markdown go; a link or an address that nobody sent goes, and a key point that brings one; so does a
 * point whose numbers are of no message sent, or of messages that share not one telling word with it. What is left is
 * masked like what was sent. The author's category stands, unless it is « other ».
 */
export function readAnswer(text: string, told: Told): Draft | Reminder {
  const parsed = parse(text);
  if (!parsed) return 'malformed';
  const { title, summary, key_points: points, category, language } = parsed;
  const words = [summary, ...points.map((point) => point.text)].join(' ');
  if (!isFrench(words) || !/^fr/i.test(language.trim())) return 'wrong-language';
  const sent = dataOf(told).toLowerCase();
  const show = (raw: string, max: number) =>
    frenchLine(told.mask.neutral(withoutStrangers(plain(raw), sent)), max);
  const keyPoints = points
    .filter((point) => !bringsStrangers(plain(point.text), sent))
    .map((point) => ({ text: show(point.text, POINT_MAX), messages: restsOn(point, told.lines) }))
    .filter((point) => point.text !== '' && point.messages.length > 0)
    .slice(0, POINTS_MAX);
  if (keyPoints.length === 0) return 'ungrounded';
  const shown = { title: show(title, TITLE_MAX), summary: show(summary, SUMMARY_MAX) };
  if (shown.title === '' || shown.summary === '') return 'malformed';
  return { ...shown, keyPoints, category: told.category === 'other' ? category : told.category };
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

/** Plain words: no tags, no Markdown, nothing invisible. */
function plain(text: string): string {
  return withoutTags(cleanText(text))
    .replace(/!?\[([^\][]{0,300})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/\*\*|__|`+|^\s{0,3}(?:#{1,6}|[-*+•])\s+/gm, '')
    .replace(/\n+/g, ' ');
}

/** Tags inside tags too; what only looks like the beginning of one loses its bracket. « < 1 h » stays. */
function withoutTags(text: string): string {
  const stripped = text
    .replace(/<(script|style)\b[^<]{0,10000}<\/\1\s{0,9}>/gi, ' ')
    .replace(/<\/?[a-z!][^<>]{0,2000}>/gi, '');
  return stripped === text ? text.replace(/<(?=[a-z/!])/gi, '') : withoutTags(stripped);
}

function strangersIn(text: string, sent: string): string[] {
  return [...(text.match(LINK) ?? []), ...(text.match(MAILS) ?? [])].filter(
    (found) => !sent.includes(found.toLowerCase().replace(/(?<![.,;:!?)\]»])[.,;:!?)\]»]+$/, '')),
  );
}

function bringsStrangers(text: string, sent: string): boolean {
  return strangersIn(text, sent).length > 0;
}

function withoutStrangers(text: string, sent: string): string {
  return strangersIn(text, sent).reduce((current, found) => current.replaceAll(found, ''), text);
}

/** The numbers that are of messages sent, if one of these messages at least says something of the point. */
function restsOn({ text, messages }: { text: string; messages: number[] }, lines: readonly Line[]): number[] {
  const stems = new Set(tellingStems(text, STEMS_COMPARED).flat());
  const cited = lines.filter(({ seq }) => messages.includes(seq));
  const isGrounded = cited.some((line) =>
    tellingStems(line.text, STEMS_COMPARED)
      .flat()
      .some((stem) => stems.has(stem)),
  );
  return isGrounded ? cited.map(({ seq }) => seq) : [];
}
