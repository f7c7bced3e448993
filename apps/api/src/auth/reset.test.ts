import { secretsIn } from '@guilde/contracts/links.ts';
import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { unconfirmed } from '../../test/newcomers.ts';
import { PASSWORD } from '../../test/people.ts';
import { linkIn } from '../../test/sign-up.ts';
import { jobs } from '../platform/database/tables.ts';
import { hashPassword } from './passwords.ts';
import { members, sessions, verifications } from './tables.ts';

// The files of a project share their modules: here they are loaded anew, over the hash below.
vi.hoisted(() => vi.resetModules());
vi.mock('@node-rs/argon2', async (original) => {
  const library = await original<typeof import('@node-rs/argon2')>();
  return { ...library, hash: vi.fn(library.hash) };
});

const NEW_PASSWORD = 'un-autre-mot-de-passe';
const MINUTE = 60_000;

let guilde: Guilde;

beforeAll(async () => {
  guilde = await startGuilde();
});
afterAll(() => guilde.close());

async function resetToken(email: string): Promise<string> {
  expect((await guilde.visitor().post('/api/auth/reset-request', { email })).body).toEqual({ ok: true });
  const link = await linkIn(guilde, email);
  expect(link.pathname).toBe('/reset-password');
  return secretsIn(link).token ?? '';
}

function check(token: string) {
  return guilde.visitor().post('/api/auth/reset-password/check', { token });
}

function reset(token: string, password = NEW_PASSWORD) {
  return guilde.visitor().post('/api/auth/reset-password', { token, password });
}

function signIn(client: Client, email: string, password: string) {
  return client.post('/api/auth/sign-in', { email, password });
}

test('a reset link sets a new password once and signs the member out everywhere', async () => {
  const claire = await guilde.as('claire');
  const socket = await claire.live();
  const elsewhere = guilde.visitor();
  await signIn(elsewhere, claire.email, PASSWORD);

  const token = await resetToken(claire.email);
  expect((await check(token)).status).toBe(200);
  expect((await reset(token)).body).toEqual({ ok: true });

  expect((await claire.get('/api/auth/account')).body).toBeNull();
  expect((await elsewhere.get('/api/auth/account')).body).toBeNull();
  expect(await socket.next('signed-out')).toEqual({ type: 'signed-out', forced: true });
  expect(await socket.closed).toBe(4001);
  expect(await guilde.deps.db.orm.select().from(sessions).where(eq(sessions.userId, claire.id))).toEqual([]);
  expect((await signIn(guilde.visitor(), claire.email, PASSWORD)).error.code).toBe('CREDENTIALS_INVALID');
  expect((await signIn(guilde.visitor(), claire.email, NEW_PASSWORD)).status).toBe(200);
  expect((await reset(token, PASSWORD)).error).toMatchObject({
    code: 'RESET_LINK_INVALID',
    message: 'Lien invalide',
  });
});

test('the answer is the same for an address without account, which receives nothing', async () => {
  const answer = await guilde.visitor().post('/api/auth/reset-request', { email: 'personne@exemple.fr' });
  expect(answer.body).toEqual({ ok: true });
  expect((await guilde.mails()).filter(({ to }) => to === 'personne@exemple.fr')).toEqual([]);
  const failed = await guilde.deps.db.orm.select().from(jobs).where(eq(jobs.kind, 'auth.reset-request'));
  expect(failed.every(({ doneAt, lastError }) => doneAt !== null && lastError === null)).toBe(true);
});

test('the link expires after thirty minutes', async () => {
  const karim = await guilde.as('karim');
  const token = await resetToken(karim.email);
  guilde.clock.advance(29 * MINUTE);
  expect((await check(token)).status).toBe(200);
  guilde.clock.advance(MINUTE + 1000);
  for (const answer of [await check(token), await reset(token)]) {
    expect(answer.error).toMatchObject({ code: 'RESET_LINK_EXPIRED', message: 'Session expirée' });
  }
  expect((await signIn(guilde.visitor(), karim.email, PASSWORD)).status).toBe(200);
});

test('an invented link is invalid, and a password that is too short leaves the link usable', async () => {
  expect((await check('invente')).error.code).toBe('RESET_LINK_INVALID');
  expect((await reset('invente')).error.code).toBe('RESET_LINK_INVALID');
  const zoe = await guilde.as('zoe');
  const token = await resetToken(zoe.email);
  expect((await reset(token, 'court')).error.fields).toEqual({
    password: 'Le mot de passe doit contenir au moins 8 caractères',
  });
  expect((await reset(token)).status).toBe(200);
});

