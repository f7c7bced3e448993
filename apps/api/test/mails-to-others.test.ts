import { randomUUID } from 'node:crypto';
import { LINK_IN_NAME } from '@guilde/contracts/validation.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailUnreadMessages } from '../src/conversations/unread-mails.ts';
import { sentMails } from '../src/platform/database/tables.ts';
import { mailboxOf } from '../src/platform/services/sent-mails.ts';
import { profiles } from '../src/profiles/tables.ts';
import { sosRequests } from '../src/sos/tables.ts';
import { byHand } from './by-hand.ts';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { unconfirmed } from './newcomers.ts';
import { granted, openChat, sendText } from './scenes.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let guilde: Guilde;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  [claire, karim] = await Promise.all([guilde.as('claire'), guilde.as('karim')]);
});
afterAll(() => guilde.close());

async function mailsTo(email: string) {
  return (await guilde.mails()).filter(({ to }) => mailboxOf(to) === mailboxOf(email));
}

type Mail = Awaited<ReturnType<typeof mailsTo>>[number];

async function invitationOf(client: Client): Promise<Mail | undefined> {
  const email = `${randomUUID()}@exemple.fr`;
  granted(await client.post('/api/invitations', { vouched: true, email }));
  return (await mailsTo(email))[0];
}

/** The mail shows the words, with invisible breaks where a mail program would see an address. */
function expectNoLink(mail: Mail | undefined, words: string): void {
  const read = [mail?.subject, mail?.text, mail?.html].join('\n');
  expect(read.replaceAll('\u200b', '')).toContain(words);
  expect(read).not.toContain(words);
}

async function inviteAndTakeBack(client: Client, email: string): Promise<string> {
  const { status, body, error } = await client.post<{ id: string }>('/api/invitations', {
    vouched: true,
    email,
  });
  if (status !== 200) return error.code;
  await client.delete(`/api/invitations/${body.id}`);
  return 'sent';
}

describe('invitations', () => {
  test('two a day reach a mailbox, whoever sends them, whatever is taken back', async () => {
    const email = 'cible@exemple.fr';
    expect(await inviteAndTakeBack(claire, email)).toBe('sent');
    expect(await inviteAndTakeBack(karim, 'Cible+boutique@exemple.fr')).toBe('sent');
    for (const client of [claire, karim])
      expect(await inviteAndTakeBack(client, email)).toBe('INVITATION_MAILS_RECEIVED');
    expect(await mailsTo(email)).toHaveLength(2);
    const refused = await claire.post('/api/invitations', { vouched: true, email });
    expect(refused.status).toBe(429);
    expect(refused.error.message).toBe(
      'Cette adresse a déjà reçu deux invitations en 24 heures. Réessaie demain.',
    );
    guilde.clock.advance(DAY);
    expect(await inviteAndTakeBack(claire, email)).toBe('sent');
  });

  test('twenty at once are two mails', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => inviteAndTakeBack(claire, `a.b.c+${index}@gmail.com`)),
    );
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(2);
    expect(await mailsTo('abc@gmail.com')).toHaveLength(2);
  });

  test('forty a day leave a member, whatever is taken back; a refusal stores nothing', async () => {
    const zoe = await guilde.as('zoe');
    for (let index = 0; index < 40; index++)
      expect(await inviteAndTakeBack(zoe, `cible-${index}@exemple.fr`)).toBe('sent');
    const refused = await zoe.post('/api/invitations', { vouched: true, email: 'encore@exemple.fr' });
    expect(refused.status).toBe(429);
    expect(refused.error.code).toBe('INVITATION_MAILS_SENT');
    expect((await zoe.get('/api/invitations')).body).toEqual({ left: 30, invitations: [] });
    expect(await mailsTo('encore@exemple.fr')).toEqual([]);
    expect(await inviteAndTakeBack(karim, 'encore@exemple.fr')).toBe('sent');
    guilde.clock.advance(DAY);
    expect(await inviteAndTakeBack(zoe, 'encore@exemple.fr')).toBe('sent');
  });

  test('what is counted names no address and goes after a day', async () => {
    await inviteAndTakeBack(claire, 'secrete@exemple.fr');
    const rows = JSON.stringify(await guilde.deps.db.orm.select().from(sentMails));
    expect(rows).not.toContain('exemple.fr');
    guilde.clock.advance(DAY);
    await inviteAndTakeBack(claire, 'derniere@exemple.fr');
    expect(await guilde.deps.db.orm.select().from(sentMails)).toHaveLength(1);
  });
});

