import { randomUUID } from 'node:crypto';
import { type Account, SESSION_DAYS, type SignedInDevice } from '@guilde/contracts/auth/rules.ts';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { readConfig } from '../platform/config.ts';
import { applyRetention } from '../platform/retention.ts';
import { createSecrets } from '../platform/secrets.ts';
import { createAuth } from './better-auth.ts';
import { endedSessionCookie, sessionCookie, sessionEnds, viewerOfCookies } from './sessions.ts';
import { members, sessions, verifications } from './tables.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36';
const DAY = 86_400_000;
const HOUR = 3_600_000;

let guilde: Guilde;
let claire: Client;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  outsider = await guilde.as('hugo');
  await guilde.as('lucie');
  await guilde.as('paul');
});
afterAll(() => guilde.close());

async function signIn(email: string, userAgent = CHROME): Promise<Client> {
  const client = guilde.visitor();
  await client.request('/api/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return client;
}

async function sessionIdOf(client: Client): Promise<string> {
  return (await client.get<Account>('/api/auth/account')).body.sessionId;
}

function stored(id: string) {
  return guilde.deps.db.orm.select().from(sessions).where(eq(sessions.id, id));
}

test('a member sees their devices in plain words, without any secret', async () => {
  const karim = await guilde.as('karim');
  const desk = await signIn(karim.email);
  const { body } = await desk.get<SignedInDevice[]>('/api/auth/sessions');
  expect(body).toHaveLength(2);
  const [current, other] = body;
  expect(current).toMatchObject({ id: await sessionIdOf(desk), current: true, device: 'Chrome sur Windows' });
  expect(other).toMatchObject({ id: await sessionIdOf(karim), current: false });
  expect(Object.keys(current ?? {}).sort()).toEqual(['createdAt', 'current', 'device', 'id', 'lastSeenAt']);
});

test('revoking a device closes its sockets and its session', async () => {
  const phone = await signIn(claire.email);
  const socket = await phone.live();
  const id = await sessionIdOf(phone);
  expect((await claire.delete(`/api/auth/sessions/${id}`)).body).toEqual({ ok: true });
  expect(await socket.next('signed-out')).toEqual({ type: 'signed-out', forced: true });
  expect(await socket.closed).toBe(4001);
  expect((await phone.get('/api/auth/account')).body).toBeNull();
  expect((await phone.get('/api/auth/sessions')).status).toBe(401);
  expect(await stored(id)).toEqual([]);
  expect((await claire.get('/api/auth/sessions')).status).toBe(200);
});

test('somebody else’s session is not there to revoke', async () => {
  const id = await sessionIdOf(claire);
  expect((await outsider.delete(`/api/auth/sessions/${id}`)).error.code).toBe('NOT_FOUND');
  expect((await outsider.delete(`/api/auth/sessions/${randomUUID()}`)).error.code).toBe('NOT_FOUND');
  expect((await outsider.delete('/api/auth/sessions/quelque-chose')).error.code).toBe('NOT_FOUND');
  expect(await stored(id)).toHaveLength(1);
});

test('all other devices can be signed out at once', async () => {
  const zoe = await guilde.as('zoe');
  const others = [await signIn(zoe.email), await signIn(zoe.email)];
  const socket = await others[0]?.live();
  expect((await zoe.delete('/api/auth/sessions')).body).toEqual({ ok: true });
  expect(await socket?.closed).toBe(4001);
  for (const other of others) expect((await other.get('/api/auth/account')).body).toBeNull();
  expect((await zoe.get<SignedInDevice[]>('/api/auth/sessions')).body).toHaveLength(1);
  expect((await outsider.get<Account>('/api/auth/account')).body.id).toBe(outsider.id);
});

test('revoking the device in use signs out', async () => {
  const phone = await signIn(claire.email);
  await phone.delete(`/api/auth/sessions/${await sessionIdOf(phone)}`);
  expect([...phone.cookies.keys()]).toEqual(['guilde.device']);
});

test('signing out tells the sockets of this session only', async () => {
  const phone = await signIn(claire.email);
  const [mine, other] = [await phone.live(), await claire.live()];
  await phone.post('/api/auth/sign-out');
  expect(await mine.next('signed-out')).toEqual({ type: 'signed-out', forced: false });
  other.send({ type: 'ping' });
  await other.next('pong');
  expect(other.events.map(({ type }) => type)).not.toContain('signed-out');
  other.close();
});

test('a session in use notes it by the hour, and ends thirty days after the sign-in however much it is used', async () => {
  const phone = await signIn(claire.email);
  const id = await sessionIdOf(phone);
  const seenAt = async () => (await stored(id))[0]?.updatedAt.getTime() ?? 0;
  const [session] = await stored(id);
  const [seen, end] = [await seenAt(), session?.expiresAt.getTime() ?? 0];
  // better-auth takes the two instants one after the other.
  expect(Math.round((end - (session?.createdAt.getTime() ?? 0)) / HOUR)).toBe(SESSION_DAYS * 24);
  await phone.get('/api/auth/account');
  expect(await seenAt()).toBe(seen);

  guilde.clock.advance(2 * HOUR);
  await phone.get('/api/auth/account');
  expect(await seenAt()).toBeGreaterThanOrEqual(seen + 2 * HOUR);

  for (let day = 1; day < SESSION_DAYS; day++) {
    guilde.clock.advance(DAY);
    const answer = await phone.get<Account | null>('/api/auth/account');
    expect(answer.body?.id, `day ${day}`).toBe(claire.id);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  expect((await stored(id))[0]?.expiresAt.getTime()).toBe(end);
  guilde.clock.advance(DAY);
  expect((await phone.get('/api/auth/account')).body).toBeNull();
  expect((await phone.get('/api/auth/sessions')).error.code).toBe('UNAUTHENTICATED');
});

test('the heartbeat finds out which sessions still hold', async () => {
  const paul = await guilde.as('paul');
  const lucie = await guilde.as('lucie');
  const ends = sessionEnds(guilde.deps);
  const check = async (ids: string[]) => new Set((await ends(ids)).keys());
  const kept = await sessionIdOf(await signIn(lucie.email));
  const ended = await sessionIdOf(await signIn(paul.email));
  expect(await check([kept, ended, randomUUID()])).toEqual(new Set([kept, ended]));
  expect((await ends([kept])).get(kept)).toBeGreaterThan(guilde.clock.now() + 29 * DAY);
  await byHand(guilde.deps, (orm) =>
    orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, paul.id)),
  );
  expect(await check([kept, ended])).toEqual(new Set([kept]));
  guilde.clock.advance(31 * DAY);
  expect(await check([kept])).toEqual(new Set());
  expect(await check([])).toEqual(new Set());
});

