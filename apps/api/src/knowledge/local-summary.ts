import type { CitedText } from '@guilde/contracts/knowledge.ts';
import { significantStems } from '../platform/database/search.ts';
import { type Draft, ownTitle, POINT_MAX, withinSummary } from './answer.ts';
import type { ConversationText, Line } from './conversation-text.ts';
import { frenchLine } from './french.ts';
import { hasLink, ordersModel } from './grounding.ts';
import { isOnlyMasks } from './masking.ts';

const POINTS = 5;
/** Points that share more of their words are duplicates. */
const SAME = 0.6;
const STEMS = 60;
/** How many messages later a « merci » still counts for one. */
const THANKS_REACH = 4;
const OUTCOME_WORDS_MIN = 3;
/** A longer match is the sentence itself. */
const GREETINGS_MAX = 5;
const LONG_SENTENCE = 220;
/** Above all that a sentence gets otherwise: what solved the problem comes first. */
const SOLUTION_WEIGHT = 10;

type Scoring = (text: string, stems: readonly string[], isThanked: boolean) => number;
type Sentence = Pick<Line, 'seq' | 'isSolution'> & {
  text: string;
  place: number;
  stems: string[];
  score: number;
};

const SENTENCES = new Intl.Segmenter('fr', { granularity: 'sentence' });
const GREETING =
  /^(?:(?:bonjour|bonsoir|salut|hello|coucou|hey)(?:\s(?:à tous|à toutes|tout le monde|(?:Membre \d+|un membre)))?|merci[^,.!?]{0,40}|Membre \d+|oui|non|ok|d’accord|très bien|super|parfait)\s*[,!.…:]+\s*/iu;
const VOCATIVE = /,\s*(?:Membre \d+|un membre)(?=\s*[,.!?…]|$)/giu;
const LABEL =
  /^(?:contexte|problème|situation|ce que j[’']ai essayé|ce que j[’']attends|objectif|question)\s*:\s*/iu;
const THANKS =
  /\b(?:merci|parfait|génial|super|top|ça marche|ça fonctionne|résolu|réglé|débloqué|bien vu|exactement|en effet)\b/iu;
const ADVICE =
  /\b(?:vérifie[rz]?|corrige[rz]?|demande[rz]?|propose[rz]?|mets|mettre|ajoute[rz]?|retire[rz]?|supprime[rz]?|fais|faire|garde[rz]?|évite[rz]?|pense[rz]? à|n’oublie|il faut|il suffit|suffi[t]?|regarde[rz]?|teste[rz]?|compare[rz]?|envoie[rz]?|contacte[rz]?|active[rz]?|désactive[rz]?|passe[rz]?|déplace[rz]?|coupe[rz]?|nomme[rz]?|laisse[rz]?|réponds|filme[rz]?|chez nous|dans notre cas|le mieux|surtout|ne .{1,20} (?:pas|jamais)|plutôt que|d’abord|ensuite)\b/iu;
const PROMISE =
  /\b(?:je (?:t|vous|te) ?(?:’|envoie|retrouve|dis|tiens)|je regarde|je reviens|je confirme|à demain|j’arrive|bon courage|tiens[- ]nous)/iu;

/**
 * What the requester marked as the solution first, then helpers' sentences score by words shared with the SOS, advice, figures and a « merci » soon after. Null when no
 * sentence can stand alone.
 */
export function localSummary(conversation: ConversationText): Draft | null {
  const about = new Set(significantStems(`${conversation.title} ${conversation.description}`, STEMS).flat());
  const helpful = bestSentences(conversation.lines, (text, stems, isThanked) =>
    scoreOf(text, stems, about, isThanked),
  );
  const best = helpful.length > 0 ? helpful : bestSentences(conversation.lines, lengthOf);
  if (best.length === 0) return null;
  const show = (text: string) => asSentence(conversation.mask.neutral(text));
  const citing = (text: string, seq: number): CitedText => ({ text, messages: [seq] });
  const keyPoints: CitedText[] = best
    .toSorted((a, b) => Number(b.isSolution) - Number(a.isSolution) || a.seq - b.seq || a.place - b.place)
    .map(({ text, seq }) => ({ text: frenchLine(show(text), POINT_MAX), messages: [seq] }));
  const [first] = best;
  const outcome = outcomeOf(conversation.lines);
  const sentences = [
    ...problemOf(conversation.description).map((text) => citing(show(text), 0)),
    ...(first
      ? [
          citing(
            quoted(first.isSolution ? 'Ce qui a marché' : 'Le conseil le plus utile', show(first.text)),
            first.seq,
          ),
        ]
      : []),
    ...(outcome ? [citing(quoted('Le résultat', show(outcome.text)), outcome.seq)] : []),
  ];
  return {
    title: ownTitle(conversation),
    sentences: withinSummary(sentences),
    keyPoints,
    category: conversation.category,
    dropped: 0,
  };
}

