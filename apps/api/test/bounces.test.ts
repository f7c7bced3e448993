import type { AdminUserDetail } from '@guilde/contracts/admin/rules.ts';
import type { AdminInvitationPage } from '@guilde/contracts/admin-invitations/rules.ts';
import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import type { OwnAddress } from '@guilde/contracts/auth/rules.ts';
import type { Invitation, Invitations } from '@guilde/contracts/invitations/rules.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { mailUnreadMessages } from '../src/conversations/unread-mails.ts';
import { bouncedAddresses } from '../src/platform/database/tables.ts';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { PASSWORD } from './people.ts';
import { granted, openChat, refusal, sendText } from './scenes.ts';

const SECRET = `whsec_${Buffer.from('une clé de signature de 32 octets').toString('base64')}`;
const MINUTE = 60_000;

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  guilde = await startGuilde({ env: { RESEND_WEBHOOK_SECRET: SECRET } });
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  // The tests run the regular tasks themselves.
  await guilde.deps.jobs.stop();
});
afterAll(() => guilde.close());

type Told = { type?: string; bounce?: object | undefined; from?: string; at?: number };

/** The content is Resend's, with what the server does not read. */
function bounced(to: unknown, { type = 'email.bounced', bounce, from, at }: Told = {}): object {
  return {
    type,
    created_at: new Date(at ?? guilde.clock.now()).toISOString(),
    data: {
      email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
      from: from ?? 'Guilde <bonjour@guilde.fr>',
      to: Array.isArray(to) ? to : [to],
      subject: 'Claire t’invite',
      ...(bounce !== undefined && { bounce }),
    },
  };
}

const PERMANENT = { bounce: { type: 'Permanent', subType: 'General', message: 'No such user' } };

type Call = { secret?: string; body?: string; at?: number; headers?: Record<string, string> };

function signed(content: string, { secret = SECRET, at = guilde.clock.now() }: Call = {}) {
  const sentAt = new Date(at);
  return {
    'svix-id': 'msg_1',
    'svix-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'svix-signature': new Webhook(secret).sign('msg_1', sentAt, content),
  };
}

/** Calls as Resend does; `body` replaces what was signed. */
async function tell(content: object | string, call: Call = {}, server = guilde) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const headers = { 'content-type': 'application/json', ...signed(text, call), ...call.headers };
  const answer = await server.visitor().request('/api/mails/resend', {
    method: 'POST',
    headers,
    body: call.body ?? text,
  });
  return answer.status;
}

const known = () => guilde.deps.db.orm.$count(bouncedAddresses);
const invite = async (email: string) =>
  granted(await claire.post<Invitation>('/api/invitations', { vouched: true, email }));
const invitationTo = async (email: string) =>
  granted(await claire.get<Invitations>('/api/invitations')).invitations.find((one) => one.email === email);
const mailsTo = async (email: string) => (await guilde.mails()).filter(({ to }) => to === email);
const ownAddress = async (client: Client) => granted(await client.get<OwnAddress>('/api/auth/email-change'));
const userSheet = async ({ id }: Client) =>
  granted(await nina.get<AdminUserDetail>(`/api/admin/users/${id}`));

it('shows an invitation as « revenue » to its sponsor at once, and keeps its place and its link', async () => {
  const sent = await invite('partie@exemple.fr');
  expect(sent.isBounced).toBe(false);
  const { left } = granted(await claire.get<Invitations>('/api/invitations'));
  const live = await claire.live();
  expect(await tell(bounced('Partie@Exemple.fr', PERMANENT))).toBe(200);
  await live.next('invitations.changed');
  live.close();
  expect(await invitationTo('partie@exemple.fr')).toMatchObject({ status: 'pending', isBounced: true });
  expect(granted(await claire.get<Invitations>('/api/invitations')).left).toBe(left);
  granted(await claire.post(`/api/invitations/${sent.id}/link`));

  // Taken back and sent again, the invitation is there, and no mail leaves.
  granted(await claire.delete(`/api/invitations/${sent.id}`));
  expect(granted(await claire.get<Invitations>('/api/invitations')).left).toBe(left + 1);
  const before = (await mailsTo('partie@exemple.fr')).length;
  expect((await invite('partie@exemple.fr')).isBounced).toBe(true);
  expect(await mailsTo('partie@exemple.fr')).toHaveLength(before);
});