describe('a name in a mail', () => {
  test.each(['https://evil.tld/login', 'Urgent a@evil.tld'])('is no address: %s', async (name) => {
    const steps = [
      [1, { firstName: name, lastName: 'Martin' }, 'firstName'],
      [1, { firstName: 'Claire', lastName: name }, 'lastName'],
      [2, { storeName: name, storeUrl: 'https://boutique.fr' }, 'storeName'],
    ] as const;
    const theo = await guilde.as('theo');
    for (const [step, values, field] of steps) {
      const { status, error } = await theo.put('/api/profile/step', { step, values });
      expect(status).toBe(422);
      expect(Object.values(error.fields), field).toEqual([LINK_IN_NAME]);
    }
  });

  test.each([
    'evil.tld',
    'Urgent www.evil',
    'evil。tld',
    'evil．tld/x',
    't.co/abc',
    'Votre compte evil.example expire',
    'Vente-privee.com',
  ])('is taken, and is no link in the mail: %s', async (name) => {
    const lucie = await guilde.as('lucie');
    const steps = [
      { step: 1, values: { firstName: name, lastName: name } },
      { step: 2, values: { storeName: name, storeUrl: 'https://boutique.fr' } },
    ];
    for (const step of steps) granted(await lucie.put('/api/profile/step', step));
    expectNoLink(await invitationOf(lucie), name);
  });

  test('that was stored before is no link in the mail', async () => {
    const lucie = await guilde.as('lucie');
    await byHand(guilde.deps, (orm) =>
      orm
        .update(profiles)
        .set({ lastName: 'https://evil.tld/login', storeName: 'evil.example' })
        .where(eq(profiles.userId, lucie.id)),
    );
    const mail = await invitationOf(lucie);
    expectNoLink(mail, 'https://evil.tld/login');
    expectNoLink(mail, 'evil.example');
  });

  test.each([
    [{ firstName: 'L’équipe', lastName: 'de Guilde' }, ' (Boutique)'],
    [{ firstName: 'G.u.i.l.d.e', lastName: 'Martin' }, ' (Boutique)'],
    [{ firstName: 'Guіlde', lastName: 'Martin' }, ' (Boutique)'],
    [{ firstName: 'Rappelez-nous', lastName: '06 12 34 56 78' }, ' (Boutique)'],
    [{ firstName: '٠٦١٢٣٤٥٦٧٨', lastName: 'Martin' }, ' (Boutique)'],
    [{ firstName: 'Support', lastName: 'Guilde', storeName: 'Appelez le 06 12 34 56 78' }, ''],
    [{ firstName: 'Sécurité', lastName: 'Martin', storeName: 'Équipe Guilde' }, ''],
  ])('neither speaks as Guilde nor gives a number to a stranger: %j', async (names, shop) => {
    const lucie = await guilde.as('lucie');
    const stored = { storeName: 'Boutique', ...names };
    await byHand(guilde.deps, (orm) => orm.update(profiles).set(stored).where(eq(profiles.userId, lucie.id)));
    const email = `${randomUUID()}@exemple.fr`;
    granted(await lucie.post('/api/invitations', { vouched: true, email }));
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Un membre t’invite sur Guilde');
    expect(mail?.text).toContain(`Un membre${shop} te parraine`);
    const read = [mail?.text, mail?.html].join('\n');
    expect(read).not.toContain(`${names.lastName}, nous a donné ton adresse`);
    if ('storeName' in names) expect(read).not.toContain(names.storeName);
  });
});

