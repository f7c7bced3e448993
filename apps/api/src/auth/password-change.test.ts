import { PASSWORD_OWN, PASSWORD_TOO_COMMON, PASSWORD_UNCHANGED } from '@guilde/contracts/auth/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD, type PersonName } from '../../test/people.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { linkIn } from '../../test/sign-up.ts';
import { securityEvents, sessions } from './tables.ts';

const NEW_PASSWORD = 'trois-cargos-verts-au-port';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36';

let guilde: Guilde;

beforeAll(async () => {
  guilde = await startGuilde();
});
afterAll(() => guilde.close());

function change(client: Client, current = PASSWORD, password = NEW_PASSWORD) {
  return client.post('/api/account/password', { current, password });
}

async function signedIn({ email }: Client, password = PASSWORD): Promise<Client> {
  const device = guilde.visitor();
  granted(await device.post('/api/auth/sign-in', { email, password }));
  return { ...device, email };
}

const signIn = async ({ email }: Client, password: string) =>
  (await guilde.visitor().post('/api/auth/sign-in', { email, password })).status;
const isSignedIn = async (client: Client) => (await client.get('/api/auth/account')).body !== null;
const eventsOf = (client: Client, kind: string) =>
  guilde.deps.db.orm
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.memberId, client.id), eq(securityEvents.kind, kind)));
const changeMails = async ({ email }: Client) =>
  (await guilde.mails()).filter(({ to, subject }) => to === email && subject.includes('changé'));