test('used ten times at once, a link sets one password', async () => {
  const paul = await guilde.as('paul');
  const token = await resetToken(paul.email);
  const passwords = Array.from({ length: 10 }, (_, index) => `un-mot-de-passe-${index}`);
  const answers = await Promise.all(passwords.map((password) => reset(token, password)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const tried = await Promise.all(
    passwords.map((password) => signIn(guilde.visitor(), paul.email, password)),
  );
  expect(tried.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a reset makes the other links of the member useless', async () => {
  const lucie = await guilde.as('lucie');
  const first = await resetToken(lucie.email);
  const second = await resetToken(lucie.email);
  expect(second).not.toBe(first);
  expect((await reset(second)).status).toBe(200);
  expect((await check(first)).error.code).toBe('RESET_LINK_INVALID');
});

test('the link proves the address of an account that was not confirmed', async () => {
  const email = 'pressee@exemple.fr';
  const nina = await guilde.as('nina');
  await unconfirmed(guilde, nina, email);
  expect((await reset(await resetToken(email))).status).toBe(200);
  const [member] = await guilde.deps.db.orm.select().from(members).where(eq(members.email, email));
  expect(member?.emailVerified).toBe(true);
  expect((await signIn(guilde.visitor(), email, NEW_PASSWORD)).status).toBe(200);
});

test('the link’s secret is not in the database', async () => {
  const hugo = await guilde.as('hugo');
  const token = await resetToken(hugo.email);
  const stored = JSON.stringify([
    await guilde.deps.db.orm.select().from(verifications),
    await guilde.deps.db.orm.select().from(jobs),
  ]);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(hugo.email);
});

test('a sign-in with the old password that is being checked during a reset opens nothing', async () => {
  const hugo = await guilde.as('hugo');
  const token = await resetToken(hugo.email);
  const browsers = Array.from({ length: 40 }, () => guilde.visitor());
  const resetting = reset(token);
  const signedIn = await Promise.all(browsers.map((browser) => signIn(browser, hugo.email, PASSWORD)));
  expect((await resetting).body).toEqual({ ok: true });
  const refusals = new Set(signedIn.map(({ error }) => error.code));
  expect([...refusals].filter((code) => !['', 'CREDENTIALS_INVALID', 'TOO_BUSY'].includes(code))).toEqual([]);
  const accounts = await Promise.all(browsers.map((browser) => browser.get('/api/auth/account')));
  expect(accounts.map(({ body }) => body)).toEqual(browsers.map(() => null));
  expect((await signIn(guilde.visitor(), hugo.email, NEW_PASSWORD)).status).toBe(200);
});

/** So many hashes of passwords wait. `begun` resolves with the first, and all end after `letGo`. */
function holdHashes(count: number) {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (let index = 0; index < count; index++)
    vi.mocked(hash).mockImplementationOnce(async (...asked) => {
      begun.resolve();
      await end.promise;
      return hash(...asked);
    });
  return { begun: begun.promise, letGo: end.resolve };
}

test('a change of address whose password is being checked while it is changed asks for nothing', async () => {
  const theo = await guilde.as('theo');
  const change = '/api/auth/email-change';
  const { begun, letGo } = holdHashes(1);
  const changing = theo.post('/api/account/password', { current: PASSWORD, password: NEW_PASSWORD });
  await begun;
  const asking = theo.post(change, { email: 'ailleurs@exemple.fr', password: PASSWORD });
  // These requests let the password be read before it changes.
  for (let behind = 0; behind < 20; behind++) await theo.get(change);
  letGo();
  expect((await changing).status).toBe(200);
  await asking;
  expect((await theo.get(change)).body).toMatchObject({ pending: null });
});

test('the socket of a session that is opened during a reset ends with it', async () => {
  const paul = await guilde.as('paul');
  const token = await resetToken(paul.email);
  const browser = guilde.visitor();
  await browser.post('/api/auth/code', { email: paul.email });
  const code = (await guilde.mails()).findLast(({ to }) => to === paul.email)?.text.match(/\b\d{6}\b/)?.[0];
  const { begun, letGo } = holdHashes(1);
  const resetting = reset(token);
  await begun;
  expect((await browser.post('/api/auth/code/verify', { email: paul.email, code })).status).toBe(200);
  const socket = await browser.live();
  letGo();
  expect((await resetting).body).toEqual({ ok: true });
  expect(await socket.closed).toBe(4001);
});

test('a server that is too busy does not use up the link', async () => {
  const nina = await guilde.as('nina');
  const token = await resetToken(nina.email);
  const { letGo } = holdHashes(2);
  const others = Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('un-mot-de-passe')));
  expect((await reset(token)).error.code).toBe('TOO_BUSY');
  letGo();
  await others;
  expect((await reset(token)).body).toEqual({ ok: true });
});