function bestSentences(lines: readonly Line[], scoring: Scoring): Sentence[] {
  const candidates = lines.flatMap((line, index) => {
    const { seq, isHelper, isSolution } = line;
    if (!isHelper && !isSolution) return [];
    const isThanked = lines
      .slice(index + 1, index + 1 + THANKS_REACH)
      .some((next) => !next.isHelper && THANKS.test(next.text));
    return withTheirQuestions(sentencesOf(line.text)).flatMap((text, place) => {
      const stems = significantStems(text, STEMS).flat();
      const score = scoring(text, stems, isThanked);
      const weight = isSolution ? SOLUTION_WEIGHT : 0;
      return score > 0 ? [{ text, seq, isSolution, place, stems, score: score + weight }] : [];
    });
  });
  const chosen: Sentence[] = [];
  for (const candidate of candidates.toSorted(
    (a, b) => b.score - a.score || a.seq - b.seq || a.place - b.place,
  )) {
    if (chosen.length === POINTS) break;
    if (!chosen.some((other) => shared(other.stems, candidate.stems) > SAME)) chosen.push(candidate);
  }
  return chosen;
}

/** Zero for questions, promises, fragments and masks, which cannot stand alone. */
function scoreOf(
  text: string,
  stems: readonly string[],
  about: ReadonlySet<string>,
  isThanked: boolean,
): number {
  if (stems.length < 3 || text.endsWith('?') || isOnlyMasks(text) || PROMISE.test(text)) return 0;
  const length = Math.min(stems.length, 14) / 14;
  const overlap = Math.min(stems.filter((stem) => about.has(stem)).length, 4) / 4;
  return (
    length +
    overlap +
    (ADVICE.test(text) ? 1 : 0) +
    (/\d/.test(text) ? 0.4 : 0) +
    (isThanked ? 0.5 : 0) -
    (text.length > LONG_SENTENCE ? 0.5 : 0)
  );
}

/** Fallback when no sentence stands alone: an administrator decides. */
function lengthOf(text: string, stems: readonly string[]): number {
  return isOnlyMasks(text) ? 0 : stems.length;
}

function shared(a: readonly string[], b: readonly string[]): number {
  const known = new Set(a);
  return b.filter((stem) => known.has(stem)).length / Math.max(1, Math.min(a.length, b.length));
}

function problemOf(description: string): string[] {
  const sentences = sentencesOf(description);
  const statements = sentences.filter((sentence) => !sentence.endsWith('?'));
  return (statements.length > 0 ? statements : sentences).slice(0, 2);
}

/** Null if it is only thanks. */
function outcomeOf(lines: readonly Line[]): Pick<Line, 'seq' | 'text'> | null {
  const last = lines.findLast(({ isHelper }) => !isHelper);
  if (!last || last.seq < (lines.findLast(({ isHelper }) => isHelper)?.seq ?? 0)) return null;
  const [text] = sentencesOf(last.text).filter(
    (sentence) =>
      !sentence.endsWith('?') &&
      !PROMISE.test(sentence) &&
      significantStems(sentence, STEMS).length >= OUTCOME_WORDS_MIN,
  );
  return text === undefined ? null : { seq: last.seq, text };
}

/** Without greetings, vocatives and labels; sentences with a link, or an order to a model, are dropped. */
function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => [...SENTENCES.segment(line.trim())].map(({ segment }) => segment.trim()))
    .map((sentence) => withoutGreeting(sentence).replace(LABEL, '').replaceAll(VOCATIVE, '').trim())
    .filter((sentence) => sentence !== '' && !hasLink(sentence) && !ordersModel(sentence));
}

/** An answer to one's own question stays with it: « Et DMARC ? Sans lui, … ». */
function withTheirQuestions(sentences: readonly string[]): string[] {
  return sentences.flatMap((sentence, index) => {
    const next = sentences[index + 1];
    if (sentence.endsWith('?') && next && !next.endsWith('?')) return [`${sentence} ${next}`];
    return sentences[index - 1]?.endsWith('?') && !sentence.endsWith('?') ? [] : [sentence];
  });
}

function withoutGreeting(sentence: string): string {
  let rest = sentence;
  for (let greetings = 0; greetings < GREETINGS_MAX && GREETING.test(rest); greetings++)
    rest = rest.replace(GREETING, '');
  return rest;
}

function asSentence(text: string): string {
  const line = text
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .replace(/^(?:et|puis|alors|mais|donc|aussi)\s/i, '')
    .trim();
  const begun = `${line.charAt(0).toUpperCase()}${line.slice(1)}`;
  return /[.!?…»]$/.test(begun) ? begun : `${begun.replace(/[,;:]$/, '')}.`;
}

function quoted(what: string, sentence: string): string {
  const words = sentence.replace(/[.…]$/, '').replaceAll('«\u00a0', '“').replaceAll('\u00a0»', '”');
  return `${what}\u00a0: «\u00a0${words}\u00a0»${/[!?]$/.test(words) ? '' : '.'}`;
}