test('expired sessions go, expired codes and links a day later', async () => {
  const now = guilde.clock.now();
  const at = new Date(now);
  const [fresh, stale] = [randomUUID(), randomUUID()];
  const row = (id: string, expiresAt: number) => ({
    id,
    identifier: id,
    value: 'x',
    expiresAt: new Date(expiresAt),
    createdAt: at,
    updatedAt: at,
  });
  const { orm } = guilde.deps.db;
  await orm.insert(verifications).values([row(fresh, now - HOUR), row(stale, now - 2 * DAY)]);
  const old = await sessionIdOf(await signIn(claire.email));
  guilde.clock.advance(-HOUR);
  await orm
    .update(sessions)
    .set({ expiresAt: new Date(now - 2 * HOUR) })
    .where(eq(sessions.id, old));
  await applyRetention(guilde.deps);
  guilde.clock.advance(HOUR);
  expect(await stored(old)).toEqual([]);
  const left = await orm
    .select()
    .from(verifications)
    .where(inArray(verifications.id, [fresh, stale]));
  expect(left.map(({ id }) => id)).toEqual([fresh]);
});

test('under https only this very host can set the cookie, and no other name is accepted', async () => {
  const secrets = createSecrets('s'.repeat(32));
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'https://guilde.exemple',
    GUILDE_SECRET: 's'.repeat(32),
  });
  const deps = { ...guilde.deps, config, secrets };
  const { token } = await createAuth(deps).signIn(claire.email, PASSWORD, CHROME);
  const cookie = sessionCookie(deps, token);
  expect(cookie).toMatch(
    /^__Host-guilde\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(endedSessionCookie(config)).toMatch(/^__Host-guilde\.session_token=; Max-Age=0; Path=\/; .*Secure/);
  const [pair = ''] = cookie.split(';');
  const viewer = viewerOfCookies(deps);
  expect((await viewer(`autre=1; ${pair}; encore=2`))?.id).toBe(claire.id);
  for (const name of ['', '__Secure-']) expect(await viewer(pair.replace('__Host-', name))).toBeNull();
  // Browsers let another host of the domain set these names, which equal ours without whitespace.
  for (const space of ['\u00a0', '\ufeff', '\u2028', '\u3000', '\v', '\f'])
    expect(await viewer(`${space}${pair}`), JSON.stringify(space)).toBeNull();
  expect((await viewer(`autre=1;\t ${pair} \t; encore=2`))?.id).toBe(claire.id);
  expect(await viewer(undefined)).toBeNull();
  expect(await viewer('guilde.session_token; =; ')).toBeNull();
});
