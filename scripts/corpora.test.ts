import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emailProblem, plainAddress } from '@guilde/contracts/email-address.ts';
import { wizardSteps } from '@guilde/contracts/profiles/input.ts';
import { mailableAddress } from '@guilde/contracts/validation.ts';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../packages/contracts/corpora');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Each heading is the name of a field. */
function realNames(): [field: 'firstName' | 'lastName' | 'storeName', names: string[]][] {
  return read('names.txt')
    .split(/^# (?=\w+$)/m)
    .slice(1)
    .map((section) => {
      const [field = '', ...names] = section.split('\n').filter(Boolean);
      return [field as 'firstName', names];
    });
}

/** Characters that no editor shows are written as in JavaScript: « \u200b ». */
function typedAddresses(): { typed: string; stored: string; what: string }[] {
  return read('mail-addresses.tsv')
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => {
      const [typed = '', stored = '', what = ''] = line.split('\t');
      return {
        typed: JSON.parse(`"${typed.replaceAll('"', '\\"')}"`),
        stored,
        what,
      };
    });
}

describe('real names', () => {
  const fields = { ...wizardSteps[1].shape, ...wizardSteps[2].shape };

  it.each(realNames())('are taken as %s', (field, names) => {
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => !fields[field].safeParse(name).success)).toEqual([]);
  });
});

describe('typed mail addresses', () => {
  const list = typedAddresses();

  it.each(list.filter(({ stored }) => stored !== '-'))('$what: $typed is $stored', ({ typed, stored }) => {
    expect(mailableAddress.parse(typed)).toBe(stored);
    expect([emailProblem(typed), plainAddress(typed)]).toEqual(['', stored]);
  });

  it.each(list.filter(({ stored }) => stored === '-'))('refused for $what: « $typed »', ({ typed }) => {
    expect(mailableAddress.safeParse(typed).success).toBe(false);
  });
});
