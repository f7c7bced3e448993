import type { InvitationBatch } from '@guilde/contracts/bulk-invitations/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import {
  addressed,
  BATCHES,
  INVITED,
  join,
  pass,
  REMINDED,
  received,
  refuseInvitations,
  sendList,
  typed,
} from '../../test/bulk-scenes.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { withSecondFactor } from '../../test/second-factor.ts';
import { linkIn } from '../../test/sign-up.ts';
import { members } from '../auth/tables.ts';
import { applyRetention } from '../platform/retention.ts';
import { sendDueMails } from './batch-mails.ts';
import { objectionLink } from './objections.ts';
import { batchRows, invitations } from './tables.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const LEA = 'lea@poste.example';
const PREFILLED = typed([
  ['email', 'prenom', 'boutique'],
  [LEA, 'Léa', 'Atelier Roux'],
]);

let guilde: Guilde;
let nina: Client;
let claire: Client;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire'] });
  nina = await guilde.as('nina');
  claire = await withSecondFactor(guilde, await guilde.as('claire'));
  granted(await nina.put(`/api/admin/users/${claire.id}/role`, { role: 'admin' }));
  // The tests move the clock, and run the task themselves.
  await guilde.deps.jobs.stop();
});
afterEach(() => guilde.close());

const subjects = (email: string) => received(guilde, email);

/** The mails are in the queue, and none has left: the mail service was down, or the server stopped. */
async function queued(...emails: string[]): Promise<void> {
  granted(await sendList(nina, addressed(...emails)));
  await sendDueMails(guilde.deps);
}

it('nobody has more than three mails of a list, whatever is sent, reminded or sent again on which day', async () => {
  const emails = Array.from({ length: 30 }, (_, index) => `m${index}@poste${index % 3}.example`);
  const { id } = granted(await sendList(nina, addressed(...emails)));
  await sendDueMails(guilde.deps);
  for (let day = 1; day <= 29; day++) {
    await pass(guilde, 1);
    for (const client of [nina, claire]) {
      granted(await sendList(client, addressed(...emails.toReversed())));
      if (day % 2 === 0) granted(await client.post(`${BATCHES}/${id}/remind`));
    }
    if (day === 10)
      granted(await nina.post(`/api/invitations`, { vouched: true, email: 'autre@poste0.example' }));
  }
  for (const email of emails) expect(await subjects(email)).toEqual([INVITED, REMINDED, REMINDED]);
  expect(await guilde.deps.db.orm.$count(invitations, eq(invitations.batchId, id))).toBe(emails.length);
});

it('an hour has sixty mails for each domain, the reminders too, and other domains do not wait', async () => {
  const many = Array.from({ length: 130 }, (_, index) => `m${index}@poste.example`);
  granted(await sendList(nina, addressed(...many, 'seul@ailleurs.example')));
  const mailed = async () => {
    await sendDueMails(guilde.deps);
    return (await guilde.mails()).filter(({ to }) => to.endsWith('@poste.example')).length;
  };
  expect(await mailed()).toBe(60);
  expect(await subjects('seul@ailleurs.example')).toEqual([INVITED]);
  const seen: number[] = [];
  for (const minutes of [59, 1, 30, 30]) {
    guilde.clock.advance(minutes * 60_000);
    seen.push(await mailed());
  }
  expect(seen).toEqual([60, 120, 120, 130]);
  guilde.clock.advance(4 * DAY);
  expect(await mailed()).toBe(190);
  guilde.clock.advance(HOUR);
  expect(await mailed()).toBe(250);
});

it('what could not leave while the mail service was down does not leave all at once afterwards', async () => {
  const many = Array.from({ length: 130 }, (_, index) => `m${index}@poste.example`);
  granted(await sendList(nina, addressed(...many)));
  const down = vi.spyOn(guilde.deps.mailer, 'send').mockRejectedValue(new Error('down'));
  onTestFinished(() => down.mockRestore());
  const left = async () => {
    guilde.clock.advance(HOUR / 2);
    await sendDueMails(guilde.deps);
    return (await guilde.mails()).filter(({ to }) => to.endsWith('@poste.example')).length;
  };
  for (let half = 0; half < 10; half++) expect(await left()).toBe(0);
  down.mockRestore();
  const counts = [0];
  while ((counts.at(-1) ?? 0) < many.length) counts.push(await left());
  const hours = counts.map((count, at) => count - (counts[at - 2] ?? 0));
  expect(Math.max(...hours)).toBeLessThanOrEqual(60);
});

