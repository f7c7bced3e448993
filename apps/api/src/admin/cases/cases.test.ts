import { randomUUID } from 'node:crypto';
import type { AdminUserDetail } from '@guilde/contracts/admin/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type {
  AdminCase,
  CaseContext,
  ContestedDecision,
  TeamDecision,
} from '@guilde/contracts/cases/rules.ts';
import type { History } from '@guilde/contracts/conversations/rules.ts';
import type { Unseen } from '@guilde/contracts/home/rules.ts';
import type { QueuePage } from '@guilde/contracts/queue/rules.ts';
import { eq, inArray } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { PASSWORD } from '../../../test/people.ts';
import { granted, openChat, refusal, sendText } from '../../../test/scenes.ts';
import { withSecondFactor } from '../../../test/second-factor.ts';
import { members } from '../../auth/tables.ts';
import { auditEntries, jobs } from '../../platform/database/tables.ts';
import { forgetQuotes } from '../../reports/retention.ts';
import { caseDecisions, cases, reports } from '../../reports/tables.ts';

const DAY = 86_400_000;

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

const REASON = 'Trois messages publicitaires en une semaine.';
const order = { rule: 'solicitation', reason: REASON };
const act = <T = AdminUserDetail>(path: string, whom: Client, more: object = {}) =>
  nina.post<T>(path === 'warn' ? `/api/admin/warnings/${whom.id}` : `/api/admin/users/${whom.id}/${path}`, {
    ...order,
    ...more,
  });
const orm = () => guilde.deps.db.orm;
const mailsTo = async (whom: Client, subject: RegExp) =>
  (await guilde.mails()).filter((mail) => mail.to === whom.email && subject.test(mail.subject));

async function report(by: Client, message?: string, whom = karim): Promise<string> {
  const text = { id: randomUUID(), reason: 'spam', description: 'Publicité.' };
  const subject = message ? { messageId: message } : { reportedUserId: whom.id };
  granted(await by.post(`/api/reports${message ? '/messages' : ''}`, { ...text, ...subject }));
  const [row] = await orm().select().from(reports).where(eq(reports.id, text.id));
  return row?.caseId ?? '';
}

const read = (id: string, by = nina) => by.get<AdminCase>(`/api/admin/cases/${id}`);

async function tokenIn(whom: Client): Promise<string> {
  const mail = (await guilde.mails()).findLast(
    ({ to, text }) => to === whom.email && text.includes('/contest#'),
  );
  const link = /https?:\/\/\S+\/contest#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  return decodeURIComponent(link);
}

const contest = (token: string, more: object = {}) =>
  guilde
    .visitor()
    .post<ContestedDecision>('/api/decisions/contests', { token, text: 'Ce n’était pas moi.', ...more });

/** The measures have an effect beside their decision, mail and journal entry. */
const MEASURES = [
  { path: 'warn', subject: /Avertissement/, effect: null },
  { path: 'certification/withdraw', subject: /certification/, effect: 'update of is_certified on profiles' },
  { path: 'suspend', subject: /suspendu/, effect: 'update of suspended_at on members' },
  { path: 'delete', subject: /supprimé/, effect: 'delete on members' },
] as const;

it.each(MEASURES)(
  '$path: decision, mail, journal and effect come together, or not at all',
  async (measure) => {
    const steps = [
      'insert on case_decisions',
      "insert on jobs when new.kind = 'mail.send'",
      "insert on jobs when new.kind = 'notice.decide'",
      'insert on audit_entries',
      'update on reports',
    ];
    const caseId = await report(claire);
    await guilde.mails();
    const state = async () => ({
      members: await orm().select().from(members),
      decisions: await orm().select().from(caseDecisions),
      cases: await orm().select().from(cases),
      reports: await orm().select().from(reports),
      journal: await orm().select().from(auditEntries),
      jobs: await orm()
        .select()
        .from(jobs)
        .where(inArray(jobs.kind, ['mail.send', 'notice.decide'])),
    });
    const before = await state();
    for (const step of measure.effect ? [...steps, measure.effect] : steps) {
      const fault = `create trigger fault before ${step} begin select raise(abort, 'fault'); end`;
      await guilde.deps.db.client.execute(fault);
      expect(refusal(await act(measure.path, karim, { caseId }))).toBe('500 INTERNAL');
      await guilde.deps.db.client.execute('drop trigger fault');
      expect(await state()).toEqual(before);
    }
    granted(await act(measure.path, karim, { caseId }));
    const after = await state();
    expect(after.decisions).toMatchObject([{ caseId, rule: 'solicitation', reason: REASON }]);
    expect(after.reports).toMatchObject([{ status: 'resolved', decidedBy: nina.id }]);
    expect(after.journal).toHaveLength(before.journal.length + 1);
    const [mail] = await mailsTo(karim, measure.subject);
    expect(mail?.text).toContain(REASON);
    expect(mail?.text).toContain('de démarcher, de faire de la publicité');
    expect(mail?.text).toContain('pendant six mois, jusqu’au 17 mai 2027');
    expect(mail?.text).toContain('/contest#token=');
    expect(mail?.text).not.toContain('Claire');
    const [reporterMail] = await mailsTo(claire, /signalement a été examiné/);
    expect(reporterMail?.text).toContain('/information/contact\n');
    expect(reporterMail?.text).not.toMatch(/Karim|Nina|averti|suspen|supprim|certifi/);
    expect(refusal(await act(measure.path, claire, { caseId }))).toBe('404 NOT_FOUND');
  },
);