it('stops news to a member, not the letters that are owed; the settings and the team say so', async () => {
  expect(await ownAddress(karim)).toEqual({ pending: null, bouncedAt: null });
  const at = guilde.clock.now();
  expect(await tell(bounced(karim.email, { ...PERMANENT, at }))).toBe(200);
  expect((await ownAddress(karim)).bouncedAt).toBe(new Date(at).toISOString());
  expect((await ownAddress(claire)).bouncedAt).toBeNull();
  expect((await userSheet(karim)).emailBouncedAt).toBe(new Date(at).toISOString());

  const unread = async () => {
    const { conversation } = await openChat(claire, karim);
    await sendText(claire, conversation.id, 'Une nouvelle');
    const before = (await mailsTo(karim.email)).length;
    guilde.clock.advance(20 * MINUTE);
    await mailUnreadMessages(guilde.deps);
    return (await mailsTo(karim.email)).length - before;
  };
  expect(await unread()).toBe(0);
  const before = (await mailsTo(karim.email)).length;
  granted(await guilde.visitor().post('/api/auth/code', { email: karim.email }));
  expect(await mailsTo(karim.email)).toHaveLength(before + 1);

  // The team has found the address right.
  granted(await nina.post(`/api/admin/users/${karim.id}/bounce/lift`));
  expect((await userSheet(karim)).emailBouncedAt).toBeNull();
  expect((await ownAddress(karim)).bouncedAt).toBeNull();
  expect(await unread()).toBeGreaterThan(0);
  const journal = async () =>
    granted(await nina.get<AuditPage>('/api/admin/journal?action=bounce.lift')).items.length;
  expect(await journal()).toBe(1);
  granted(await nina.post(`/api/admin/users/${karim.id}/bounce/lift`));
  expect(await journal()).toBe(1);

  // Whoever sends the same call again, and Resend when it repeats one, tells nothing new.
  expect(await tell(bounced(karim.email, { ...PERMANENT, at }))).toBe(200);
  expect((await ownAddress(karim)).bouncedAt).toBeNull();
  expect(await tell(bounced(karim.email, PERMANENT))).toBe(200);
  expect((await ownAddress(karim)).bouncedAt).not.toBeNull();
});

it('lets an administrator allow an invited address again, without reading it', async () => {
  const { id } = await invite('retablie@exemple.fr');
  await tell(bounced('retablie@exemple.fr', PERMANENT));
  const path = `/api/admin/invitations/${id}/bounce/lift`;
  expect(refusal(await guilde.visitor().post(path))).toBe('401 UNAUTHENTICATED');
  expect(refusal(await karim.post(path))).toBe('403 TEAM_ONLY');
  expect(refusal(await claire.post(path))).toBe('403 TEAM_ONLY');
  const list = async () =>
    granted(await nina.get<AdminInvitationPage>('/api/admin/invitations?status=pending')).items.find(
      (one) => one.id === id,
    );
  expect(await list()).toMatchObject({ isBounced: true, maskedEmail: 'r…@exemple.fr' });
  granted(await nina.post(path));
  expect((await list())?.isBounced).toBe(false);
  expect((await invitationTo('retablie@exemple.fr'))?.isBounced).toBe(false);
  const [row] = granted(await nina.get<AuditPage>('/api/admin/journal?action=bounce.lift')).items;
  expect(row).toMatchObject({ subjectId: id, subjectLabel: 'r…@exemple.fr' });
});

