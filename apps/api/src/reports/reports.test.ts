import { randomUUID } from 'node:crypto';
import type { Reported } from '@guilde/contracts/reports/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal, settled } from '../../test/scenes.ts';
import { members, userRoles } from '../auth/tables.ts';
import { applyRetention } from '../platform/retention.ts';
import { reports } from './tables.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  await guilde.mails();
});
afterEach(() => guilde.close());

function report(member: Pick<Client, 'id'>, values: Record<string, unknown> = {}) {
  const description = 'Démarche les membres en privé.\nTrois fois cette semaine.';
  return { id: randomUUID(), reportedUserId: member.id, reason: 'spam', description, ...values };
}

const send = (client: Client, values: Record<string, unknown>) =>
  client.post<Reported>('/api/reports', values);

const stored = () => guilde.deps.db.orm.select().from(reports);

const mailsAbout = async () =>
  (await guilde.mails()).filter(({ subject }) => subject.startsWith('Signalement'));

test('a report is stored and mailed to every administrator who can act', async () => {
  const { orm } = guilde.deps.db;
  const paul = await guilde.as('paul');
  const zoe = await guilde.as('zoe');
  for (const { id } of [paul, zoe]) await orm.insert(userRoles).values({ userId: id, role: 'admin' });
  await byHand(guilde.deps, () => orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, zoe.id)));
  const sent = report(karim);
  expect(granted(await send(claire, sent))).toEqual({ id: sent.id });
  expect(await stored()).toMatchObject([
    { ...sent, reporterId: claire.id, status: 'pending', decidedAt: null, decidedBy: null },
  ]);
  const mails = await mailsAbout();
  expect(mails.map(({ to }) => to).sort()).toEqual([nina.email, paul.email]);
  const [mail] = mails;
  expect(mail?.subject).toBe('Signalement à examiner : Spam');
  expect(mail?.text).toContain('Claire Martin signale Karim Benali (Épices & Co).');
  expect(mail?.text).toContain('Trois fois cette semaine.');
  const [row] = await stored();
  expect(mail?.text).toContain(`${guilde.deps.config.publicUrl}/admin/queue/report.${row?.caseId}\n`);
  for (const { email } of [claire, karim]) expect(mail?.text).not.toContain(email);
  expect(mail?.replyTo).toBeUndefined();
});

test('what is written stays text in the mail', async () => {
  const description = '<img src=x onerror=alert(1)>\r\nBcc: victime@exemple.fr';
  granted(await send(claire, report(karim, { description })));
  const [mail] = await mailsAbout();
  expect(mail?.html).not.toContain('<img');
  expect(mail?.subject).not.toMatch(/[\r\n]/);
  expect(mail?.headers).toBeUndefined();
});

test('the person reported learns nothing, not even as an administrator', async () => {
  await guilde.deps.db.orm.insert(userRoles).values({ userId: karim.id, role: 'admin' });
  const live = await karim.live();
  await settled(live);
  const received = live.events.length;
  granted(await send(claire, report(karim)));
  await settled(live);
  expect(live.events.slice(received).map(({ type }) => type)).toEqual(['pong']);
  live.close();
  expect((await mailsAbout()).map(({ to }) => to)).toEqual([nina.email]);
});

test('a report of the only administrator goes to the company’s address, unless it is the administrator’s own', async () => {
  granted(await send(claire, report(nina)));
  expect(await mailsAbout()).toEqual([]);
  const { company } = guilde.deps.config;
  company.email = nina.email.toUpperCase();
  granted(await send(karim, report(nina)));
  expect(await mailsAbout()).toEqual([]);
  company.email = 'contact@guilde.exemple';
  granted(await send(await guilde.as('zoe'), report(nina)));
  const [mail, ...others] = await mailsAbout();
  expect(mail?.to).toBe('contact@guilde.exemple');
  expect(mail?.text).toContain('signale Nina Roche');
  expect(mail?.text).toContain('seule à administrer');
  expect(others).toEqual([]);
});