it('groups what is reported about one member or one message, and decides it once', async () => {
  const zoe = await guilde.as('zoe');
  const { conversation, messages } = await openChat(claire, karim, nina);
  const said: string[] = [];
  for (const text of ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq', 'Six', 'Sept'])
    said.push((await sendText(claire, conversation.id, text)).id);
  const spam = await sendText(karim, conversation.id, 'Achetez mes services');
  const about = await report(claire, spam.id);
  expect(await report(nina, spam.id)).toBe(about);
  const text = { reason: 'spam', description: 'Publicité.' };
  const again = (by: Client, messageId: string) =>
    by.post('/api/reports/messages', { id: randomUUID(), messageId, ...text });
  expect(refusal(await again(claire, spam.id))).toBe('409 MESSAGE_REPORT_PENDING');
  expect(refusal(await again(zoe, spam.id))).toBe('404 NOT_FOUND');
  expect(refusal(await again(karim, spam.id))).toBe('409 REPORT_SELF');
  const ofMember = await report(zoe);
  expect(ofMember).not.toBe(about);

  granted(await karim.delete(`${messages}/${spam.id}`));
  expect(refusal(await again(claire, spam.id))).toBe('409 MESSAGE_DELETED');
  const shown = granted(await read(about));
  expect(shown).toMatchObject({
    subject: 'message',
    message: { isDeleted: true },
    decision: null,
    history: [],
  });
  expect(shown.reports.map(({ quote }) => quote)).toEqual(['Achetez mes services', 'Achetez mes services']);
  const around = granted(await nina.post<CaseContext>(`/api/admin/cases/${about}/context`));
  expect(around.map(({ content }) => content)).toEqual(['Trois', 'Quatre', 'Cinq', 'Six', 'Sept', '']);
  const journal = granted(await nina.get<AuditPage>('/api/admin/journal?action=readings')).items;
  expect(journal[0]).toMatchObject({ action: 'conversation.read', subjectId: conversation.id });
  granted(await nina.post(`/api/admin/cases/${about}/context`));
  const kinds = granted(await claire.get<History>(messages)).messages.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'consulted')).toHaveLength(1);

  const close = (id: string, outcome: string) =>
    nina.post<AdminCase>(`/api/admin/cases/${id}/close`, { outcome, reason: '' });
  const answers = await Promise.all([close(about, 'dismissed'), close(about, 'settled')]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  expect(granted(await read(about)).reports.map(({ quote }) => quote)).toEqual([null, null]);
  await expect(
    orm()
      .insert(caseDecisions)
      .values({
        ...{ id: randomUUID(), caseId: about, outcome: 'dismissed', decidedAt: 1, deciderName: 'Nina' },
      }),
  ).rejects.toThrow();
  granted(await act('warn', karim, { caseId: ofMember }));
  const next = await report(zoe);
  expect(granted(await read(next))).toMatchObject({
    history: [{ outcome: 'warning' }, { outcome: expect.stringMatching(/dismissed|settled/) }],
    formerReports: 3,
  });
});

it('a measure that answers no report leaves the open case of the same member as it is', async () => {
  const waiting = await report(claire);
  granted(await act('warn', karim));
  expect(refusal(await act('warn', karim))).toBe('409 ALREADY_WARNED');
  granted(await act('warn', karim, { reason: 'Une quatrième fois.' }));
  expect(granted(await read(waiting))).toMatchObject({
    decision: null,
    history: [{ outcome: 'warning' }, { outcome: 'warning' }],
  });
  expect(await report(nina)).toBe(waiting);
  expect(await mailsTo(claire, /signalement a été examiné/)).toEqual([]);
});

