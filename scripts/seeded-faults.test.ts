import { describe, expect, it } from 'vitest';
import { misplaced, readFaults } from './seeded-faults.ts';

const FAULTS = readFaults();

it('every seeded fault still has its place, once, and its tests', () => {
  expect(misplaced(FAULTS)).toEqual([]);
});

it('no two have the same name', () => {
  expect(new Set(FAULTS.map(({ breaks }) => breaks)).size).toBe(FAULTS.length);
});

describe('a fault is told that', () => {
  const FAULT = {
    breaks: 'A rule',
    file: 'rule.ts',
    text: '< 5',
    replacement: '<= 5',
    tests: ['rule.test.ts'],
    title: 'stops',
  };
  const files: Record<string, string> = {
    'rule.ts': 'return many < 5;',
    'rule.test.ts': "it('stops at five')",
  };
  const read = (file: string) => files[file] ?? null;

  it.each([
    ['nothing', FAULT, undefined],
    ['its text is gone', { ...FAULT, text: '< 6' }, /0 times in rule\.ts/],
    ['its text is there twice', { ...FAULT, text: 'n' }, /[2-9] times in rule\.ts/],
    ['its file is gone', { ...FAULT, file: 'rules.ts' }, /0 times in rules\.ts/],
    ['it changes nothing', { ...FAULT, replacement: '< 5' }, /replaces nothing/],
    ['its test is gone', { ...FAULT, title: 'goes on' }, /no test « goes on » in rule\.test\.ts/],
    ['its test’s file is gone', { ...FAULT, tests: ['rules.test.ts'] }, /rules\.test\.ts/],
  ])('%s', (_, fault, message) => {
    const [found] = misplaced([fault], read);
    if (message) expect(found).toMatch(message);
    else expect(found).toBeUndefined();
  });
});