describe('whatever a stranger types', () => {
  test('no more than ten confirmations and ten resets a day reach a mailbox, forty codes, and nobody is told who has an account', async () => {
    const email = 'pas-encore@exemple.fr';
    await unconfirmed(guilde, claire, email);
    const before = (await mailsTo(email)).length;
    for (let index = 0; index < 15; index++)
      expect((await guilde.visitor().post('/api/auth/confirm/resend', { email })).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(before + 10);

    const paul = await guilde.as('paul');
    const known = (await mailsTo(paul.email)).length;
    for (let index = 0; index < 15; index++)
      expect((await guilde.visitor().post('/api/auth/reset-request', { email: paul.email })).status).toBe(
        200,
      );
    expect(await mailsTo(paul.email)).toHaveLength(known + 10);
    for (let index = 0; index < 40; index++)
      expect((await guilde.visitor().post('/api/auth/code', { email: paul.email })).status).toBe(200);
    const refused = await guilde.visitor().post('/api/auth/code', { email: paul.email });
    expect(refused.error.code).toBe('CODE_MAILS_RECEIVED');
    expect(await mailsTo(paul.email)).toHaveLength(known + 50);
  });

  test('uses up nothing for a device that the member has signed in on', async () => {
    const zoe = await guilde.as('zoe');
    const ask = (client: Client, path: string) => client.post(`/api/auth/${path}`, { email: zoe.email });
    for (let index = 0; index < 10; index++) granted(await ask(guilde.visitor(), 'reset-request'));
    await guilde.deps.jobs.drain();
    for (let index = 0; index < 40; index++) granted(await ask(guilde.visitor(), 'code'));
    expect((await ask(guilde.visitor(), 'code')).error.code).toBe('CODE_MAILS_RECEIVED');
    granted(await ask(guilde.visitor(), 'reset-request'));
    const before = (await mailsTo(zoe.email)).length;
    granted(await ask(zoe, 'reset-request'));
    granted(await ask(zoe, 'code'));
    const mails = (await mailsTo(zoe.email)).slice(before).map(({ text }) => text);
    expect(mails).toHaveLength(2);
    expect(mails.some((text) => text.includes('/reset-password'))).toBe(true);
    expect(mails.some((text) => /\b\d{6}\b/.test(text))).toBe(true);
  });

  test('reports beyond ten a day are stored, and wait in the back office', async () => {
    const nina = await guilde.as('nina');
    const reported = await guilde.as('hugo');
    const before = (await mailsTo(nina.email)).length;
    for (let index = 0; index < 12; index++) {
      const id = randomUUID();
      const description = 'Regarde evil.tld et https://evil.example';
      granted(
        await claire.post('/api/reports', { id, reportedUserId: reported.id, reason: 'spam', description }),
      );
      granted(await nina.post(`/api/admin/reports/${id}/decide`, { decision: 'dismissed', reason: '' }));
    }
    const mails = (await mailsTo(nina.email)).slice(before);
    expect(mails).toHaveLength(10);
    const read = mails.map(({ text, html }) => text + html).join();
    expect(read).toContain('evil');
    expect(read).not.toMatch(/evil\.(tld|example)/);
  });

  test('thirty mails a day tell of unread messages, and no title in them is a link', async () => {
    const hugo = await guilde.as('hugo');
    const before = (await mailsTo(hugo.email)).length;
    for (let index = 0; index < 34; index++) {
      const { sos, conversation } = await openChat(hugo, karim);
      const title = `Panne ${index} de boutique.example`;
      await byHand(guilde.deps, (orm) =>
        orm.update(sosRequests).set({ title }).where(eq(sosRequests.id, sos.id)),
      );
      await sendText(karim, conversation.id, 'Bonjour.');
    }
    guilde.clock.advance(16 * MINUTE);
    await mailUnreadMessages(guilde.deps);
    const mails = (await mailsTo(hugo.email)).slice(before);
    expect(mails).toHaveLength(30);
    expect(mails.map(({ subject, text }) => subject + text).join()).not.toContain('boutique.example');
  });
});
