import { sentencesOf } from '@guilde/contracts/knowledge/sentences.ts';
import { foldText } from '@guilde/contracts/text.ts';
import { significantStems } from '../platform/database/search.ts';

const STEMS = 60;
/** A sentence with this many significant words of the statement has the same subject. */
const SAME_SUBJECT = 2;
const NEGATION =
  /(?<![a-z])(?:ne|n'|pas|jamais|aucun|aucune|sans|non|nul|nulle|interdit\w*|interdiction|inutile|evit\w+|arret\w+|cess\w+|renonc\w+|refus\w+|defense)(?![a-z])/;
/** A statement with one and evidence with only the other contradict each other. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /(?<![a-z])(?:augment|hausse|monte|grimp|progress|gagn)/,
    /(?<![a-z])(?:baiss|diminu|chut|recul|perd|redui)/,
  ],
  [/(?<![a-z])(?:plus de|superieur|au moins|minimum)/, /(?<![a-z])(?:moins de|inferieur|au plus|maximum)/],
  [/(?<![a-z])gratuit/, /(?<![a-z])payant/],
  [/(?<![a-z])(?:activ)/, /(?<![a-z])desactiv/],
  [/(?<![a-z])autoris/, /(?<![a-z])interdi/],
  [/(?<![a-z])(?:accept)/, /(?<![a-z])refus/],
];

/** Returns false when the evidence says the contrary about the same subject. */
export function agreesWith(statement: string, evidence: string): boolean {
  const said = folded(statement);
  const written = folded(evidence);
  for (const [one, other] of OPPOSITES)
    if (contradicts(said, written, one, other) || contradicts(said, written, other, one)) return false;
  const same = sameSubject(statement, evidence);
  if (NEGATION.test(said)) return same.length === 0 || same.some(({ isNegated }) => isNegated);
  const most = Math.max(...same.map(({ shared }) => shared));
  return same.length === 0 || same.some(({ shared, isNegated }) => shared === most && !isNegated);
}

function sameSubject(statement: string, evidence: string): { shared: number; isNegated: boolean }[] {
  const stems = new Set(significantStems(statement, STEMS).flat());
  return sentencesOf(evidence.replaceAll('\n', '. '))
    .map((sentence) => ({
      shared: significantStems(sentence, STEMS).filter((word) => word.some((stem) => stems.has(stem))).length,
      isNegated: NEGATION.test(folded(sentence)),
    }))
    .filter(({ shared }) => shared >= SAME_SUBJECT);
}

function contradicts(said: string, written: string, one: RegExp, other: RegExp): boolean {
  return one.test(said) && !other.test(said) && !one.test(written) && other.test(written);
}

function folded(text: string): string {
  return foldText(text).replaceAll('’', "'");
}
