import type { CitedText } from '@guilde/contracts/knowledge/rules.ts';
import { sentencesOf } from '@guilde/contracts/knowledge/sentences.ts';

export function linesOfSummary(
  row: Parameters<typeof sentencesOfSummary>[0] & { keyPoints: CitedText[] },
): CitedText[] {
  return [...sentencesOfSummary(row), ...row.keyPoints];
}

/** Older texts have sentences without messages. */
export function sentencesOfSummary({
  sentences,
  summary,
}: {
  sentences: CitedText[];
  summary: string;
}): CitedText[] {
  return sentences.length > 0 ? sentences : sentencesOf(summary).map((text) => ({ text, messages: [] }));
}
