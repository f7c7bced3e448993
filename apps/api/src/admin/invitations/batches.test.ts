import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type { Account } from '@guilde/contracts/auth/rules.ts';
import {
  type BulkPreview,
  bulkReason,
  type InvitationBatch,
  type InvitationBatches,
} from '@guilde/contracts/bulk-invitations/rules.ts';
import type { Invitations } from '@guilde/contracts/invitations/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bulkList, KNOWN } from '../../../test/bulk-list.ts';
import {
  addressed,
  BATCHES,
  INVITED,
  join,
  LETTER,
  pass,
  REMINDED,
  received,
  refuseInvitations,
  sendList,
  typed,
} from '../../../test/bulk-scenes.ts';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { PEOPLE } from '../../../test/people.ts';
import { completeProfile } from '../../../test/profile-answers.ts';
import { granted, refusal } from '../../../test/scenes.ts';
import { withSecondFactor } from '../../../test/second-factor.ts';
import { sendDueMails } from '../../invitations/batch-mails.ts';
import { listsNaming } from '../../invitations/batches.ts';
import { batchDetail } from './batches.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

let guilde: Guilde;
let nina: Client;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim'] });
  nina = await guilde.as('nina');
  // The tests move the clock, and run the task themselves.
  await guilde.deps.jobs.stop();
});
afterEach(() => guilde.close());

const send = (rows: object[], by = nina, letter?: object) => sendList(by, rows, letter);
const page = async (id: string) => granted(await nina.get<InvitationBatch>(`${BATCHES}/${id}`));
const remind = (id: string) => nina.post<InvitationBatch>(`${BATCHES}/${id}/remind`);

it('says of each of 300 rows with twelve kinds of faults what becomes of it, and invites those that are ready', async () => {
  granted(await nina.post('/api/invitations', { vouched: true, email: KNOWN.invited }));
  granted(await nina.post('/api/invitations', { vouched: true, email: KNOWN.objected }));
  await refuseInvitations(guilde, KNOWN.objected);
  await guilde.deps.bounces.record(KNOWN.bounced, guilde.clock.now());
  const list = bulkList(300);
  const rows = typed(list.lines);
  const preview = granted(await nina.put<BulkPreview>(`${BATCHES}/preview`, { rows }));
  expect(preview.rows.map(bulkReason)).toEqual(list.reasons);
  expect(new Set(preview.rows.map(({ status }) => status)).size).toBe(10);
  expect(preview.batchId).toBeNull();
  expect((await guilde.mails()).some(({ to }) => list.ready.includes(to))).toBe(false);

  const before = granted(await nina.get<Invitations>('/api/invitations'));
  const batch = granted(await send(rows));
  expect(batch).toMatchObject({ title: LETTER.title, authorName: 'Nina Roche', invited: list.ready.length });
  expect(batch.named).toBe(list.reasons.filter((reason) => reason.startsWith('sans adresse')).length);
  const sent = (await guilde.mails()).filter(({ to }) => list.ready.includes(to));
  // An hour allows sixty to each of the three domains.
  expect(sent.length).toBe(180);
  for (const _ of ['an hour', 'two hours']) {
    guilde.clock.advance(HOUR);
    await sendDueMails(guilde.deps);
  }
  const all = (await guilde.mails()).map(({ to }) => to).filter((to) => list.ready.includes(to));
  expect(all.toSorted()).toEqual(list.ready.toSorted());
  expect(await page(batch.id)).toMatchObject({ sent: list.ready.length, unanswered: 0 });
  expect(granted(await nina.get<Invitations>('/api/invitations'))).toEqual(before);

  const again = granted(await nina.put<BulkPreview>(`${BATCHES}/preview`, { rows }));
  expect(again.batchId).toBe(batch.id);
  expect(again.rows.filter(({ status }) => status === 'ready')).toEqual([]);
  const found = await listsNaming(guilde.deps.db.orm, ['ROUXU marc', 'Personne Ici', '']);
  expect([...found]).toEqual([]);
  const [absent] = preview.rows.filter(({ status }) => status === 'named');
  const [, firstName, lastName] = list.lines[(absent?.line ?? 0) - 1] ?? [];
  const name = `${lastName?.toUpperCase()} ${firstName}`;
  expect((await listsNaming(guilde.deps.db.orm, [name])).get(name)).toEqual({
    batchId: batch.id,
    title: LETTER.title,
  });
});

it('the mail names who gave the address, has the leader’s words, and is followed by two reminders', async () => {
  const { id } = granted(await send(addressed('lea@poste.example')));
  const mail = (await guilde.mails()).findLast(({ to }) => to === 'lea@poste.example');
  expect(mail?.text).toContain('On déménage ici.\n\nÀ lundi.');
  expect(mail?.text).toContain(
    'Ton adresse nous a été donnée par Nina Roche (Maison Roche), avec la liste «\u00a0Groupe de Lyon\u00a0»',
  );
  expect(mail?.text).toContain('valable jusqu’au jeudi 17 décembre');
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  await pass(guilde, 3, 1, 7, 1, 5, 5);
  expect(await received(guilde, 'lea@poste.example')).toEqual([INVITED, REMINDED, REMINDED]);
  expect(await page(id)).toMatchObject({ sent: 1, unanswered: 0, expired: 0 });
  await pass(guilde, 10);
  // The session has ended by then.
  const { deps, clock } = guilde;
  expect(await batchDetail(deps.db.orm, id, clock.now())).toMatchObject({ sent: 1, expired: 1 });
});

