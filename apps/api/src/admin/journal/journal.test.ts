import { randomUUID } from 'node:crypto';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { granted, refusal } from '../../../test/scenes.ts';
import { withSecondFactor } from '../../../test/second-factor.ts';
import { members } from '../../auth/tables.ts';
import { journalKeys } from '../../platform/audit.ts';
import { firstBrokenEntry, rawReader } from '../../platform/audit-chain.ts';
import { auditEntries, jobs } from '../../platform/database/tables.ts';
import { retryFromCommandLine } from '../command-actions.ts';
import { administer } from './administer.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterEach(() => guilde.close());

const journal = async (query = '') => granted(await nina.get<AuditPage>(`/api/admin/journal${query}`));
const act = (by: Client, whom: Client, verb: 'suspend' | 'restore', reason: string) =>
  by.post(`/api/admin/users/${whom.id}/${verb}`, {
    reason,
    ...(verb === 'suspend' ? { rule: 'harassment' } : {}),
  });
const viewer = (client: Client) => ({
  id: client.id,
  sessionId: 'session',
  role: 'admin' as const,
  profileComplete: true,
  termsAccepted: true,
  provenAt: null,
});

it('is searched by words, person, act, subject and day', async () => {
  await nina.put(`/api/admin/users/${claire.id}/role`, { role: 'admin' });
  await withSecondFactor(guilde, claire);
  await act(claire, karim, 'suspend', 'Insultes répétées');
  guilde.clock.advance(86_400_000);
  await act(nina, karim, 'restore', 'Excuses présentées');
  const actions = async (query: string) => (await journal(query)).items.map(({ action }) => action);
  expect(await actions('')).toEqual(['user.restore', 'user.suspend', 'role.grant']);
  expect(await actions('?q=insulte')).toEqual(['user.suspend']);
  expect(await actions('?q=presentees')).toEqual(['user.restore']);
  expect(await actions('?q=benali')).toEqual(['user.restore', 'user.suspend']);
  expect(await actions(`?actor=${claire.id}`)).toEqual(['user.suspend']);
  expect(await actions(`?subject=${claire.id}`)).toEqual(['role.grant']);
  expect(await actions('?action=user.restore')).toEqual(['user.restore']);
  expect(await actions('?to=2026-11-17')).toEqual(['user.suspend', 'role.grant']);
  expect(await actions('?from=2026-11-18')).toEqual(['user.restore']);
  expect((await nina.get('/api/admin/journal?from=hier')).status).toBe(422);
  const first = await journal('?limit=2');
  expect((await journal(`?limit=2&cursor=${first.nextCursor}`)).items.map(({ action }) => action)).toEqual([
    'role.grant',
  ]);
  expect(first.actors.map(({ name }) => name)).toEqual(['Claire Martin', 'Nina Roche', 'Ligne de commande']);
});

it('refuses to change or lose a row, and notices one that was changed behind its back', async () => {
  await act(nina, karim, 'suspend', 'Motif');
  await act(nina, karim, 'restore', 'Motif');
  const { orm } = guilde.deps.db;
  const read = rawReader(guilde.deps.db.client);
  await expect(orm.update(auditEntries).set({ reason: 'Autre' })).rejects.toThrow();
  await expect(orm.delete(auditEntries)).rejects.toThrow();
  expect(await firstBrokenEntry(read, journalKeys(guilde.deps.secrets))).toBeNull();
  await orm.run(sql`drop trigger audit_entries_stay`);
  await orm.update(auditEntries).set({ reason: 'Autre' }).where(eq(auditEntries.action, 'user.suspend'));
  const [changed] = await orm.select().from(auditEntries).where(eq(auditEntries.action, 'user.suspend'));
  expect(await firstBrokenEntry(read, journalKeys(guilde.deps.secrets))).toMatchObject({ id: changed?.id });
});

it('misses its newest entry too', async () => {
  await act(nina, karim, 'suspend', 'Motif');
  await act(nina, karim, 'restore', 'Motif');
  const { orm } = guilde.deps.db;
  await orm.run(sql`drop trigger audit_entries_kept`);
  await orm.delete(auditEntries).where(eq(auditEntries.action, 'user.restore'));
  expect(await firstBrokenEntry(rawReader(guilde.deps.db.client), journalKeys(guilde.deps.secrets))).toEqual({
    position: 2,
    id: 'absente',
    why: 'changed',
  });
});

