import { randomUUID } from 'node:crypto';
import type { AdminUserDetail, AdminUserPage } from '@guilde/contracts/admin/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type { Account } from '@guilde/contracts/auth/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { granted, refusal, settled } from '../../../test/scenes.ts';
import { withSecondFactor } from '../../../test/second-factor.ts';
import { members, userRoles } from '../../auth/tables.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim', 'zoe'] });
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
});
afterEach(() => guilde.close());

const list = async (query = '') => granted(await nina.get<AdminUserPage>(`/api/admin/users${query}`));
const suspend = (by: Client, whom: Client, reason = 'Publicité répétée\nmalgré nos messages.') =>
  by.post<AdminUserDetail>(`/api/admin/users/${whom.id}/suspend`, { reason, rule: 'solicitation' });
const role = (by: Client, whom: Client, next: 'admin' | 'moderator' | 'member') =>
  by.put<AdminUserDetail>(`/api/admin/users/${whom.id}/role`, { role: next });
const journal = async (action = 'acts') =>
  granted(await nina.get<AuditPage>(`/api/admin/journal?action=${action}`)).items;

it('gives and takes the role, felt at once in open sessions', async () => {
  const live = await karim.live();
  expect(refusal(await karim.get('/api/admin/users'))).toBe('403 TEAM_ONLY');
  expect(granted(await role(nina, karim, 'admin')).role).toBe('admin');
  await withSecondFactor(guilde, karim);
  await live.next('account.changed');
  expect((await karim.get<Account>('/api/auth/account')).body.role).toBe('admin');
  expect((await karim.get('/api/admin/users')).status).toBe(200);
  expect(refusal(await role(nina, karim, 'admin'))).toBe('409 ROLE_UNCHANGED');
  expect(granted(await role(nina, karim, 'member')).role).toBe('member');
  await live.next('account.changed');
  live.close();
  expect(refusal(await karim.get('/api/admin/users'))).toBe('403 TEAM_ONLY');
  const theo = await guilde.as('theo');
  expect(refusal(await role(nina, theo, 'admin'))).toBe('409 ROLE_NOT_POSSIBLE');
});

it('makes a moderator, who reads it in a mail, hears of their part only and loses it at once', async () => {
  expect(granted(await role(nina, karim, 'moderator')).role).toBe('moderator');
  const mail = (await guilde.mails()).findLast(({ to }) => to === karim.email);
  expect(mail?.subject).toBe('Votre rôle sur Guilde : modération');
  const entry = (await journal()).find(({ action }) => action === 'role.grant');
  expect(entry).toMatchObject({ before: { role: 'member' }, after: { role: 'moderator' } });
  const [paul, lucie, hugo] = [await guilde.as('paul'), await guilde.as('lucie'), await guilde.as('hugo')];
  const report = async (reported: Client) =>
    granted(
      await claire.post('/api/reports', {
        id: randomUUID(),
        reportedUserId: reported.id,
        reason: 'spam',
        description: 'Publicité',
      }),
    );
  const unproven = await karim.live();
  await report(hugo);
  await settled(unproven);
  expect(unproven.events.map(({ type }) => type)).not.toContain('moderation.changed');
  unproven.close();
  expect(refusal(await karim.get('/api/admin/reports'))).toBe('403 SECOND_FACTOR_REQUIRED');
  await withSecondFactor(guilde, karim);
  expect((await karim.get('/api/admin/reports')).status).toBe(200);
  expect(refusal(await role(karim, karim, 'admin'))).toBe('403 ADMIN_ONLY');
  expect((await list('?filter=moderators')).items.map(({ id }) => id)).toEqual([karim.id]);
  const live = await karim.live();
  granted(await suspend(nina, lucie));
  await report(paul);
  expect(await live.next('moderation.changed')).toMatchObject({ area: 'reports' });
  live.close();
  expect(
    (await guilde.mails()).some(({ to, subject }) => to === karim.email && subject.includes('ignal')),
  ).toBe(true);
  granted(await role(nina, karim, 'member'));
  expect(refusal(await karim.get('/api/admin/reports'))).toBe('403 TEAM_ONLY');
});

it('never leaves the community without an administrator, whatever happens at once', async () => {
  expect(refusal(await role(nina, nina, 'member'))).toBe('409 LAST_ADMINISTRATOR');
  for (const client of [karim, claire]) {
    granted(await role(nina, client, 'admin'));
    await withSecondFactor(guilde, client);
  }
  await Promise.all([
    role(nina, nina, 'member'),
    role(karim, karim, 'member'),
    role(claire, claire, 'member'),
    suspend(karim, claire),
    suspend(claire, karim),
    role(karim, nina, 'member'),
  ]);
  const { orm } = guilde.deps.db;
  const left = await orm
    .select({ suspendedAt: members.suspendedAt })
    .from(userRoles)
    .innerJoin(members, eq(members.id, userRoles.userId));
  expect(left.filter(({ suspendedAt }) => suspendedAt === null).length).toBeGreaterThanOrEqual(1);
});