it('keeps the text of a message until its decision cannot be contested any more', async () => {
  const { conversation } = await openChat(claire, karim);
  const { id } = await sendText(karim, conversation.id, 'Achetez mes services');
  granted(await act('warn', karim, { caseId: await report(claire, id) }));
  const quotes = async () => (await orm().select().from(reports)).map(({ quote }) => quote);
  guilde.clock.advance(180 * DAY);
  await forgetQuotes(guilde.deps);
  expect(await quotes()).toEqual(['Achetez mes services']);
  guilde.clock.advance(3 * DAY);
  await forgetQuotes(guilde.deps);
  expect(await quotes()).toEqual([null]);
});

it('a warning is read once in the app, and stays in one’s own data', async () => {
  const caseId = await report(claire);
  granted(await act('warn', karim, { caseId }));
  const [decision] = granted(await karim.get<TeamDecision[]>('/api/decisions'));
  expect(decision).toMatchObject({ measure: 'warning', reason: REASON, acknowledgedAt: null, contest: null });
  expect(JSON.stringify(decision)).not.toMatch(/Claire|Nina/);
  expect(refusal(await claire.post(`/api/decisions/${decision?.id}/acknowledge`))).toBe('404 NOT_FOUND');
  const unread = async () => granted(await karim.get<Unseen>('/api/home/unseen')).decision;
  expect(await unread()).toEqual(decision);
  granted(await karim.post(`/api/decisions/${decision?.id}/acknowledge`));
  expect(await unread()).toBeNull();
  const [read] = granted(await karim.get<TeamDecision[]>('/api/decisions'));
  expect(read?.acknowledgedAt).not.toBeNull();
  expect(granted(await claire.get<TeamDecision[]>('/api/decisions'))).toEqual([]);
});

it('a suspension ends by itself, and says until when and how to contest it', async () => {
  granted(await act('suspend', karim, { days: 7 }));
  const signIn = () => guilde.visitor().post('/api/auth/sign-in', { email: karim.email, password: PASSWORD });
  const refused = await signIn();
  expect(refusal(refused)).toBe('403 MEMBER_SUSPENDED');
  expect(refused.error.message).toContain('jusqu’au 24 novembre 2026');
  const token = String(refused.error.params.contest);
  expect(token).toBe(await tokenIn(karim));
  const link = await guilde.visitor().post<ContestedDecision>('/api/decisions/contested', { token });
  expect(granted(link)).toMatchObject({ measure: 'suspension', asksEmail: false, contest: null });
  guilde.clock.advance(7 * DAY);
  expect(await mailsTo(karim, /rétabli/)).toHaveLength(1);
  expect((await signIn()).status).toBe(200);
  const [decision] = await orm().select().from(caseDecisions);
  expect(decision?.endedAt).not.toBeNull();
  const [last] = granted(await nina.get<AuditPage>('/api/admin/journal')).items;
  expect(last).toMatchObject({ action: 'user.restore', actorName: 'Guilde' });
});

it('the end of a suspension does not end the one that replaced it', async () => {
  granted(await act('suspend', karim, { days: 7 }));
  granted(await act('restore', karim));
  granted(await act('suspend', karim, { days: 30 }));
  guilde.clock.advance(8 * DAY);
  await guilde.mails();
  const [member] = await orm().select().from(members).where(eq(members.id, karim.id));
  expect(member?.suspendedAt).not.toBeNull();
});

it('another administrator decides a contest, and reversing undoes the suspension', async () => {
  granted(await nina.put(`/api/admin/users/${claire.id}/role`, { role: 'admin' }));
  await withSecondFactor(guilde, claire);
  const caseId = await report(await guilde.as('zoe'));
  granted(await act('suspend', karim, { caseId, days: 30 }));
  const token = await tokenIn(karim);
  expect(refusal(await contest(`${token}x`))).toBe('410 CONTEST_LINK_INVALID');
  granted(await contest(token));
  granted(await contest(token));
  expect(refusal(await contest(token, { text: 'Autre chose' }))).toBe('409 CONTEST_EXISTS');
  expect(await mailsTo(claire, /Contestation/)).toHaveLength(1);
  const own = granted(await read(caseId));
  expect(own).toMatchObject({ mayReview: false, isAlone: false });
  const id = own.decision?.contest?.id ?? '';
  const decide = (by: Client, outcome: string) =>
    by.post<AdminCase>(`/api/admin/contests/${id}/decide`, { outcome, answer: 'Vous avez raison.' });
  expect(refusal(await decide(nina, 'upheld'))).toBe('409 CONTEST_OWN_DECISION');
  expect(granted(await decide(claire, 'reversed')).decision?.contest).toMatchObject({
    outcome: 'reversed',
    decidedBy: 'Claire Martin',
  });
  expect(refusal(await decide(claire, 'upheld'))).toBe('409 CONTEST_DECIDED');
  const [member] = await orm().select().from(members).where(eq(members.id, karim.id));
  expect(member).toMatchObject({ suspendedAt: null, suspendedUntil: null, suspensionId: null });
  const [mail] = await mailsTo(karim, /contestation est acceptée/);
  expect(mail?.text).toContain('Vous avez raison.');
  expect(refusal(await claire.get(`/api/admin/cases/${randomUUID()}`))).toBe('404 NOT_FOUND');
});