it('an objection, a sign-up or a bounce while mails wait in the queue ends them there', async () => {
  await queued(LEA, 'marc@poste.example', 'zoe@poste.example', 'omar@poste.example');
  const { hash } = new URL(objectionLink(guilde.deps, LEA).url);
  granted(await guilde.visitor().post(`/api/invitations/objection?${hash.slice(1)}`));
  await guilde.deps.bounces.record('marc@poste.example', guilde.clock.now());
  expect(await subjects(LEA)).toEqual([]);
  expect(await subjects('marc@poste.example')).toEqual([]);
  expect(await subjects('zoe@poste.example')).toEqual([INVITED]);
  const link = await linkIn(guilde, 'zoe@poste.example');
  guilde.clock.advance(4 * DAY);
  await sendDueMails(guilde.deps);
  await join(guilde, 'zoe@poste.example', link);
  expect(await subjects('zoe@poste.example')).toEqual([INVITED]);
  expect(await subjects('omar@poste.example')).toEqual([INVITED, REMINDED]);
});

it('an objection, a sign-up, a bounce or a member’s new address between the reminders ends them', async () => {
  const emails = ['lea', 'marc', 'zoe', 'omar', 'ines'].map((name) => `${name}@poste.example`);
  const [lea = '', marc = '', zoe = '', omar = '', ines = ''] = emails;
  granted(await sendList(nina, addressed(...emails)));
  await pass(guilde, 0, 4);
  await refuseInvitations(guilde, lea);
  await join(guilde, marc);
  await guilde.deps.bounces.record(zoe, guilde.clock.now());
  await guilde.deps.db.orm.update(members).set({ email: omar }).where(eq(members.id, claire.id));
  await pass(guilde, 8, 5);
  for (const email of [lea, zoe, omar]) expect(await subjects(email)).toEqual([INVITED, REMINDED]);
  expect((await subjects(marc)).filter((subject) => subject === REMINDED)).toHaveLength(1);
  expect(await subjects(ines)).toEqual([INVITED, REMINDED, REMINDED]);
});

it('mails wait while the leader is suspended, in the queue too, and go on afterwards', async () => {
  granted(await sendList(claire, addressed(LEA)));
  await sendDueMails(guilde.deps);
  granted(await nina.post(`/api/admin/users/${claire.id}/suspend`, { reason: 'Essai', rule: 'misuse' }));
  await pass(guilde, 0, 1);
  expect(await subjects(LEA)).toEqual([]);
  granted(await nina.post(`/api/admin/users/${claire.id}/restore`, { reason: 'Erreur' }));
  await pass(guilde, 1, 2, 8, 5);
  expect(await subjects(LEA)).toEqual([
    'Claire Martin t’invite sur Guilde',
    ...Array.from({ length: 2 }, () => 'Rappel : Claire Martin t’invite sur Guilde'),
  ]);
});

it('a list goes on when its leader administers no more, and ends with the account', async () => {
  const { id } = granted(await sendList(claire, PREFILLED));
  await pass(guilde, 0);
  granted(await nina.put(`/api/admin/users/${claire.id}/role`, { role: 'member' }));
  await pass(guilde, 4);
  expect(await subjects(LEA)).toHaveLength(2);
  guilde.clock.advance(8 * DAY);
  await sendDueMails(guilde.deps);
  granted(await claire.post('/api/account/delete', { password: PASSWORD }));
  await pass(guilde, 1, 1);
  expect(await subjects(LEA)).toHaveLength(2);
  expect(await guilde.deps.db.orm.$count(batchRows)).toBe(0);
  const batch = granted(await nina.get<InvitationBatch>(`${BATCHES}/${id}`));
  expect(batch).toMatchObject({ authorName: '', gone: 1, unanswered: 0 });
  expect(refusal(await nina.post(`${BATCHES}/${id}/remind`))).toBe('200 ');
});

it('what a list says of somebody goes with the invitation, however it ends', async () => {
  const known = async () =>
    (await guilde.deps.db.orm.select({ known: batchRows.known }).from(batchRows)).map((row) => row.known);
  granted(await sendList(nina, PREFILLED));
  await pass(guilde, 0);
  expect(await known()).toMatchObject([{ firstName: 'Léa', storeName: 'Atelier Roux' }]);
  await refuseInvitations(guilde, LEA);
  expect(await known()).toEqual([]);

  const later = typed([
    ['email', 'prenom'],
    ['marc@poste.example', 'Marc'],
    ['zoe@poste.example', 'Zoé'],
    ['', 'Paul'],
  ]);
  granted(await sendList(nina, later, { title: 'Seconde', message: 'Bonjour.', vouched: true }));
  await pass(guilde, 0);
  const { visitor } = await join(guilde, 'marc@poste.example');
  granted(await visitor.post('/api/account/delete', { password: PASSWORD }));
  expect((await known()).map((one) => one?.firstName)).toEqual([undefined, 'Zoé', 'Paul']);
  guilde.clock.advance(60 * DAY - HOUR);
  await applyRetention(guilde.deps);
  expect((await known()).map((one) => one?.firstName)).toEqual([undefined, 'Zoé', 'Paul']);
  guilde.clock.advance(2 * HOUR);
  await applyRetention(guilde.deps);
  expect(await known()).toEqual([null]);
});
