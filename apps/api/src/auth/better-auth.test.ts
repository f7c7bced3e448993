import { secretsIn } from '@guilde/contracts/links.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { withSecondFactor } from '../../test/second-factor.ts';
import { linkIn } from '../../test/sign-up.ts';
import { accounts, members, sessions, verifications } from './tables.ts';

const NEW_PASSWORD = 'trois-cargos-verts-au-port';
const HOUR = 3_600_000;

/** A server with better-auth 1.7.7 stored this for one of its members. */
const EARLIER = {
  secret: 'd0fe1b4338902d379a0c170fcdf697aa2f0105f4ffc00289e13cf43ae68cb095',
  password: '0aa526a38d9b8def',
  hash: '$argon2id$v=19$m=19456,t=2,p=1$WuwNEKjWaB29kM0wegpfuA$g7+9fi8oXuqp4pkYE0YU1MXHHqd6ahB7Y/1Wyqbcpdo',
  sessionToken: '8SfzCcIEVH29qU3EKMVuRtEknOqcILEg',
  cookie: '8SfzCcIEVH29qU3EKMVuRtEknOqcILEg.lrGOGyr64gPwLsEWw6W9zKhgNNlUAeK67bQYK%2Fk%2FUdo%3D',
  resetToken: 'k6q27EaxgvTn4HTe47sW49IS',
  resetIdentifier: '-3S36xXJRp_UdJGPULfzxC4HQbv-8j3MMvvDZ7LgRuA',
};

let guilde: Guilde;

beforeAll(async () => {
  guilde = await startGuilde({ env: { GUILDE_SECRET: EARLIER.secret } });
});
afterAll(() => guilde.close());

function signIn(email: string, password = PASSWORD, client = guilde.visitor()) {
  return client.post('/api/auth/sign-in', { email, password });
}

async function resetToken(email: string): Promise<string> {
  granted(await guilde.visitor().post('/api/auth/reset-request', { email }));
  return secretsIn(await linkIn(guilde, email)).token ?? '';
}

function check(token: string) {
  return guilde.visitor().post('/api/auth/reset-password/check', { token });
}

function reset(token: string, password = NEW_PASSWORD) {
  return guilde.visitor().post('/api/auth/reset-password', { token, password });
}

function change(client: Client, current: string, password = NEW_PASSWORD) {
  return client.post('/api/account/password', { current, password });
}

/** While `work` runs, the last write of the transaction fails. */
async function withoutSecurityLines(kind: string, work: () => Promise<void>): Promise<void> {
  const { client } = guilde.deps.db;
  await client.execute(`create trigger refuse_lines before insert on security_events
    when new.kind = '${kind}' begin select raise(abort, 'refused'); end`);
  try {
    await work();
  } finally {
    await client.execute('drop trigger refuse_lines');
  }
}

test('a password alone opens no session, not for a moment, when a second factor is asked for', async () => {
  const { email, id } = await withSecondFactor(guilde, await guilde.as('hugo'));
  const stored = async () => {
    const { orm } = guilde.deps.db;
    const [member] = await orm.select().from(members).where(eq(members.id, id));
    // A trigger notes each new session as a use of the account.
    return [await orm.select().from(sessions).where(eq(sessions.userId, id)), member?.lastUsedAt];
  };
  guilde.clock.advance(HOUR);
  const before = await stored();
  expect(granted(await signIn(email))).toEqual({ ok: true, secondFactor: true });
  expect(await stored()).toEqual(before);
});

test('an expired link is told from an invalid one, also after another link was used', async () => {
  const paul = await guilde.as('paul');
  const zoe = await guilde.as('zoe');
  const expired = await resetToken(paul.email);
  guilde.clock.advance(HOUR);
  granted(await reset(await resetToken(zoe.email)));
  for (const answer of [await check(expired), await reset(expired)])
    expect(refusal(answer)).toBe('410 RESET_LINK_EXPIRED');
  for (const answer of [await check('invente'), await reset('invente')])
    expect(refusal(answer)).toBe('410 RESET_LINK_INVALID');
});

test('a reset that cannot be stored whole stores nothing, and its link still works', async () => {
  const lucie = await guilde.as('lucie');
  const token = await resetToken(lucie.email);
  await withoutSecurityLines('password.reset', async () => {
    expect((await reset(token)).status).toBe(500);
  });
  expect((await lucie.get('/api/auth/account')).body).not.toBeNull();
  expect((await signIn(lucie.email)).status).toBe(200);
  granted(await reset(token));
  expect((await signIn(lucie.email, NEW_PASSWORD)).status).toBe(200);
});

test('a change of password that cannot be stored whole stores nothing', async () => {
  const nina = await guilde.as('nina');
  await withoutSecurityLines('password.changed', async () => {
    expect((await change(nina, PASSWORD)).status).toBe(500);
  });
  granted(await change(nina, PASSWORD));
  expect((await signIn(nina.email, NEW_PASSWORD)).status).toBe(200);
});

test('the origin is checked before better-auth is called, which checks none', async () => {
  const karim = await guilde.as('karim');
  const token = await resetToken(karim.email);
  const asked: [Client, string, object][] = [
    [guilde.visitor(), '/api/auth/sign-in', { email: karim.email, password: PASSWORD }],
    [guilde.visitor(), '/api/auth/reset-password', { token, password: NEW_PASSWORD }],
    [karim, '/api/account/password', { current: PASSWORD, password: NEW_PASSWORD }],
  ];
  for (const [client, path, body] of asked)
    for (const origin of ['https://ailleurs.exemple', 'null']) {
      const headers = { 'content-type': 'application/json', origin };
      const answer = await client.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
      expect([path, origin, answer.status]).toEqual([path, origin, 403]);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  granted(await check(token));
  granted(await signIn(karim.email));
});

test('sessions, passwords and links that an earlier version made keep working', async () => {
  const claire = await guilde.as('claire');
  const { orm } = guilde.deps.db;
  const now = new Date(guilde.clock.now());
  const row = { createdAt: now, updatedAt: now, expiresAt: new Date(now.getTime() + HOUR / 2) };
  await orm.update(accounts).set({ password: EARLIER.hash }).where(eq(accounts.userId, claire.id));
  await orm
    .insert(sessions)
    .values({ ...row, id: 'earlier-session', userId: claire.id, token: EARLIER.sessionToken });
  const link = { id: 'earlier-link', identifier: EARLIER.resetIdentifier, value: claire.id };
  await orm.insert(verifications).values({ ...row, ...link });

  const browser = guilde.visitor();
  browser.cookies.set('guilde.session_token', EARLIER.cookie);
  expect((await browser.get('/api/auth/account')).body).toMatchObject({ id: claire.id });
  granted(await signIn(claire.email, EARLIER.password));
  granted(await check(EARLIER.resetToken));
  granted(await reset(EARLIER.resetToken));

  await orm.update(accounts).set({ password: EARLIER.hash }).where(eq(accounts.userId, claire.id));
  await orm
    .insert(sessions)
    .values({ ...row, id: 'earlier-session', userId: claire.id, token: EARLIER.sessionToken });
  browser.cookies.set('guilde.session_token', EARLIER.cookie);
  granted(await change(browser, EARLIER.password));
  expect((await browser.get('/api/auth/account')).body).toMatchObject({ id: claire.id });
  expect((await signIn(claire.email, NEW_PASSWORD)).status).toBe(200);
});