it('whoever is alone reviews the own decision, also for somebody without an account, within six months', async () => {
  granted(await act('delete', karim));
  const token = await tokenIn(karim);
  expect((await contest(token)).error.fields).toHaveProperty('email');
  granted(await contest(token, { email: 'karim@ailleurs.fr' }));
  const [one] = await orm().select().from(cases);
  const shown = granted(await read(one?.id ?? ''));
  expect(shown).toMatchObject({ member: null, mayReview: true, isAlone: true });
  const path = `/api/admin/contests/${shown.decision?.contest?.id}/decide`;
  granted(await nina.post(path, { outcome: 'upheld', answer: 'Les faits sont établis.' }));
  const mail = (await guilde.mails()).findLast(({ to }) => to === 'karim@ailleurs.fr');
  expect(mail?.subject).toBe('Votre contestation est rejetée');
  expect(JSON.stringify(await orm().select().from(cases))).not.toContain('ailleurs');

  granted(await act('warn', claire));
  const late = await tokenIn(claire);
  guilde.clock.advance(185 * DAY);
  expect(refusal(await contest(late))).toBe('410 CONTEST_TOO_LATE');
});

it('moderators warn members and one another, but nobody who administers', async () => {
  const moderator = await withSecondFactor(guilde, await guilde.as('paul'));
  granted(await nina.put(`/api/admin/users/${moderator.id}/role`, { role: 'moderator' }));
  granted(await nina.put(`/api/admin/users/${claire.id}/role`, { role: 'moderator' }));
  const warn = (by: Client, whom: Client) => by.post(`/api/admin/warnings/${whom.id}`, order);
  for (const whom of [karim, claire]) granted(await warn(moderator, whom));
  expect(refusal(await warn(moderator, nina))).toBe('409 ACT_ON_ADMINISTRATOR');
  granted(await nina.put(`/api/admin/users/${claire.id}/role`, { role: 'admin' }));
  granted(await warn(nina, claire));
});

it('the badge is given back by the team, and when its withdrawal is reversed', async () => {
  const isCertified = async () =>
    granted(await nina.get<AdminUserDetail>(`/api/admin/users/${karim.id}`)).isCertified;
  granted(await act('certification/withdraw', karim));
  expect(refusal(await act('certification/withdraw', karim))).toBe('409 CERTIFICATION_UNCHANGED');
  granted(await act('certification/return', karim));
  expect(await isCertified()).toBe(true);
  expect(await mailsTo(karim, /certification est rétablie/)).toHaveLength(1);
  const before = granted(await karim.get<TeamDecision[]>('/api/decisions'));
  expect(before).toMatchObject([{ measure: 'certification', endedAt: expect.any(String) }]);

  granted(await act('certification/withdraw', karim));
  granted(await contest(await tokenIn(karim)));
  const page = granted(await nina.get<QueuePage>('/api/admin/queue?kind=contest'));
  expect(page.items).toMatchObject([
    { kind: 'contest', title: 'Karim Benali', note: 'Retrait de la certification' },
  ]);
  const { decision } = granted(await read(page.items[0]?.id ?? ''));
  const path = `/api/admin/contests/${decision?.contest?.id}/decide`;
  granted(await nina.post(path, { outcome: 'reversed', answer: 'Vous avez raison.' }));
  expect(await isCertified()).toBe(true);
  expect(granted(await nina.get<QueuePage>('/api/admin/queue')).items).toEqual([]);
});

it('a case about an administrator is hidden from that administrator', async () => {
  const caseId = await report(claire, undefined, nina);
  expect(refusal(await read(caseId))).toBe('404 NOT_FOUND');
  expect(refusal(await nina.post(`/api/admin/cases/${caseId}/close`, { outcome: 'dismissed' }))).toBe(
    '404 NOT_FOUND',
  );
});
