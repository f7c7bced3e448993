import type { CitedText } from '@guilde/contracts/knowledge/rules.ts';
import { type Draft, ownTitle, POINT_MAX, withinSummary } from './answer.ts';
import { type ChosenSentence, chooseSentences, lastWords } from './chosen-sentences.ts';
import type { ConversationText, Line } from './conversation-text.ts';
import { frenchLine } from './french.ts';
import { isOnlyMasks } from './masking.ts';
import { spokenSentences, withTheirQuestions } from './spoken-sentences.ts';

const POINTS = 5;
const UNMARKED = 'Aucune réponse n’est confirmée, voici un passage choisi automatiquement';

/**
 * Without marked solutions the sentences are chosen by their words, and the summary says so. It is null when
 * no sentence can be quoted.
 */
export function localSummary(conversation: ConversationText): Draft | null {
  const marked = markedSentences(conversation.lines);
  const isMarked = marked.length > 0;
  const quotable = isMarked ? marked : chooseSentences(conversation);
  const [first] = quotable;
  if (!first) return null;
  const citing = (text: string, seq: number): CitedText => ({ text, messages: [seq] });
  const show = (text: string) => asSentence(conversation.mask.neutral(text));
  const outcome = isMarked ? null : lastWords(conversation.lines);
  const sentences = [
    ...problemOf(conversation.description).map((text) => citing(show(text), 0)),
    citing(quoted(isMarked ? 'Ce qui a marché' : UNMARKED, show(first.text)), first.seq),
    ...(outcome ? [citing(quoted('Le résultat', show(outcome.text)), outcome.seq)] : []),
  ];
  return {
    title: ownTitle(conversation),
    sentences: withinSummary(sentences),
    keyPoints: quotable
      .toSorted((a, b) => a.seq - b.seq || a.place - b.place)
      .map(({ text, seq }) => citing(frenchLine(show(text), POINT_MAX), seq)),
    category: conversation.category,
    dropped: 0,
  };
}

/** Takes the first sentence of each marked message, then the second ones, five at most. */
function markedSentences(lines: readonly Line[]): ChosenSentence[] {
  return lines
    .filter(({ isSolution }) => isSolution)
    .flatMap(({ text, seq }) =>
      withTheirQuestions(spokenSentences(text))
        .filter((sentence) => !sentence.endsWith('?') && !isOnlyMasks(sentence))
        .map((sentence, place) => ({ text: sentence, seq, place })),
    )
    .toSorted((a, b) => a.place - b.place)
    .slice(0, POINTS);
}

function problemOf(description: string): string[] {
  const sentences = spokenSentences(description);
  const statements = sentences.filter((sentence) => !sentence.endsWith('?'));
  return (statements.length > 0 ? statements : sentences).slice(0, 2);
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
