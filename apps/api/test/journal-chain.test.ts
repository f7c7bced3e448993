import { asc, desc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashOf, type JournalKey, journalKeys, macOf, presentKey, recordAct } from '../src/platform/audit.ts';
import {
  firstBrokenEntry,
  rawReader,
  scheduleJournalSealing,
  sealJournal,
} from '../src/platform/audit-chain.ts';
import { auditDeletion } from '../src/platform/audit-retention.ts';
import { auditEntries } from '../src/platform/database/tables.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { granted } from './scenes.ts';

const LIST = { type: 'list', id: 'users', label: 'Membres' };
const OLD = 'le secret d’avant, que le suivant remplace';

let guilde: Guilde;
let nina: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde({ env: { GUILDE_SECRET: OLD } });
  nina = await guilde.as('nina');
  karim = await guilde.as('karim');
  await act('suspend');
  await act('restore');
  await act('suspend');
});
afterEach(() => guilde.close());

async function act(verb: 'suspend' | 'restore') {
  granted(await nina.post(`/api/admin/users/${karim.id}/${verb}`, { reason: 'Motif', rule: 'misuse' }));
}

const orm = () => guilde.deps.db.orm;
const rows = () => orm().select().from(auditEntries).orderBy(asc(auditEntries.position));
const broken = (keys: readonly JournalKey[] = journalKeys(guilde.deps.secrets)) =>
  firstBrokenEntry(rawReader(guilde.deps.db.client), keys);

/** Somebody who has the file, but not the secret, can do this. */
async function withoutTriggers() {
  await orm().run(sql`drop trigger audit_entries_stay`);
  await orm().run(sql`drop trigger audit_entries_kept`);
}

/** Recomputes the chain of hashes; `mac` and `keyId` are what the forger has. */
async function rehash(codes: (hash: string) => { mac: string; keyId: string } | null) {
  let previous = '';
  for (const { position, hash: _hash, mac: _mac, keyId: _keyId, searchText: _text, ...row } of await rows()) {
    const hash = hashOf(previous, row);
    await orm()
      .update(auditEntries)
      .set({ hash, ...codes(hash) })
      .where(eq(auditEntries.position, position));
    previous = hash;
  }
}

async function forgeReason() {
  await withoutTriggers();
  await orm().update(auditEntries).set({ reason: 'Autre' }).where(eq(auditEntries.position, 2));
}

/** Turns the table into what it was before rows had codes. */
async function withoutCodes() {
  await withoutTriggers();
  await orm().update(auditEntries).set({ mac: '', keyId: '' });
}

describe('the chain of the journal', () => {
  it('is sound as it was written', async () => {
    expect(await broken()).toBeNull();
  });

  it('shows a row that was changed', async () => {
    await forgeReason();
    expect(await broken()).toMatchObject({ position: 2, why: 'changed' });
  });

  it('shows a row that is missing, in the middle and at the end', async () => {
    await withoutTriggers();
    await orm().delete(auditEntries).where(eq(auditEntries.position, 3));
    expect(await broken()).toMatchObject({ position: 3, why: 'changed' });
    await orm().delete(auditEntries).where(eq(auditEntries.position, 1));
    expect(await broken()).toMatchObject({ position: 2, why: 'changed' });
  });

  it('shows rows whose hashes were made to fit, whatever stands in the place of the code', async () => {
    await forgeReason();
    await rehash(() => null);
    expect(await broken()).toMatchObject({ position: 2, why: 'changed' });
    const foreign = presentKey(createSecrets('un autre secret, qui n’est pas celui du serveur'));
    await rehash((hash) => ({ mac: macOf(foreign, hash), keyId: presentKey(guilde.deps.secrets).id }));
    expect(await broken()).toMatchObject({ position: 1, why: 'changed' });
    await rehash((hash) => ({ mac: macOf(foreign, hash), keyId: foreign.id }));
    expect(await broken()).toMatchObject({ position: 1, why: 'unproven' });
    await rehash(() => ({ mac: '', keyId: '' }));
    expect(await broken()).toMatchObject({ position: 1, why: 'unproven' });
  });

  it('is not sealed by the server once it was forged, so that the next start does not hide it', async () => {
    await forgeReason();
    const foreign = presentKey(createSecrets('un autre secret, qui n’est pas celui du serveur'));
    await rehash((hash) => ({ mac: macOf(foreign, hash), keyId: foreign.id }));
    await sealJournal(guilde.deps);
    expect(await rows()).toHaveLength(3);
    await act('restore');
    expect(await broken()).toMatchObject({ position: 1, why: 'unproven' });
  });
});

