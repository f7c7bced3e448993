/**
 * Calls every exported function that takes only texts with hostile ones. A new function is called, unless its
 * parameter's name says that it takes no text (an id, a key), its module works on files, or it stands in
 * `NOT_FOR_TEXT`. Each call must end within hostile-texts.ts's limit; patterns.test.ts proves that every
 * regular expression is linear.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ends, hostileText, plainHostileTexts, SEED, withoutEnd } from './hostile-texts.ts';
import { isTest, readSources } from './sources.ts';
import { callFor, type TextFunction, textFunctionsIn } from './text-functions.ts';

const ROOT = join(import.meta.dirname, '..');

/** These take what we or the machine say, or have side effects. */
const NOT_FOR_TEXT = new Set([
  'apps/api/src/auth/passwords.ts#hashPassword',
  'apps/api/src/auth/passwords.ts#hashWithSalt',
  'apps/api/src/auth/passwords.ts#verifyPassword',
  'apps/api/src/credentials/second-factor/recovery-codes.ts#newRecoveryCodes',
  'apps/api/src/credentials/second-factor/totp.ts#totpAt',
  'apps/api/src/credentials/second-factor/totp.ts#totpStep',
  'apps/api/src/platform/observe/log.ts#createLog',
  'apps/api/src/platform/observe/metrics.ts#recordAiCall',
  'apps/api/src/platform/observe/metrics.ts#recordRequest',
  'apps/api/src/platform/secrets.ts#createSecrets',
  'packages/contracts/src/validation.ts#atMost',
  'packages/ui/src/notifications/tabs.ts#setFlag',
]);

const functions = readSources()
  .filter(({ file }) => /^(apps|packages)\//.test(file) && !isTest(file) && !file.includes('/demo'))
  .flatMap(textFunctionsIn);
const called = functions.filter(({ name }) => !NOT_FOR_TEXT.has(name));

async function moduleOf(file: string): Promise<Record<string, unknown>> {
  return (await import(join(ROOT, file))) as Record<string, unknown>;
}

test('functions on texts are found, and what is left out exists', () => {
  const names = functions.map(({ name }) => name);
  expect(names).toContain('packages/contracts/src/text.ts#foldText');
  expect(names).toContain('packages/ui/src/linkified.tsx#splitLinks');
  expect([...NOT_FOR_TEXT].filter((name) => !names.includes(name))).toEqual([]);
});

test.each(called.map((one) => [one.name, one] as const))(
  '%s ends on hostile texts',
  async (_, one: TextFunction) => {
    const call = callFor(one, await moduleOf(one.file));
    for (const text of plainHostileTexts()) expect(ends(text, call), withoutEnd(text)).toBe(true);
    const property = fc.property(hostileText(), (text) => ends(text, call));
    fc.assert(property, { seed: SEED, numRuns: 5, endOnFailure: true });
  },
);

/** These need something beside the text, or are made by another function. */
const WITH_CONTEXT: [name: string, make: () => Promise<(text: string) => unknown>][] = [
  ['masks', async () => (await maskOf()).neutral],
  [
    'names in a mask',
    async () => {
      const { createMask } = (await moduleOf('apps/api/src/knowledge/masking.ts')) as MaskModule;
      return (text) => {
        const name = text.slice(0, 80);
        return createMask([{ firstName: name, lastName: name, storeName: name, storeUrl: name }]).hide(
          text.slice(0, 4000),
        );
      };
    },
  ],
  [
    'what a model answers',
    async () => {
      const { readAnswer } = (await moduleOf('apps/api/src/knowledge/answer.ts')) as {
        readAnswer: (text: string, conversation: unknown) => unknown;
      };
      const mask = await maskOf();
      return (text) => {
        const point = { text, messages: [1] };
        const answer = {
          title: point,
          summary: [point],
          category: 'ads',
          key_points: [point],
          language: 'fr',
        };
        return [
          readAnswer(JSON.stringify(answer), conversationOf(text, mask)),
          readAnswer(text, conversationOf('Bonjour', mask)),
        ];
      };
    },
  ],
  [
    'what a model is asked',
    async () => {
      const { summaryPrompt } = (await moduleOf('apps/api/src/knowledge/prompt.ts')) as {
        summaryPrompt: (conversation: unknown, prompt: string) => unknown;
      };
      const mask = await maskOf();
      return (text) => summaryPrompt(conversationOf(text, mask), text);
    },
  ],
  [
    'summaries without a model',
    async () => {
      const { localSummary } = (await moduleOf('apps/api/src/knowledge/local-summary.ts')) as {
        localSummary: (conversation: unknown) => unknown;
      };
      const mask = await maskOf();
      return (text) => [
        localSummary(conversationOf(text, mask)),
        localSummary(conversationOf(text, mask, true)),
      ];
    },
  ],
  [
    'cells of a table',
    async () => {
      const { csv } = (await moduleOf('apps/api/src/platform/csv.ts')) as {
        csv: (rows: string[][]) => string;
      };
      return (text) => csv([[text]]);
    },
  ],
];

type Mask = { hide: (text: string) => string; neutral: (text: string) => string };
type MaskModule = { createMask: (people: Record<string, string>[]) => Mask };

async function maskOf(): Promise<Mask> {
  const { createMask } = (await moduleOf('apps/api/src/knowledge/masking.ts')) as MaskModule;
  const storeUrl = 'https://epices.example';
  return createMask([
    { firstName: 'Jean-Pierre', lastName: 'de La Tour', storeName: 'Épices & Co', storeUrl },
  ]);
}

function conversationOf(text: string, mask: Mask, isSolution = false) {
  const lines = [
    { seq: 1, speaker: 'Membre 1', isHelper: true, isSolution, text },
    { seq: 2, speaker: 'Membre 2', isHelper: false, isSolution, text },
  ];
  return {
    title: text,
    description: text,
    category: 'ads',
    lines,
    messageCount: 2,
    participantsCount: 2,
    areParticipantsKnown: true,
    mask,
  };
}

test.each(WITH_CONTEXT)('%s: hostile texts as long as a conversation may be end', async (_, make) => {
  const call = await make();
  for (const text of plainHostileTexts(40_000)) expect(ends(text, call), withoutEnd(text)).toBe(true);
});
