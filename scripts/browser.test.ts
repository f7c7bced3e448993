import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it, test } from 'vitest';
import { bareTextsIn } from './changeable-text.ts';
import { isTest, readSources, type Source } from './sources.ts';

const client = readSources().filter(
  ({ file }) => /^(?:packages\/(?:ui\/src|contracts)|apps\/web\/src)\//.test(file) && !isTest(file),
);

/** Browsers have these on https and localhost only (packages/ui/src/secure-context.ts). */
const ONLY_WHEN_SECURE: Record<string, RegExp> = {
  navigator:
    /^(?:clearAppBadge|clipboard|credentials|locks|mediaDevices|serviceWorker|setAppBadge|share|storage|wakeLock)$/,
  crypto: /^(?:randomUUID|subtle)$/,
  globalThis: /^caches$/,
  window: /^caches$/,
};
/** These may ask the device for its time; rules of the server go by `serverNow`. */
const ASKS_THE_DEVICE = new Set([
  'packages/contracts/src/uuid.ts',
  'packages/ui/src/conversations/shared.ts',
  'packages/ui/src/elapsed.ts',
  'packages/ui/src/kit/server-time.ts',
]);

function usesIn({ file, text }: Source): { secure: string[]; clock: string[] } {
  const [secure, clock]: [string[], string[]] = [[], []];
  const place = (node: ESTree.Node) => `${file}:${text.slice(0, node.start).split('\n').length}`;
  new Visitor({
    MemberExpression: (node) => {
      if (node.object.type !== 'Identifier' || node.property.type !== 'Identifier') return;
      const { object, property } = node;
      if (ONLY_WHEN_SECURE[object.name]?.test(property.name)) secure.push(place(node));
      if (object.name === 'Date' && property.name === 'now') clock.push(place(node));
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier') return;
      for (const part of id.properties)
        if (part.type === 'Property' && part.key.type === 'Identifier')
          if (ONLY_WHEN_SECURE[init.name]?.test(part.key.name)) secure.push(place(part));
    },
    CallExpression: (node) => {
      const { callee } = node;
      if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier')
        if (callee.object.name === 'caches') secure.push(place(node));
    },
    NewExpression: (node) => {
      const isDate = node.callee.type === 'Identifier' && node.callee.name === 'Date';
      if (isDate && node.arguments.length === 0) clock.push(place(node));
    },
  }).visit(parseSync(file, text).program);
  return { secure, clock };
}

describe('the client', () => {
  test('gives an element of its own to each text that can change or stands beside what comes and goes', () => {
    expect(client.filter(({ file }) => file.endsWith('.tsx')).flatMap(bareTextsIn)).toEqual([]);
  });

  test('takes what only secure pages have from one place', () => {
    const others = client.filter(({ file }) => !file.endsWith('/secure-context.ts'));
    expect(others.flatMap((source) => usesIn(source).secure)).toEqual([]);
  });

  test('goes by the server’s time', () => {
    const others = client.filter(({ file }) => !ASKS_THE_DEVICE.has(file));
    expect(others.flatMap((source) => usesIn(source).clock)).toEqual([]);
  });
});

describe('a text is bare', () => {
  const inParagraph = (content: string) =>
    bareTextsIn({ file: 'planted.tsx', text: `const shown = <p>${content}</p>;` }).length > 0;

  it.each([
    'Il reste {count} places',
    '{isBusy && <Spinner />}Envoyer',
    '{isBusy && <Spinner />}{children}',
    '<Icon />{label}',
    '{rows.map((row) => <b key={row} />)} et les autres',
    '{isVoice && <>, sans le son</>}<b>.</b>',
    '<b /><Fragment key={start}>{part}</Fragment>',
    '{isSaved && <><Check />{SAVED}</>}',
  ])('in <p>%s</p>', (content) => {
    expect(inParagraph(content)).toBe(true);
  });

  it.each([
    ['{`Il reste $', '{count} places`}'].join(''),
    '{isBusy && <Spinner />}<span>Envoyer</span>',
    '<Icon />Envoyer',
    "{isBusy ? 'Envoi…' : 'Envoyer'}",
    'Lis <a href="/faq">la FAQ</a>.',
    'Au plus {FILES_MAX} fichiers',
    '<h2>Titre</h2>{children}',
  ])('not in <p>%s</p>', (content) => {
    expect(inParagraph(content)).toBe(false);
  });
});

test('the clock and what only secure pages have are seen however they are written', () => {
  const text = `const a = Date.now();
const b = new Date();
const { locks } = navigator;
const c = navigator.clipboard.writeText('x');
const d = crypto.randomUUID();
const e = caches.open('x');
const f = new Date(a);
`;
  expect(usesIn({ file: 'planted.ts', text })).toEqual({
    secure: ['planted.ts:3', 'planted.ts:4', 'planted.ts:5', 'planted.ts:6'],
    clock: ['planted.ts:1', 'planted.ts:2'],
  });
});