it('no entry, no act', async () => {
  const suspendInSilence = administer(guilde.deps, viewer(nina), async ({ tx }) => {
    await tx.orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, karim.id));
  });
  await expect(suspendInSilence).rejects.toThrow('without an entry');
  const { orm } = guilde.deps.db;
  await orm.run(
    sql`create trigger journal_full before insert on audit_entries begin select raise(abort, 'no'); end`,
  );
  expect((await act(nina, karim, 'suspend', 'Motif')).status).toBe(500);
  expect((await karim.get('/api/profile')).status).toBe(200);
  expect((await guilde.mails()).filter(({ subject }) => subject.includes('suspendu'))).toEqual([]);
});

it('says of failed jobs that stand for one another that one was retried', async () => {
  const { db } = guilde.deps;
  const failed = (key: string | null, failedAt: number) => ({
    ...{ id: randomUUID(), kind: 'summary.generate', payload: '', key, attempts: 5 },
    ...{ runAt: 1, createdAt: 1, failedAt, lastError: 'AI_TIMEOUT' },
  });
  const [newest, older, other] = [failed('summary:x', 3), failed('summary:x', 2), failed(null, 1)];
  await db.orm.insert(jobs).values([newest, older, other]);
  const retried = await retryFromCommandLine(guilde.deps, null);
  expect(retried.map(({ id }) => id)).toEqual([newest.id, other.id]);
  expect((await journal('?action=job.retry')).items.map(({ subjectId }) => subjectId)).toEqual([
    other.id,
    newest.id,
  ]);
});

it('whoever has lost the role in the meantime does not act any more', async () => {
  const work = vi.fn();
  await expect(administer(guilde.deps, viewer(claire), work)).rejects.toMatchObject({ code: 'ADMIN_ONLY' });
  expect(work).not.toHaveBeenCalled();
  expect(refusal(await act(claire, karim, 'suspend', 'Motif'))).toBe('403 TEAM_ONLY');
});

it('is exported for a spreadsheet, in which nothing is a formula, and the export is an act', async () => {
  await act(nina, karim, 'suspend', '=HYPERLINK("http://mal.exemple")');
  // Reading writes no act.
  expect((await nina.get('/api/admin/journal/export')).status).not.toBe(200);
  expect((await journal()).items).toHaveLength(1);
  const answer = await nina.request('/api/admin/journal/export', {
    method: 'POST',
    body: JSON.stringify({ action: 'user.suspend' }),
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.headers.get('content-disposition')).toContain('guilde-journal.csv');
  const text = await answer.text();
  const [head, line, ...rest] = text.trim().split('\r\n');
  expect(head).toContain('"Date";"Par";"Acte"');
  expect(line).toContain('"Nina Roche";"Membre suspendu";"Membre";"Karim Benali"');
  expect(line).toContain(`"'=HYPERLINK(""http://mal.exemple"")"`);
  expect(line).toMatch(/^"17\/11\/2026 10:/);
  expect(rest).toEqual([]);
  expect((await journal()).items[0]).toMatchObject({ action: 'journal.export', after: { rows: 1 } });
});

it('is exported in words, with what they replace behind them', async () => {
  await administer(guilde.deps, viewer(nina), ({ record }) =>
    record({
      action: 'sos.status',
      subject: { type: 'sos', id: randomUUID(), label: 'Colis perdu' },
      before: { status: 'open', author: claire.id, sentAt: '2026-11-17T09:00:05.000Z', notes: null },
      after: { status: 'closed', suspended: false, seq: 1200, novelty: 'a, b: c' },
    }),
  );
  const answer = await nina.request('/api/admin/journal/export', {
    method: 'POST',
    body: JSON.stringify({ action: 'sos.status' }),
    headers: { 'content-type': 'application/json' },
  });
  const before = [
    'Statut\u00a0: Ouvert (open)',
    `Auteur\u00a0: Claire Martin (${claire.id})`,
    'Envoyé le\u00a0: 17/11/2026 10:00:05 (2026-11-17T09:00:05.000Z)',
    'Notes de modération\u00a0: Rien',
  ];
  const after = [
    'Statut\u00a0: Fermé (closed)',
    'Suspendu\u00a0: Non',
    'Numéro du message\u00a0: 1200',
    'novelty\u00a0: a, b: c',
  ];
  expect(await answer.text()).toContain(`"${before.join('\n')}";"${after.join('\n')}"`);
});
