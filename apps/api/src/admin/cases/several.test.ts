import { randomUUID } from 'node:crypto';
import type { AdminUserDetail, AdminUserPage } from '@guilde/contracts/admin/rules.ts';
import type { AuditDetail, AuditPage } from '@guilde/contracts/audit/rules.ts';
import type { MemberActResult } from '@guilde/contracts/member-acts/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { granted, refusal } from '../../../test/scenes.ts';
import { withSecondFactor } from '../../../test/second-factor.ts';
import { auditEntries } from '../../platform/database/tables.ts';
import { caseDecisions } from '../../reports/tables.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let zoe: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
  await guilde.mails();
});
afterEach(() => guilde.close());

const reason = 'Trois messages publicitaires en une semaine.';
const measure = { rule: 'solicitation', reason };
const send = (acts: object, by = nina) => by.post<MemberActResult[]>('/api/admin/users/acts', acts);
const acts = (act: string, whom: Client[], more: object = measure) => ({
  ...{ id: randomUUID(), act, userIds: whom.map(({ id }) => id) },
  ...more,
});
const refusals = async (body: object) => granted(await send(body)).map((result) => result.refusal);
const mailsTo = async (whom: Client, subject: RegExp) =>
  (await guilde.mails()).filter((mail) => mail.to === whom.email && subject.test(mail.subject));
const rowsOf = async (action: string) =>
  granted(await nina.get<AuditPage>(`/api/admin/journal?action=${action}`)).items;
const detail = async ({ id }: Client) => granted(await nina.get<AdminUserDetail>(`/api/admin/users/${id}`));

it('acts on each as if alone, and says what is refused to whom', async () => {
  const paul = await withSecondFactor(guilde, await guilde.as('paul'));
  granted(await nina.put(`/api/admin/users/${paul.id}/role`, { role: 'admin' }));
  granted(await nina.post(`/api/admin/users/${zoe.id}/suspend`, { ...measure, days: 7 }));
  const unknown = { id: randomUUID() } as Client;
  const body = acts('suspend', [claire, nina, paul, zoe, unknown, karim, claire], { ...measure, days: 30 });
  expect(granted(await send(body))).toEqual([
    { userId: claire.id, refusal: null },
    { userId: nina.id, refusal: 'ACT_ON_SELF' },
    { userId: paul.id, refusal: 'ACT_ON_ADMINISTRATOR' },
    { userId: zoe.id, refusal: 'ALREADY_SUSPENDED' },
    { userId: unknown.id, refusal: 'NOT_FOUND' },
    { userId: karim.id, refusal: null },
  ]);
  for (const whom of [claire, karim]) {
    expect((await detail(whom)).suspension).toMatchObject({ by: 'Nina Roche', reason });
    const [mail, ...more] = await mailsTo(whom, /suspendu/);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(reason);
    expect(mail?.text).toContain('/contest#token=');
    expect(mail?.text).not.toMatch(/Claire.*Karim|Karim.*Claire/s);
  }
  const rows = await rowsOf('user.suspend');
  expect(rows.map(({ subjectId }) => subjectId)).toEqual([karim.id, claire.id, zoe.id]);
  const row = granted(await nina.get<AuditDetail>(`/api/admin/journal/${rows[0]?.id}`));
  expect(row).toMatchObject({ after: { suspended: true, rule: 'solicitation', batch: body.id }, reason });
  expect(await mailsTo(paul, /suspendu/)).toEqual([]);
});

it('does nothing twice when it is sent again, and finishes what was cut short', async () => {
  const warning = acts('warn', [claire, karim, zoe]);
  await guilde.deps.db.client.execute(
    `create trigger fault before insert on case_decisions
     when new.member_id = '${karim.id}' begin select raise(abort, 'fault'); end`,
  );
  expect(refusal(await send(warning))).toBe('500 INTERNAL');
  await guilde.deps.db.client.execute('drop trigger fault');
  const twice = await Promise.all([send(warning), send(warning)]);
  for (const answer of twice) expect(granted(answer).map((one) => one.refusal)).toEqual([null, null, null]);
  expect(await guilde.deps.db.orm.$count(caseDecisions)).toBe(3);
  expect(await rowsOf('user.warn')).toHaveLength(3);
  for (const whom of [claire, karim, zoe]) expect(await mailsTo(whom, /Avertissement/)).toHaveLength(1);
  // Another batch warns again.
  expect(await refusals({ ...warning, id: randomUUID() })).toEqual([null, null, null]);
  expect(await guilde.deps.db.orm.$count(caseDecisions)).toBe(6);
});

it('lifts suspensions and gives badges back, also when the answer was lost', async () => {
  expect(await refusals(acts('suspend', [claire, karim], { ...measure, days: null }))).toEqual([null, null]);
  const lift = acts('restore', [claire, zoe, karim], { reason: 'Erreur de notre part.' });
  expect(await refusals(lift)).toEqual([null, 'NOT_SUSPENDED', null]);
  expect(await refusals(lift)).toEqual([null, 'NOT_SUSPENDED', null]);
  expect((await detail(claire)).suspension).toBeNull();
  expect(await mailsTo(karim, /rétabli/)).toHaveLength(1);

  expect(await refusals(acts('withdraw', [claire, karim]))).toEqual([null, null]);
  expect(await refusals(acts('withdraw', [claire, zoe]))).toEqual(['CERTIFICATION_UNCHANGED', null]);
  const back = acts('return', [claire, karim, zoe], { reason: 'Justificatif reçu.' });
  expect(await refusals(back)).toEqual([null, null, null]);
  expect(await refusals(back)).toEqual([null, null, null]);
  expect(await mailsTo(zoe, /est rétablie/)).toHaveLength(1);
  const page = granted(await nina.get<AdminUserPage>('/api/admin/users?certified=no'));
  expect(page.counts.matched).toBe(0);
});

it('takes fifty members at most, and a reason as for one', async () => {
  const many = Array.from({ length: 51 }, () => ({ id: randomUUID() }) as Client);
  expect(refusal(await send(acts('warn', many)))).toBe('422 INVALID_INPUT');
  expect(refusal(await send(acts('warn', [])))).toBe('422 INVALID_INPUT');
  expect(refusal(await send(acts('warn', [claire], { reason })))).toBe('422 INVALID_INPUT');
  expect(refusal(await send(acts('delete', [claire])))).toBe('422 INVALID_INPUT');
  const moderator = await withSecondFactor(guilde, zoe);
  granted(await nina.put(`/api/admin/users/${zoe.id}/role`, { role: 'moderator' }));
  expect(refusal(await send(acts('warn', [claire]), moderator))).toBe('403 ADMIN_ONLY');
  expect(refusal(await send(acts('warn', [claire]), karim))).toBe('403 TEAM_ONLY');
  const rows = await guilde.deps.db.orm
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'user.warn'));
  expect(rows).toEqual([]);
});
