import { setImmediate } from 'node:timers/promises';
import type { Account } from '@guilde/contracts/auth/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { unconfirmed } from '../../test/newcomers.ts';
import { PASSWORD } from '../../test/people.ts';
import { hashPassword } from './passwords.ts';
import { accounts, members, sessions } from './tables.ts';

const CLAIRE = 'claire@exemple.fr';

let guilde: Guilde;
let claire: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
});
afterAll(() => guilde.close());

function signIn(client: Client, email: string, password = PASSWORD) {
  return client.post('/api/auth/sign-in', { email, password });
}

test('a member signs in with e-mail and password, whatever the case of the address', async () => {
  const client = guilde.visitor();
  const answer = await signIn(client, ' Claire@Exemple.FR ');
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ ok: true, secondFactor: false });
  const account = await client.get<Account>('/api/auth/account');
  expect(account.body).toMatchObject({ id: claire.id, email: CLAIRE, role: 'member', profileComplete: true });
  expect(account.body.profile).toMatchObject({
    firstName: 'Claire',
    storeName: 'Atelier Nord',
    avatarUrl: null,
  });
  expect(account.body.sponsor).toMatchObject({ firstName: 'Nina' });
});

test('the session cookie is out of reach of scripts and of other sites', async () => {
  const { headers } = await signIn(guilde.visitor(), CLAIRE);
  const [cookie, ...others] = headers.getSetCookie();
  expect(others).toEqual([]);
  expect(cookie).toMatch(/^guilde\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('a wrong password and an unknown address are refused with the same words', async () => {
  const wrong = await signIn(guilde.visitor(), CLAIRE, 'pas-le-bon');
  const unknown = await signIn(guilde.visitor(), 'personne@exemple.fr');
  const tooLong = await signIn(guilde.visitor(), CLAIRE, 'x'.repeat(200));
  const unusual = await signIn(guilde.visitor(), 'josé@exemple.fr');
  for (const answer of [wrong, unknown, tooLong, unusual]) {
    expect(answer.status).toBe(401);
    expect(answer.error.message).toBe('Email ou mot de passe incorrect');
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
});

test('e-mail and password are required, and both are named', async () => {
  const answer = await guilde.visitor().post('/api/auth/sign-in', { email: '', password: '' });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.error.fields).sort()).toEqual(['email', 'password']);
});

test('before the address is confirmed nobody signs in, and a wrong password says nothing about it', async () => {
  const email = 'pressee@exemple.fr';
  await unconfirmed(guilde, claire, email);
  expect((await signIn(guilde.visitor(), email)).error).toMatchObject({
    code: 'EMAIL_NOT_CONFIRMED',
    message: 'Vérifie ton email pour confirmer ton compte',
  });
  expect((await signIn(guilde.visitor(), email, 'pas-le-bon')).error.code).toBe('CREDENTIALS_INVALID');
});

test('a suspended member cannot sign in, and a session they have does not hold', async () => {
  const zoe = await guilde.as('zoe');
  const { orm } = guilde.deps.db;
  await byHand(guilde.deps, () =>
    orm.update(members).set({ suspendedAt: guilde.clock.now() }).where(eq(members.id, zoe.id)),
  );
  expect((await zoe.get('/api/auth/account')).body).toBeNull();
  expect((await zoe.get('/api/profile')).status).toBe(401);
  expect((await signIn(guilde.visitor(), zoe.email)).error.code).toBe('MEMBER_SUSPENDED');
  expect((await signIn(guilde.visitor(), zoe.email, 'pas-le-bon')).error.code).toBe('CREDENTIALS_INVALID');
  await byHand(guilde.deps, () =>
    orm.update(members).set({ suspendedAt: null }).where(eq(members.id, zoe.id)),
  );
  expect((await zoe.get('/api/profile')).status).toBe(200);
});

test('passwords are stored as argon2id only', async () => {
  const rows = await guilde.deps.db.orm.select().from(accounts);
  expect(rows.length).toBeGreaterThan(0);
  for (const { password } of rows) expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a cookie that was altered, or made with the token alone, is nobody’s', async () => {
  const client = guilde.visitor();
  await signIn(client, CLAIRE);
  const [name = '', value = ''] = [...client.cookies][0] ?? [];
  const [token = '', signature = ''] = decodeURIComponent(value).split('.');
  const forged = [
    token,
    `${token}.`,
    `${token}x.${signature}`,
    `${token}.${signature.replace(/^./, '_')}`,
    '%E0%A4%A',
  ];
  for (const cookie of forged) {
    client.cookies.set(name, encodeURIComponent(cookie));
    expect((await client.get('/api/auth/account')).body).toBeNull();
  }
  client.cookies.set(name, '%E0%A4%A');
  expect((await client.get('/api/auth/account')).body).toBeNull();
  client.cookies.set(name, value);
  expect((await client.get<Account>('/api/auth/account')).body.id).toBe(claire.id);
});

test('signing in again in the same browser replaces the session', async () => {
  const client = guilde.visitor();
  await signIn(client, CLAIRE);
  const first = await client.get<Account>('/api/auth/account');
  await signIn(client, CLAIRE);
  const rows = await guilde.deps.db.orm.select().from(sessions).where(eq(sessions.id, first.body.sessionId));
  expect(rows).toEqual([]);
});

test('signing out ends the session here and nowhere else', async () => {
  const client = guilde.visitor();
  await signIn(client, CLAIRE);
  const kept = new Map(client.cookies);
  const answer = await client.post('/api/auth/sign-out');
  expect(answer.body).toEqual({ ok: true });
  expect(client.cookies.size).toBe(0);
  for (const [name, value] of kept) client.cookies.set(name, value);
  expect((await client.get('/api/auth/account')).body).toBeNull();
  expect((await claire.get<Account>('/api/auth/account')).body.id).toBe(claire.id);
});

test('a visitor may sign out, and has no account', async () => {
  const visitor = guilde.visitor();
  expect((await visitor.post('/api/auth/sign-out')).status).toBe(200);
  expect((await visitor.get('/api/auth/account')).body).toBeNull();
});

test('what only better-auth would answer is not an address of ours', async () => {
  const visitor = guilde.visitor();
  const account = { email: 'intrus@exemple.fr', password: PASSWORD, name: 'Intrus' };
  for (const path of [
    'sign-up/email',
    'sign-in/email',
    'sign-in/email-otp',
    'list-sessions',
    'delete-user',
  ]) {
    expect((await visitor.post(`/api/auth/${path}`, account)).status).toBe(404);
  }
});

test('while too many passwords wait to be checked, whoever comes is told at once when to come back', async () => {
  let isOver = false;
  const keepAsking = async () => {
    while (!isOver) await hashPassword(PASSWORD).catch(() => setImmediate());
  };
  const crowd = Array.from({ length: 60 }, keepAsking);
  const refused = await signIn(guilde.visitor(), CLAIRE);
  expect(refused.status).toBe(503);
  expect(refused.error).toMatchObject({
    code: 'TOO_BUSY',
    message: 'Trop de personnes se connectent en même temps. Réessaie dans 2 secondes.',
  });
  expect(refused.headers.get('retry-after')).toBe('2');
  isOver = true;
  await Promise.all(crowd);
  expect((await signIn(guilde.visitor(), CLAIRE)).status).toBe(200);
});