it('says nothing to the sponsor about an address once its owner is a member', async () => {
  const zoe = await guilde.as('zoe');
  await tell(bounced(zoe.email, PERMANENT));
  const all = await Promise.all(
    [nina, claire, karim].map(async (client) => granted(await client.get<Invitations>('/api/invitations'))),
  );
  const accepted = all
    .flatMap(({ invitations }) => invitations)
    .filter(({ status }) => status === 'accepted');
  expect(accepted.some(({ email }) => email === zoe.email)).toBe(true);
  expect(accepted.filter(({ isBounced }) => isBounced)).toEqual([]);
});

it('forgets the address with the account', async () => {
  const hugo = await guilde.as('hugo');
  await tell(bounced(hugo.email, PERMANENT));
  const before = await known();
  granted(await hugo.post('/api/account/delete', { password: PASSWORD }));
  expect(await known()).toBe(before - 1);
});

describe('what is no bounce of ours', () => {
  const to = 'intacte@exemple.fr';

  it.each([
    ['a mailbox that is full today', { bounce: { type: 'Transient', subType: 'MailboxFull' } }],
    ['a bounce of an unknown kind', { bounce: { type: 'Undetermined' } }],
    ['a mail of another product', { ...PERMANENT, from: 'Autre <bonjour@ailleurs.fr>' }],
    ['a delivered mail', { type: 'email.delivered' }],
    ['a complaint', { type: 'email.complained' }],
  ])('is acknowledged without effect: %s', async (name, told) => {
    const before = await known();
    // Each has an address of its own, since a second bounce of one adds nothing.
    expect(await tell(bounced(`intacte-${name.length}@exemple.fr`, told))).toBe(200);
    expect(await known()).toBe(before);
  });

  it.each([
    ['no object', '"bounce"'],
    ['nothing', 'null'],
    ['a list', '[[[[[[]]]]]]'],
    ['no recipients', JSON.stringify({ type: 'email.bounced', created_at: 'hier', data: {} })],
    ['recipients that are no texts', () => JSON.stringify(bounced([1, null, {}], PERMANENT))],
    ['far too many recipients', () => JSON.stringify(bounced(Array(1000).fill(to), PERMANENT))],
    ['a prototype', '{"__proto__":{"type":"email.bounced"},"type":"email.bounced"}'],
  ])('is acknowledged without effect, though signed: %s', async (_name, content) => {
    const before = await known();
    expect(await tell(typeof content === 'string' ? content : content())).toBe(200);
    expect(await known()).toBe(before);
  });

  it('is refused without a signature, with another key, for another body, and when it is old or not due yet', async () => {
    const before = await known();
    const event = bounced(to, PERMANENT);
    const now = guilde.clock.now();
    const other = `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`;
    const calls: Call[] = [
      { headers: { 'svix-signature': '' } },
      { headers: { 'svix-signature': 'v1' } },
      { headers: { 'svix-signature': 'v1,' } },
      { headers: { 'svix-signature': `v1a,${'A'.repeat(44)}` } },
      { headers: { 'svix-id': 'msg_2' } },
      { headers: { 'svix-timestamp': 'NaN' } },
      { headers: { 'svix-timestamp': String(Math.floor(now / 1000) + 60) } },
      { secret: other },
      { body: JSON.stringify(bounced('autre@exemple.fr', PERMANENT)) },
      { body: `${JSON.stringify(event)} ` },
      { at: now - 6 * MINUTE },
      { at: now + 6 * MINUTE },
    ];
    for (const call of calls) expect(await tell(event, call), JSON.stringify(call)).toBe(401);
    expect(await tell('{"type":', {})).toBe(401);
    expect(await tell(event, { body: 'x'.repeat(70_000) })).toBe(413);
    const foreign = { origin: 'https://ailleurs.exemple' };
    expect(await tell(event, { headers: foreign })).toBe(403);
    expect(await known()).toBe(before);
  });

  it('is not found on an installation without the secret', async () => {
    const without = await startGuilde({ cast: [] });
    onTestFinished(without.close);
    expect(await tell(bounced(to, PERMANENT), {}, without)).toBe(404);
  });
});
