import { expect, it } from 'vitest';
import { textsIn } from './french-texts.ts';
import { isTest, readTexts } from './sources.ts';

const WORDS_MAX = 25;

/** Each longer text has its reason here, and the list is short. */
const LONGER: { beginning: string; reason: string }[] = [
  {
    beginning: 'Quand quelqu’un t’écrit, rejoint ton SOS ou a besoin de toi',
    reason: 'A consent says what will be shown before it is given.',
  },
  {
    beginning: 'Un e-mail par conversation non lue',
    reason: 'A wish names every case in which its mail is sent.',
  },
];

const SHOWN = /^(?:packages\/(?:ui|contracts)\/src|apps\/(?:desktop|web))\//;
/** Answers, legal pages and rules of conduct are documents that one opens in order to read them. */
const DOCUMENTS = /\.(?:md|txt)$|\/information\/legal\/|\/(?:conduct|retention\/rules)\.ts$/;
/** Class names and search words end no sentence. */
const SENTENCE = /\p{L}[\u202f\u00a0]?[.?!…](?:\s|$)/u;

const explanations = readTexts()
  .filter(({ file }) => SHOWN.test(file) && !DOCUMENTS.test(file) && !isTest(file))
  .flatMap(textsIn)
  .flatMap(({ file, line, said }) =>
    said.split('|').map((part) => ({ file, line, said: part.trim(), words: wordsIn(part) })),
  )
  .filter(({ said }) => SENTENCE.test(said));

/** A value counts as one word, and a mark of punctuation as none. */
function wordsIn(text: string): number {
  return text.split(/[\s\u00a0\u202f]+/u).filter((word) => /[\p{L}\d…]/u.test(word)).length;
}

it(`an explanation has at most ${WORDS_MAX} words`, () => {
  expect(explanations.length).toBeGreaterThan(500);
  const long = explanations.filter(({ words }) => words > WORDS_MAX);
  const hasReason = (said: string) => LONGER.some(({ beginning }) => said.startsWith(beginning));
  expect(long.filter(({ said }) => !hasReason(said))).toEqual([]);
  expect(LONGER.length < 6).toBe(true);
});

it('counts the words of a sentence with values and marks', () => {
  expect(wordsIn('Tu as … jours\u00a0: envoie-le avant\u202f!')).toBe(6);
});
