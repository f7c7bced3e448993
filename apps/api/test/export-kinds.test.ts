import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { expect, it } from 'vitest';
import { KINDS } from '../src/admin/export/kinds.ts';
import { tables } from './declared-tables.ts';

/** These tables have no kind, each for a reason that docs/export.md gives. */
const LEFT_OUT = {
  keys: [
    'accounts',
    'api_keys',
    'passkeys',
    'recovery_codes',
    'second_factors',
    'push_keys',
    'webhooks',
    'calendar_links',
  ],
  sessions: [
    'email_changes',
    'pending_sign_ins',
    'push_subscriptions',
    'security_events',
    'sessions',
    'sign_in_codes',
    'used_challenges',
    'verifications',
    'conversation_openings',
  ],
  answers: ['benchmark_answers', 'benchmark_figures', 'benchmark_parts'],
  computed: [
    'article_spellings',
    'article_words',
    'message_indexes',
    'profile_specialties',
    'profile_tools',
    'profile_words',
    'sos_specialties',
  ],
  passing: [
    '__drizzle_migrations',
    'commit_number',
    'digests',
    'erasures',
    'jobs',
    'notices',
    'outbox',
    'sent_mails',
    'shared_views',
    'webhook_deliveries',
  ],
} as const;

it('every table is exported, or left out for a reason', () => {
  const declared = tables.map((table) => getTableConfig(table).name);
  const named = [...KINDS.map(({ name }) => name), ...Object.values(LEFT_OUT).flat()];
  expect(named.sort()).toEqual([...declared, '__drizzle_migrations'].sort());
});

it('docs/export.md names every kind and its fields in order, and which the back office leaves out', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/export.md'), 'utf8');
  const [, kinds = ''] = text.split('\n## Kinds\n');
  const documented = kinds
    .trim()
    .split('\n\n')
    .map((paragraph) => {
      const [, name, mark] = /^\*\*`(\w+)`\*\*(\s†)?: /.exec(paragraph) ?? [];
      const fields = paragraph.matchAll(/`(\w+)`\s(?:id|text|instant|integer|number|boolean|JSON)\b/g);
      return { name, isClosed: mark !== undefined, fields: [...fields].map(([, field]) => field) };
    });
  expect(documented).toEqual(
    KINDS.map(({ name, isClosed, fields }) => ({
      name,
      isClosed,
      fields: fields.map((field) => field.name),
    })),
  );
});

it('an export has no password, session, second factor, key or hash of a token', () => {
  const names = KINDS.flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name}`));
  expect(
    names.filter((name) => /password|token(?!s$)|secret|mac$|keyId|endpoint|session/i.test(name)),
  ).toEqual([]);
});
