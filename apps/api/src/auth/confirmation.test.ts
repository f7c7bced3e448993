import type { Account } from '@guilde/contracts/auth.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { unconfirmed } from '../../test/newcomers.ts';
import { PASSWORD } from '../../test/people.ts';
import { linkIn } from '../../test/sign-up.ts';
import { members, verifications } from './tables.ts';

const HOUR = 3_600_000;

let guilde: Guilde;
let claire: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
});
afterAll(() => guilde.close());

function open(client: Client, link: URL, method = 'GET') {
  return client.request(link.pathname + link.search, { method });
}

async function mailsTo(email: string): Promise<number> {
  return (await guilde.mails()).filter(({ to }) => to === email).length;
}

async function isConfirmed(email: string): Promise<boolean | undefined> {
  const [member] = await guilde.deps.db.orm.select().from(members).where(eq(members.email, email));
  return member?.emailVerified;
}

test('the link in the mail confirms the address, signs in and leads to the wizard', async () => {
  const email = 'alice@exemple.fr';
  const alice = await unconfirmed(guilde, claire, email);
  expect(alice.cookies.size).toBe(0);
  expect(await isConfirmed(email)).toBe(false);
  const link = await linkIn(guilde, email);
  expect(link.pathname).toBe('/api/auth/confirm');
  const answer = await open(alice, link);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('/profile-setup');
  expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax$/);
  const account = await alice.get<Account>('/api/auth/account');
  expect(account.body).toMatchObject({ email, profileComplete: false, profile: null });
  expect(await isConfirmed(email)).toBe(true);
});

test('the link works once', async () => {
  const email = 'bruno@exemple.fr';
  await unconfirmed(guilde, claire, email);
  const link = await linkIn(guilde, email);
  const answers = await Promise.all(Array.from({ length: 10 }, () => open(guilde.visitor(), link)));
  const places = answers.map((answer) => answer.headers.get('location'));
  expect(places.filter((place) => place === '/profile-setup')).toHaveLength(1);
  expect(places.filter((place) => place === '/auth?confirmation=invalid')).toHaveLength(9);
  expect(answers.filter((answer) => answer.headers.getSetCookie().length > 0)).toHaveLength(1);
});

test('a mail scanner that only looks at the link does not use it up', async () => {
  const email = 'chloe@exemple.fr';
  await unconfirmed(guilde, claire, email);
  const link = await linkIn(guilde, email);
  expect((await open(guilde.visitor(), link, 'HEAD')).headers.getSetCookie()).toEqual([]);
  expect(await isConfirmed(email)).toBe(false);
  expect((await open(guilde.visitor(), link)).headers.get('location')).toBe('/profile-setup');
});

test('an invented link leads to the sign-in page, which says so', async () => {
  for (const path of ['/api/auth/confirm', '/api/auth/confirm?token=invente']) {
    const answer = await guilde.visitor().request(path);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/auth?confirmation=invalid');
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
});

test('after a day the link has expired, and another can be asked for', async () => {
  const email = 'david@exemple.fr';
  await unconfirmed(guilde, claire, email);
  const old = await linkIn(guilde, email);
  guilde.clock.advance(24 * HOUR);
  expect((await open(guilde.visitor(), old)).headers.get('location')).toBe('/auth?confirmation=invalid');
  expect((await guilde.visitor().post('/api/auth/confirm/resend', { email })).body).toEqual({ ok: true });
  const fresh = await linkIn(guilde, email);
  expect(fresh.search).not.toBe(old.search);
  expect((await open(guilde.visitor(), fresh)).headers.get('location')).toBe('/profile-setup');
});

test('of two links only one ever opens a session', async () => {
  const email = 'emma@exemple.fr';
  await unconfirmed(guilde, claire, email);
  const first = await linkIn(guilde, email);
  await guilde.visitor().post('/api/auth/confirm/resend', { email });
  const second = await linkIn(guilde, email);
  expect((await open(guilde.visitor(), second)).headers.get('location')).toBe('/profile-setup');
  expect((await open(guilde.visitor(), first)).headers.getSetCookie()).toEqual([]);
});

test('asking again answers the same, and sends nothing, for confirmed and unknown addresses', async () => {
  const before = await mailsTo(claire.email);
  for (const email of [claire.email, 'personne@exemple.fr']) {
    expect((await guilde.visitor().post('/api/auth/confirm/resend', { email })).body).toEqual({ ok: true });
  }
  expect(await mailsTo(claire.email)).toBe(before);
  expect(await mailsTo('personne@exemple.fr')).toBe(0);
});

test('once confirmed, the password signs in; the link’s secret was never stored', async () => {
  const email = 'fanny@exemple.fr';
  await unconfirmed(guilde, claire, email);
  const link = await linkIn(guilde, email);
  const stored = JSON.stringify(await guilde.deps.db.orm.select().from(verifications));
  expect(stored).not.toContain(link.searchParams.get('token'));
  await open(guilde.visitor(), link);
  const answer = await guilde.visitor().post('/api/auth/sign-in', { email, password: PASSWORD });
  expect(answer.status).toBe(200);
});