test('another report under an id that has arrived is refused, never taken for the first one', async () => {
  const zoe = await guilde.as('zoe');
  const sent = report(karim);
  granted(await send(claire, sent));
  for (const change of [{ reportedUserId: zoe.id }, { reason: 'other' }, { description: 'Autre chose' }]) {
    const refused = await send(claire, { ...sent, ...change });
    expect(refusal(refused)).toBe('422 INVALID_INPUT');
    expect(refused.error.fields).toHaveProperty('id');
  }
  expect(await stored()).toHaveLength(1);
});

test('the same report sent again is one report and one mail; somebody else’s id is refused', async () => {
  const sent = report(karim);
  const answers = await Promise.all([send(claire, sent), send(claire, sent), send(claire, sent)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(granted(await send(claire, sent))).toEqual({ id: sent.id });
  const foreign = await send(nina, sent);
  expect(refusal(foreign)).toBe('422 INVALID_INPUT');
  expect(foreign.error.fields.id).toBeTruthy();
  expect(await stored()).toHaveLength(1);
  expect(await mailsAbout()).toHaveLength(1);
});

test('one report per person waits for a decision at a time', async () => {
  const { orm } = guilde.deps.db;
  const answers = await Promise.all([1, 2, 3].map(() => send(claire, report(karim))));
  expect(answers.map(refusal).sort()).toEqual(['200 ', '409 REPORT_PENDING', '409 REPORT_PENDING']);
  granted(await send(nina, report(karim)));
  granted(await send(claire, report(nina)));
  await orm
    .update(reports)
    .set({ status: 'dismissed', decidedAt: 1 })
    .where(eq(reports.reporterId, claire.id));
  granted(await send(claire, report(karim)));
});

test('reason and description are required, and a description has its limit', async () => {
  const empty = await send(claire, {
    id: randomUUID(),
    reportedUserId: karim.id,
    reason: '',
    description: ' ',
  });
  expect(refusal(empty)).toBe('422 INVALID_INPUT');
  expect(empty.error.fields).toEqual({
    reason: 'Veuillez remplir tous les champs',
    description: 'Veuillez remplir tous les champs',
  });
  const invisible = await send(claire, report(karim, { description: '\u200b\u2060' }));
  expect(invisible.error.fields.description).toBe('Veuillez remplir tous les champs');
  const long = await send(claire, report(karim, { description: 'x'.repeat(1001) }));
  expect(long.error.fields.description).toMatch(/caractères au plus/);
  granted(await send(claire, report(karim, { description: 'x'.repeat(1000) })));
});

test('one cannot report oneself, nor somebody whom one does not see', async () => {
  const theo = await guilde.as('theo');
  expect(refusal(await send(claire, report(claire)))).toBe('409 REPORT_SELF');
  expect(refusal(await send(claire, report(theo)))).toBe('404 NOT_FOUND');
  expect(refusal(await send(claire, report({ id: randomUUID() })))).toBe('404 NOT_FOUND');
  await byHand(guilde.deps, (orm) =>
    orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, karim.id)),
  );
  expect(refusal(await send(claire, report(karim)))).toBe('404 NOT_FOUND');
  expect(refusal(await send(theo, report(claire)))).toBe('403 PROFILE_INCOMPLETE');
  expect(refusal(await send(guilde.visitor(), report(claire)))).toBe('401 UNAUTHENTICATED');
  expect(await stored()).toEqual([]);
});

test('ten reports an hour are enough for one person', async () => {
  const limited = await startGuilde({ rateLimits: true });
  try {
    const [author, other] = [await limited.as('claire'), await limited.as('karim')];
    for (let sent = 0; sent < 10; sent++) await send(author, report(other));
    expect(refusal(await send(author, report(other)))).toBe('429 RATE_LIMITED');
    expect(refusal(await send(other, report(author)))).toBe('200 ');
  } finally {
    await limited.close();
  }
});

test('a decided report goes after three years, a waiting one stays', async () => {
  granted(await send(claire, report(karim)));
  granted(await send(nina, report(karim)));
  await guilde.deps.db.orm
    .update(reports)
    .set({ status: 'resolved', decidedAt: guilde.clock.now() })
    .where(eq(reports.reporterId, claire.id));
  await applyRetention(guilde.deps);
  expect(await stored()).toHaveLength(2);
  guilde.clock.advance(3 * 366 * 86_400_000);
  await applyRetention(guilde.deps);
  expect(await stored()).toMatchObject([{ reporterId: nina.id, status: 'pending' }]);
});