describe('the oldest rows of the journal', () => {
  const prune = () => auditDeletion(guilde.deps).step(guilde.clock.now());

  it('go after five years, and the chain of those that stay is sound and still shows changes', async () => {
    await expect(orm().delete(auditEntries).where(eq(auditEntries.position, 1))).rejects.toThrow();
    expect(await prune()).toBe(0);
    guilde.clock.advance(5 * 366 * 86_400_000 + 31 * 86_400_000);
    await guilde.deps.db.write((tx) =>
      recordAct(tx, guilde.deps, { id: nina.id, name: 'Nina' }, { action: 'users.read', subject: LIST }),
    );
    const before = (await rows()).length;
    expect(await auditDeletion(guilde.deps).count(guilde.clock.now())).toBe(3);
    expect([await prune(), await prune()]).toEqual([3, 0]);
    const left = await rows();
    expect(left.length).toBe(before - 3 + 1);
    expect(left.at(-1)).toMatchObject({ action: 'journal.prune', actorName: 'Serveur' });
    expect(await broken()).toBeNull();
    const found = await orm().get<{ rows: number }>(
      sql`select count(*) as rows from audit_search where audit_search match 'motif'`,
    );
    expect(found.rows).toBe(0);
    await withoutTriggers();
    await orm().delete(auditEntries).where(eq(auditEntries.position, 4));
    expect(await broken()).toMatchObject({ why: 'changed' });
  });

  it('do not go by a row that somebody without the secret wrote', async () => {
    const [last] = (await rows()).slice(-1);
    const forged = {
      ...{ id: 'x', actorId: 'server', actorName: 'Serveur', action: 'journal.prune' },
      ...{ subjectType: 'journal', subjectId: 'journal', subjectLabel: 'Journal', before: null },
      ...{ after: JSON.stringify({ through: 3, hash: last?.hash }), reason: '', createdAt: 1 },
    };
    const hash = hashOf(last?.hash ?? '', forged);
    await orm()
      .insert(auditEntries)
      .values({ ...forged, hash, searchText: '' });
    await orm().delete(auditEntries).where(eq(auditEntries.position, 2));
    expect(await broken()).toMatchObject({ position: 4, why: 'unproven' });
    await expect(orm().delete(auditEntries)).rejects.toThrow();
    expect(await rows()).toHaveLength(3);
  });
});

describe('when the secret changes', () => {
  it('rows of both secrets are sound, and those of the old one stay so when it is forgotten', async () => {
    const next = 'le secret suivant, qui remplace celui d’avant';
    const after = (secret: string, previous?: string) => ({
      ...guilde.deps,
      secrets: createSecrets(secret, previous),
    });
    const found = (secret: string, previous?: string) => broken(journalKeys(createSecrets(secret, previous)));
    expect(await found(next, OLD)).toBeNull();
    expect(await found(next)).toMatchObject({ position: 1, why: 'unproven' });
    await sealJournal(after(next, OLD));
    expect(await found(next)).toBeNull();
    // Another instance, which does not know the new secret yet, writes with the old one.
    await act('restore');
    expect(await found(next)).toMatchObject({ position: 5, why: 'unproven' });
    await sealJournal(after(next, OLD));
    await sealJournal(after(next, OLD));
    expect(await rows()).toHaveLength(6);
    expect(await found(next)).toBeNull();
    await withoutTriggers();
    await orm().update(auditEntries).set({ reason: 'Autre' }).where(eq(auditEntries.position, 2));
    await rehash(() => null);
    expect(await found(next)).toMatchObject({ why: 'changed' });
  });
});

describe('rows that are older than the codes', () => {
  it('are sealed at the start, once, and cannot be changed afterwards', async () => {
    await withoutCodes();
    expect(await broken()).toMatchObject({ position: 1, why: 'unproven' });
    await Promise.all([scheduleJournalSealing(guilde.deps), scheduleJournalSealing(guilde.deps)]);
    await scheduleJournalSealing(guilde.deps);
    const [seal, ...older] = await orm().select().from(auditEntries).orderBy(desc(auditEntries.position));
    expect(seal).toMatchObject({ action: 'journal.seal', actorName: 'Serveur', after: '{"rows":3}' });
    expect(older).toHaveLength(3);
    expect(await broken()).toBeNull();
    await orm().update(auditEntries).set({ reason: 'Autre' }).where(eq(auditEntries.position, 2));
    await rehash(() => null);
    expect(await broken()).toMatchObject({ why: 'changed' });
  });

  it('that were changed before are not sealed', async () => {
    await withoutCodes();
    await orm().update(auditEntries).set({ reason: 'Autre' }).where(eq(auditEntries.position, 2));
    await sealJournal(guilde.deps);
    expect(await rows()).toHaveLength(3);
  });
});
