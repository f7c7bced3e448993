import { describe, expect, it } from 'vitest';
import { isTest, readSources } from './sources.ts';

const ROOT = 'apps/api/src/';
const server = readSources()
  .filter(({ file }) => file.startsWith(ROOT) && !isTest(file))
  .map(({ file, text }) => ({ file: file.slice(ROOT.length), text }));

const filesWhere = (holds: (text: string, folder: string) => boolean) =>
  server
    .filter(({ file, text }) => holds(text, folderOf(file)))
    .map(({ file }) => file)
    .sort();

function folderOf(file: string): string {
  return file.split('/')[0] ?? '';
}

/** Several places could write these columns, and only these files do (docs/adr/0013-one-life.md). */
const OWNERS = [
  {
    table: 'sosRequests',
    columns: ['status', 'resolvedAt', 'closedAt', 'closedBy'],
    files: ['sos/lifecycle.ts'],
  },
  {
    table: 'conversations',
    columns: ['status'],
    files: ['conversations/inactivity.ts', 'conversations/owned.ts', 'sos/lifecycle.ts'],
  },
  { table: 'members', columns: ['profileComplete'], files: ['profiles/profile.ts'] },
  { table: 'profiles', columns: ['completedAt'], files: ['profiles/profile.ts'] },
  { table: 'profiles', columns: ['isCertified'], files: ['profiles/certification.ts'] },
];

function writes(text: string, table: string, columns: readonly string[]): boolean {
  const drizzle = `\\.(?:update|insert)\\(${table}\\)\\s*\\.(?:set|values)\\(([^;]*);`;
  const sql = `(?:update|insert into) ${snake(table)}\\b([^;\`]*)`;
  const isWritten = new RegExp(`\\b(${[...columns, ...columns.map(snake)].join('|')})\\b\\s*[:,}=]`);
  return [...text.matchAll(new RegExp(`${drizzle}|${sql}`, 'g'))].some(([, set, plain]) =>
    isWritten.test((set ?? plain ?? '').split(/\.(?:where|returning)\(| where /)[0] ?? ''),
  );
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

describe('one fact, one place', () => {
  it.each(OWNERS)('only its owner writes $columns of $table', ({ table, columns, files }) => {
    expect(filesWhere((text) => writes(text, table, columns))).toEqual(files);
  });

  it('would catch a second writer', () => {
    const text = "await tx.orm\n  .update(sosRequests)\n  .set({ title, status: 'closed' })\n  .where(isIt);";
    expect(writes(text, 'sosRequests', ['status'])).toBe(true);
    expect(writes(text, 'sosRequests', ['closedBy'])).toBe(false);
    expect(writes('sql`update sos_requests set closed_by = null`', 'sosRequests', ['closedBy'])).toBe(true);
  });

  it('the journal is read by itself, to be shown or exported, and to whom it concerns', () => {
    expect(filesWhere((text) => /\baudit(Entries|_entries)\b/.test(text))).toEqual([
      'account/decisions.ts',
      'admin/export/computing.ts',
      'admin/export/kinds.ts',
      'admin/journal/journal.ts',
      'admin/journal/read-log.ts',
      'platform/audit-chain.ts',
      'platform/audit-retention.ts',
      'platform/audit.ts',
      'platform/database/tables.ts',
    ]);
  });

  it('no feature names a table of another in SQL of its own', () => {
    const tables = server.flatMap(({ file, text }) =>
      [...text.matchAll(/sqliteTable\(\s*'(\w+)'/g)].map(([, name]) => ({ name, owner: folderOf(file) })),
    );
    expect(tables.length).toBeGreaterThan(20);
    const strangers = filesWhere((text, folder) =>
      tables.some(
        ({ name, owner }) =>
          owner !== folder && new RegExp(`\\b(from|join|update|into) "?${name}\\b`).test(text),
      ),
    );
    expect(strangers).toEqual([
      // This module checks a whole file, also that of a backup.
      'admin/consistency.ts',
      // An import fills all tables.
      'admin/export/computing.ts',
      'admin/export/importing.ts',
      // A chosen password is compared with the owner's names.
      'auth/password-strength.ts',
      // The start checks once whether a community is there.
      'platform/deps.ts',
    ]);
  });
});