it('« Relancer » writes once to who has not answered, and nobody has more than three mails', async () => {
  const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@poste.example`);
  const { id } = granted(await send(addressed(...emails)));
  await guilde.mails();
  await refuseInvitations(guilde, 'b@poste.example');
  await guilde.deps.bounces.record('c@poste.example', guilde.clock.now());
  await join(guilde, 'd@poste.example');
  expect(await page(id)).toMatchObject({
    invited: 4,
    sent: 4,
    gone: 1,
    returned: 1,
    accounts: 1,
    unanswered: 0,
  });
  guilde.clock.advance(2 * DAY);
  expect(await page(id)).toMatchObject({ unanswered: 1 });
  for (const _ of ['once', 'again']) granted(await remind(id));
  expect(await received(guilde, 'a@poste.example')).toEqual([INVITED, REMINDED]);
  await pass(guilde, 2, 8, 5);
  expect(await received(guilde, 'a@poste.example')).toEqual([INVITED, REMINDED, REMINDED]);
  for (const email of ['b@poste.example', 'c@poste.example'])
    expect(await received(guilde, email)).toEqual([INVITED]);
  expect((await received(guilde, 'd@poste.example')).filter((subject) => subject === REMINDED)).toEqual([]);
  const journal = granted(await nina.get<AuditPage>('/api/admin/journal?action=batch.remind')).items;
  expect(journal).toMatchObject([{ subjectLabel: LETTER.title, after: { invited: 1 } }]);
  expect(refusal(await remind('00000000-0000-4000-8000-000000000000'))).toBe('404 NOT_FOUND');
});

it('the same list is one batch, whoever sends it, at once or later, and in whatever order', async () => {
  const claire = await guilde.as('claire');
  granted(await nina.put(`/api/admin/users/${claire.id}/role`, { role: 'admin' }));
  await withSecondFactor(guilde, claire);
  const rows = addressed('a@poste.example', 'b@poste.example');
  const both = await Promise.all([send(rows), send(rows.toReversed(), claire), send(rows)]);
  const [id] = both.map((answer) => granted(answer).id);
  expect(new Set(both.map(({ body }) => body.id))).toEqual(new Set([id]));
  await guilde.mails();
  guilde.clock.advance(DAY);
  expect(granted(await send(rows, claire, { ...LETTER, message: 'Encore.' }))).toMatchObject({
    id,
    message: LETTER.message,
  });
  // One more row is another list, of which only that row is new.
  const more = granted(await send([...rows, ...addressed('z@poste.example')]));
  expect(more).toMatchObject({ invited: 1 });
  for (const name of ['a', 'b', 'z']) expect(await received(guilde, `${name}@poste.example`)).toHaveLength(1);
  const lists = granted(await nina.get<InvitationBatches>(BATCHES));
  expect(lists.items.map(({ id: one }) => one)).toEqual([more.id, id]);
  const journal = granted(await nina.get<AuditPage>('/api/admin/journal?action=batch.send')).items;
  expect(journal.map(({ after }) => after)).toEqual([
    { rows: 3, invited: 1, named: 0, skipped: 2 },
    { rows: 2, invited: 2, named: 0, skipped: 0 },
  ]);
});

it('what the list says is proposed, corrected in the profile, and then forgotten', async () => {
  const lines = [
    ['email', 'prenom', 'nom', 'boutique', 'url', 'cms', 'secteur'],
    ['lea@poste.example', 'Léa', 'Roux', 'Atelier Roux', 'atelier-roux.fr', 'Shopify', 'Mode'],
  ];
  granted(await send(typed(lines)));
  const { visitor, offer } = await join(guilde, 'lea@poste.example');
  expect(offer).toMatchObject({ storeUrl: 'https://atelier-roux.fr', inviter: { firstName: 'Nina' } });
  const account = async () => granted(await visitor.get<Account>('/api/auth/account'));
  expect(await account()).toMatchObject({
    profile: null,
    known: { firstName: 'Léa', storeName: 'Atelier Roux', cms: 'shopify', sector: 'fashion' },
  });
  await completeProfile(visitor, PEOPLE.zoe);
  expect(await account()).toMatchObject({ known: null, profile: { firstName: 'Zoé' } });
  const { left } = granted(await nina.get<Invitations>('/api/invitations'));
  expect(left).toBe(30);
});

it('a list with nothing to send, too many rows, or a letter with a link is refused', async () => {
  expect(refusal(await send(addressed('pas-une-adresse')))).toBe('422 INVALID_INPUT');
  expect(refusal(await send([]))).toBe('422 INVALID_INPUT');
  const many = addressed(...Array.from({ length: 2001 }, (_, index) => `m${index}@poste.example`));
  expect((await send(many)).error.fields.rows).toBe('Une liste a 2\u202f000 lignes au plus.');
  const rows = addressed('a@poste.example');
  const linked = await send(rows, nina, { ...LETTER, message: 'Va sur mal.com' });
  expect(linked.error.fields.message).toBe('Écris ce texte sans lien ni adresse.');
  expect(refusal(await send(rows, nina, { ...LETTER, vouched: false }))).toBe('422 INVALID_INPUT');
  const huge = [{ line: 1, email: 'x'.repeat(3 * 1024 * 1024) }];
  expect(refusal(await send(huge))).toBe('413 BODY_TOO_LARGE');
  nina.prove = undefined;
  guilde.clock.advance(HOUR);
  expect(refusal(await send(rows))).toBe('403 PROOF_REQUIRED');
  expect((await guilde.mails()).filter(({ to }) => to.endsWith('@poste.example'))).toEqual([]);
});
