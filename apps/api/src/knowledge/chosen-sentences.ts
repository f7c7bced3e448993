import { significantStems } from '../platform/database/search.ts';
import type { ConversationText, Line } from './conversation-text.ts';
import { isOnlyMasks } from './masking.ts';
import { spokenSentences, withTheirQuestions } from './spoken-sentences.ts';

const CHOSEN_MAX = 5;
/** Sentences that share more of their words are duplicates. */
const SAME = 0.6;
const STEMS = 60;
/** A « merci » counts for a message that is at most so many messages earlier. */
const THANKS_REACH = 4;
const OUTCOME_WORDS_MIN = 3;
const LONG_SENTENCE = 220;

const THANKS =
  /\b(?:merci|parfait|génial|super|top|ça marche|ça fonctionne|résolu|réglé|débloqué|bien vu|exactement|en effet)\b/iu;
const ADVICE =
  /\b(?:vérifie[rz]?|corrige[rz]?|demande[rz]?|propose[rz]?|mets|mettre|ajoute[rz]?|retire[rz]?|supprime[rz]?|fais|faire|garde[rz]?|évite[rz]?|pense[rz]? à|n’oublie|il faut|il suffit|suffi[t]?|regarde[rz]?|teste[rz]?|compare[rz]?|envoie[rz]?|contacte[rz]?|active[rz]?|désactive[rz]?|passe[rz]?|déplace[rz]?|coupe[rz]?|nomme[rz]?|laisse[rz]?|réponds|filme[rz]?|chez nous|dans notre cas|le mieux|surtout|ne .{1,20} (?:pas|jamais)|plutôt que|d’abord|ensuite)\b/iu;
const PROMISE =
  /\b(?:je (?:t|vous|te) ?(?:’|envoie|retrouve|dis|tiens)|je regarde|je reviens|je confirme|à demain|j’arrive|bon courage|tiens[- ]nous)/iu;

type Scoring = (text: string, stems: readonly string[], isThanked: boolean) => number;
/** `place` is the index of the sentence in its message. */
type Scored = { text: string; seq: number; place: number; stems: string[]; score: number };
export type ChosenSentence = Pick<Scored, 'text' | 'seq' | 'place'>;

/**
 * Chooses the best five sentences of helpers when nobody marked a solution. They share words with the SOS,
 * give advice, have a figure or were thanked for. The list is empty when there are only masks.
 */
export function chooseSentences({ title, description, lines }: ConversationText): ChosenSentence[] {
  const about = new Set(significantStems(`${title} ${description}`, STEMS).flat());
  const helpful = bestSentences(lines, (text, stems, isThanked) => scoreOf(text, stems, about, isThanked));
  return helpful.length > 0 ? helpful : bestSentences(lines, lengthOf);
}

function bestSentences(lines: readonly Line[], scoring: Scoring): Scored[] {
  const candidates = lines.flatMap((line, index) => {
    if (!line.isHelper) return [];
    const isThanked = lines
      .slice(index + 1, index + 1 + THANKS_REACH)
      .some((next) => !next.isHelper && THANKS.test(next.text));
    return withTheirQuestions(spokenSentences(line.text)).map((text, place) => {
      const stems = significantStems(text, STEMS).flat();
      return { text, seq: line.seq, place, stems, score: scoring(text, stems, isThanked) };
    });
  });
  const chosen: Scored[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    if (chosen.length === CHOSEN_MAX || candidate.score <= 0) break;
    if (!chosen.some((other) => shared(other.stems, candidate.stems) > SAME)) chosen.push(candidate);
  }
  return chosen;
}

/** Questions, promises, fragments and masks have the score 0, because they cannot stand alone. */
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

/** The length is used when no sentence can stand alone: an administrator decides about the text. */
function lengthOf(text: string, stems: readonly string[]): number {
  return isOnlyMasks(text) ? 0 : stems.length;
}

function shared(a: readonly string[], b: readonly string[]): number {
  const known = new Set(a);
  return b.filter((stem) => known.has(stem)).length / Math.max(1, Math.min(a.length, b.length));
}

/** Returns null when a helper wrote after the requester, or the last words are only thanks. */
export function lastWords(lines: readonly Line[]): Pick<Line, 'seq' | 'text'> | null {
  const last = lines.findLast(({ isHelper }) => !isHelper);
  if (!last || last.seq < (lines.findLast(({ isHelper }) => isHelper)?.seq ?? 0)) return null;
  const [text] = spokenSentences(last.text).filter(
    (sentence) =>
      !sentence.endsWith('?') &&
      !PROMISE.test(sentence) &&
      significantStems(sentence, STEMS).length >= OUTCOME_WORDS_MIN,
  );
  return text === undefined ? null : { seq: last.seq, text };
}