describe('a new password', () => {
  it.each<PersonName>(['nina', 'claire', 'theo'])(
    'is chosen by an administrator, a member, an outsider: %s',
    async (name) => {
      const client = await guilde.as(name);
      granted(await change(client));
      expect(await isSignedIn(client)).toBe(true);
      expect([await signIn(client, PASSWORD), await signIn(client, NEW_PASSWORD)]).toEqual([401, 200]);
      expect(await eventsOf(client, 'password.changed')).toMatchObject([{ actorId: null, reason: null }]);
      expect(JSON.stringify(await eventsOf(client, 'password.changed'))).not.toContain(NEW_PASSWORD);
    },
  );

  it('is for nobody who is not signed in', async () => {
    expect(refusal(await change(guilde.visitor()))).toBe('401 UNAUTHENTICATED');
  });

  it('ends every other session with its sockets, while this one goes on under another token', async () => {
    const karim = await guilde.as('karim');
    const [before] = await guilde.deps.db.orm.select().from(sessions).where(eq(sessions.userId, karim.id));
    const stolen = { ...guilde.visitor(), email: karim.email };
    for (const [name, value] of karim.cookies) stolen.cookies.set(name, value);
    const elsewhere = await signedIn(karim);
    const [mine, other] = [await karim.live(), await elsewhere.live()];

    granted(await change(karim));

    expect(await other.next('signed-out')).toEqual({ type: 'signed-out', forced: true });
    expect(await other.closed).toBe(4001);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(stolen)).toBe(false);
    await expect(stolen.live()).rejects.toThrow('401');
    // The socket has the old token: it must reconnect, and no end is announced.
    expect(await mine.closed).toBe(4004);
    expect(mine.events.map(({ type }) => type)).not.toContain('signed-out');
    (await karim.live()).close();
    const left = await guilde.deps.db.orm.select().from(sessions).where(eq(sessions.userId, karim.id));
    expect(left).toEqual([{ ...before, token: expect.any(String) }]);
    expect(left[0]?.token).not.toBe(before?.token);
  });

  it('makes links and codes useless that were asked for before', async () => {
    const lucie = await guilde.as('lucie');
    await guilde.visitor().post('/api/auth/reset-request', { email: lucie.email });
    const { token } = secretsIn(await linkIn(guilde, lucie.email));
    const phone = guilde.visitor();
    granted(await phone.post('/api/auth/code', { email: lucie.email }));
    const mail = (await guilde.mails()).findLast(({ to }) => to === lucie.email);
    const code = mail?.text.match(/\b\d{6}\b/)?.[0];

    granted(await change(lucie));

    const reset = { token, password: 'encore-un-tout-autre' };
    expect(refusal(await guilde.visitor().post('/api/auth/reset-password', reset))).toBe(
      '410 RESET_LINK_INVALID',
    );
    const verified = await phone.post('/api/auth/code/verify', { email: lucie.email, code });
    expect(refusal(verified)).toBe('422 CODE_INCORRECT');
    expect(await signIn(lucie, NEW_PASSWORD)).toBe(200);
  });

  it('is told once by a mail that says from where and what to do, without a link that acts', async () => {
    const hugo = await guilde.as('hugo');
    const answer = await hugo.request('/api/account/password', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': CHROME },
      body: JSON.stringify({ current: PASSWORD, password: NEW_PASSWORD }),
    });
    expect(answer.status).toBe(200);
    const mails = await changeMails(hugo);
    expect(mails).toHaveLength(1);
    const { text = '', html = '' } = mails[0] ?? {};
    expect(text).toContain('(appareil\u00a0: Chrome sur Windows)');
    expect(text).toContain('Si ce n’est pas toi, ouvre Guilde comme d’habitude');
    const links = `${text} ${html}`.matchAll(/https?:\/\/[^\s"<]+/g);
    const pages = new Set([...links].map(([address]) => new URL(address).pathname));
    expect([...pages].filter((page) => !['/privacy', '/contact'].includes(page))).toEqual([]);
    expect(`${text}${html}`).not.toContain('token');
    expect(`${text}${html}`).not.toContain(NEW_PASSWORD);
  });

  it('is chosen once when ten are sent at once', async () => {
    const zoe = await guilde.as('zoe');
    const passwords = Array.from({ length: 10 }, (_, index) => `${NEW_PASSWORD}-${index}`);
    const answers = await Promise.all(passwords.map((password) => change(zoe, PASSWORD, password)));
    const changed = answers.flatMap(({ status }, index) => (status === 200 ? [passwords[index] ?? ''] : []));
    expect(changed).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(refusal);
    // A request that arrives after the change has the old token.
    for (const code of refused) expect(['403 PASSWORD_WRONG', '401 UNAUTHENTICATED']).toContain(code);
    expect(await signIn(zoe, changed[0] ?? '')).toBe(200);
    expect(await signIn(zoe, PASSWORD)).toBe(401);
    expect(await changeMails(zoe)).toHaveLength(1);
    expect(await eventsOf(zoe, 'password.changed')).toHaveLength(1);
    expect(await isSignedIn(zoe)).toBe(true);
  });

  it('is stored once when two devices send one at the same time, and one device stays', async () => {
    const paul = await guilde.as('paul');
    const other = await signedIn(paul);
    const answers = await Promise.all([
      change(paul, PASSWORD, `${NEW_PASSWORD}-un`),
      change(other, PASSWORD, `${NEW_PASSWORD}-deux`),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = answers[0]?.status === 200 ? paul : other;
    const loser = winner === paul ? other : paul;
    expect([await isSignedIn(winner), await isSignedIn(loser)]).toEqual([true, false]);
  });
});

describe('a password that is refused', () => {
  it('changes nothing: wrong, empty, too short, too long, common, one’s own, the same as now', async () => {
    const client = await signedIn({ ...(await guilde.as('claire')) }, NEW_PASSWORD);
    const { id } = await guilde.as('claire');
    const elsewhere = await signedIn(client, NEW_PASSWORD);
    const mails = (await changeMails(client)).length;
    const wrong = await change(client, 'pas le bon', 'un-mot-de-passe-tout-neuf');
    expect(wrong.error).toMatchObject({
      code: 'PASSWORD_WRONG',
      message: 'Ce mot de passe n’est pas le bon.',
    });
    const fieldsOf = async (current: string, password: string) =>
      (await change(client, current, password)).error.fields;
    expect(await fieldsOf('', 'court')).toEqual({
      current: 'Saisis ton mot de passe actuel.',
      password: 'Le mot de passe doit contenir au moins 8 caractères',
    });
    expect(await fieldsOf(NEW_PASSWORD, 'a'.repeat(129))).toEqual({
      password: 'Le mot de passe doit contenir au plus 128 caractères.',
    });
    expect(await fieldsOf(NEW_PASSWORD, 'motdepasse')).toEqual({ password: PASSWORD_TOO_COMMON });
    expect(await fieldsOf(NEW_PASSWORD, `${client.email.split('@')[0]}2026`)).toEqual({
      password: PASSWORD_OWN,
    });
    expect(await fieldsOf(NEW_PASSWORD, NEW_PASSWORD)).toEqual({ password: PASSWORD_UNCHANGED });
    // The letters are the same, composed on one keyboard and not on the other.
    expect(await fieldsOf('Été-à-Brest-1', 'Été-à-Brest-1'.normalize('NFD'))).toEqual({
      password: PASSWORD_UNCHANGED,
    });
    expect([await isSignedIn(client), await isSignedIn(elsewhere)]).toEqual([true, true]);
    expect(await signIn(client, NEW_PASSWORD)).toBe(200);
    expect(await changeMails(client)).toHaveLength(mails);
    const lines = await eventsOf({ ...client, id }, 'password.refused');
    expect(lines.map(({ reason }) => reason)).toEqual(['PASSWORD_WRONG']);
  });

  it('ten times in a session closes that session’s way for a while, and no other’s', async () => {
    const limited = await startGuilde({ rateLimits: true });
    onTestFinished(limited.close);
    const claire = await limited.as('claire');
    const thief = limited.visitor();
    granted(await thief.post('/api/auth/sign-in', { email: claire.email, password: PASSWORD }));
    for (let attempt = 0; attempt < 10; attempt++)
      expect(refusal(await change(thief, `pas le bon ${attempt}`))).toBe('403 PASSWORD_WRONG');
    const refused = await change(thief);
    expect(refusal(refused)).toBe('429 RATE_LIMITED');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // A new password that is refused for itself uses no attempt.
    for (let attempt = 0; attempt < 12; attempt++)
      expect((await change(claire, PASSWORD, 'motdepasse')).error.code).toBe('INVALID_INPUT');
    granted(await change(claire));
  });
});
