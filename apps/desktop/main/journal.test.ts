import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openJournal } from './journal.ts';

const NOW = new Date('2026-11-17T09:00:00Z');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guilde-journal-'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

it('keeps what went wrong, with its stack', () => {
  const journal = openJournal(join(folder, 'logs/guilde.log'), () => NOW);
  journal.write('Guilde 0.1.0');
  journal.write('A notification failed', new TypeError('no such thing'));
  expect(readFileSync(journal.file, 'utf8')).toMatch(
    /^2026-11-17T09:00:00.000Z Guilde 0.1.0\n.*A notification failed: TypeError: no such thing\n +at /,
  );
  expect(journal.tail()).toContain('no such thing');
});

it('begins anew when it is long, and keeps the one before', () => {
  const journal = openJournal(join(folder, 'guilde.log'), () => NOW, 200);
  for (let line = 0; line < 20; line++) journal.write(`line ${line} ${'x'.repeat(40)}`);
  expect(readFileSync(journal.file, 'utf8').length).toBeLessThan(300);
  expect(readFileSync(`${journal.file}.1`, 'utf8').length).toBeLessThan(300);
  expect(journal.tail()).toContain('line 19');
});

it('a disk that refuses ends nothing', () => {
  const journal = openJournal(join('/dev/null', 'guilde.log'), () => NOW);
  expect(() => journal.write('Guilde 0.1.0')).not.toThrow();
  expect(journal.tail()).toBe('');
});
