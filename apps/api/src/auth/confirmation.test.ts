import { type Account, type ConfirmationOffer, PASSWORD_TOO_COMMON } from '@guilde/contracts/auth/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { unconfirmed } from '../../test/newcomers.ts';
import { PASSWORD, shopOf } from '../../test/people.ts';
import { linkIn } from '../../test/sign-up.ts';
import { ensureFounderInvitation } from '../invitations/founder.ts';
import { openSession } from './sessions.ts';
import { accounts, members, sessions, verifications } from './tables.ts';

const HOUR = 3_600_000;
const CHOSEN = 'choisi-par-la-bonne-personne';

let guilde: Guilde;
let claire: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
});
afterAll(() => guilde.close());

/** Somebody signs up by a copied link; the result has the content of the confirmation mail. */
async function signedUp(email: string) {
  const client = await unconfirmed(guilde, claire, email);
  return { client, token: await tokenMailedTo(email) };
}

async function tokenMailedTo(email: string): Promise<string> {
  return secretsIn(await linkIn(guilde, email)).token ?? '';
}

function confirm(client: Client, input: { token: string; password?: string }) {
  return client.post('/api/auth/confirm', input);
}

function look(client: Client, token: string) {
  return client.post<ConfirmationOffer>('/api/auth/confirm/check', { token });
}

async function accountOf(client: Client): Promise<Account | null> {
  return (await client.get<Account | null>('/api/auth/account')).body;
}

function signIn(email: string, password: string) {
  return guilde.visitor().post('/api/auth/sign-in', { email, password });
}

async function mailsTo(email: string): Promise<number> {
  return (await guilde.mails()).filter(({ to }) => to === email).length;
}

async function memberWith(email: string) {
  const [member] = await guilde.deps.db.orm.select().from(members).where(eq(members.email, email));
  if (!member) throw new Error(`${email} has no account`);
  return member;
}

describe('in the browser that signed up', () => {
  test('the link and one click confirm the address and sign in', async () => {
    const email = 'alice@exemple.fr';
    const { client, token } = await signedUp(email);
    expect(await accountOf(client)).toBeNull();
    expect((await memberWith(email)).emailVerified).toBe(false);
    const link = await linkIn(guilde, email);
    expect(link).toMatchObject({ pathname: '/confirm', search: '' });
    expect((await look(client, token)).body).toEqual({ email, choosesPassword: false });
    const answer = await confirm(client, { token });
    expect(answer.body).toEqual({ ok: true, secondFactor: false });
    expect(await accountOf(client)).toMatchObject({ email, profileComplete: false, profile: null });
    expect((await memberWith(email)).emailVerified).toBe(true);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test('what the browser remembers is signed, out of reach of scripts, for a day, and gives no session', async () => {
    const { client } = await signedUp('bea@exemple.fr');
    const [name, value] = [...client.cookies][0] ?? ['', ''];
    expect(name).toBe('guilde.sign_up');
    const [memberId, until] = value.split('.');
    expect(Number(until) - guilde.clock.now()).toBeLessThanOrEqual(24 * HOUR);
    expect(memberId).toBe((await memberWith('bea@exemple.fr')).id);
    expect((await client.get('/api/profile')).status).toBe(401);
    const forged = guilde.visitor();
    forged.cookies.set(name, `${memberId}.${until}.${'x'.repeat(43)}`);
    const token = await tokenMailedTo('bea@exemple.fr');
    expect((await look(forged, token)).body.choosesPassword).toBe(true);
    const longer = guilde.visitor();
    longer.cookies.set(name, `${memberId}.${Number(until) + HOUR}.${value.split('.')[2]}`);
    expect((await look(longer, token)).body.choosesPassword).toBe(true);
  });

  test('somebody else’s sign-up stands for nothing', async () => {
    const other = await signedUp('carla@exemple.fr');
    const { token } = await signedUp('carole@exemple.fr');
    expect((await confirm(other.client, { token })).error.code).toBe('CONFIRMATION_NEEDS_PASSWORD');
  });

  test('once a session has begun or ended there, it is a browser like any other', async () => {
    const { client, token } = await signedUp('cecile@exemple.fr');
    await client.post('/api/auth/sign-in', { email: claire.email, password: PASSWORD });
    await client.post('/api/auth/sign-out');
    expect((await confirm(client, { token })).error.code).toBe('CONFIRMATION_NEEDS_PASSWORD');
  });
});

describe('in any other browser', () => {
  test('a password is chosen, and whoever signed up with somebody else’s address is out', async () => {
    const email = 'victime@exemple.fr';
    const { client: inviter, token } = await signedUp(email);
    await guilde.visitor().post('/api/auth/confirm/resend', { email });
    const second = await tokenMailedTo(email);
    await guilde.visitor().post('/api/auth/reset-request', { email });
    const reset = await tokenMailedTo(email);
    const { id } = await memberWith(email);
    await guilde.deps.db.write((tx) => openSession(tx, id, 'left over', guilde.clock.now()));

    const owner = guilde.visitor();
    expect((await look(owner, token)).body).toEqual({ email, choosesPassword: true });
    const refused = await confirm(owner, { token });
    expect(refused.status).toBe(409);
    expect(refused.error.message).toBe('Choisis un mot de passe pour confirmer ton adresse.');
    expect(owner.cookies.size).toBe(0);
    expect((await memberWith(email)).emailVerified).toBe(false);

    expect((await confirm(owner, { token, password: CHOSEN })).status).toBe(200);
    expect((await accountOf(owner))?.email).toBe(email);
    expect((await signIn(email, PASSWORD)).error.code).toBe('CREDENTIALS_INVALID');
    expect((await signIn(email, CHOSEN)).status).toBe(200);
    expect(await accountOf(inviter)).toBeNull();
    for (const old of [token, second])
      expect((await confirm(inviter, { token: old, password: PASSWORD })).error.code).toBe(
        'CONFIRMATION_INVALID',
      );
    const afterwards = await inviter.post('/api/auth/reset-password', { token: reset, password: PASSWORD });
    expect(afterwards.error.code).toBe('RESET_LINK_INVALID');
    const kept = await guilde.deps.db.orm.select().from(sessions).where(eq(sessions.userId, id));
    expect(kept.map(({ userAgent }) => userAgent)).not.toContain('left over');
    expect(await guilde.deps.db.orm.select().from(accounts).where(eq(accounts.userId, id))).toHaveLength(1);
  });

  test('a password that would not do at the sign-up does not do here, and the link stays', async () => {
    const { token } = await signedUp('diane@exemple.fr');
    const refused = await confirm(guilde.visitor(), { token, password: 'court' });
    expect(refused.error.fields.password).toBe('Le mot de passe doit contenir au moins 8 caractères');
    const common = await confirm(guilde.visitor(), { token, password: 'motdepasse123' });
    expect(common.error.fields.password).toBe(PASSWORD_TOO_COMMON);
    expect((await confirm(guilde.visitor(), { token, password: CHOSEN })).status).toBe(200);
  });

  test('where somebody is signed in, their session is never replaced', async () => {
    const { client, token } = await signedUp('elsa@exemple.fr');
    const karim = guilde.visitor();
    await guilde.as('karim');
    await karim.post('/api/auth/sign-in', { email: 'karim@exemple.fr', password: PASSWORD });
    const before = await accountOf(karim);
    for (const input of [{ token }, { token, password: CHOSEN }])
      expect((await confirm(karim, input)).error.code).toBe('ALREADY_SIGNED_IN');
    expect(await accountOf(karim)).toEqual(before);
    // The browser that signed up gets the same refusal.
    for (const [name, value] of client.cookies) karim.cookies.set(name, value);
    expect((await look(karim, token)).body.choosesPassword).toBe(true);
    expect((await confirm(karim, { token })).error.code).toBe('ALREADY_SIGNED_IN');
    await karim.post('/api/auth/sign-out');
    expect((await confirm(karim, { token })).error.code).toBe('CONFIRMATION_NEEDS_PASSWORD');
    expect((await confirm(karim, { token, password: CHOSEN })).status).toBe(200);
    expect((await accountOf(karim))?.email).toBe('elsa@exemple.fr');
  });
});

test('the link works once, also when used ten times at once', async () => {
  const { client, token } = await signedUp('bruno@exemple.fr');
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => {
      const browser = guilde.visitor();
      for (const [name, value] of client.cookies) browser.cookies.set(name, value);
      return confirm(browser, index % 2 === 0 ? { token } : { token, password: CHOSEN });
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refusals = answers.filter(({ status }) => status !== 200).map(({ error }) => error.code);
  expect(new Set(refusals)).toEqual(new Set(['CONFIRMATION_INVALID']));
  const { id } = await memberWith('bruno@exemple.fr');
  const open = await guilde.deps.db.orm.select().from(sessions).where(eq(sessions.userId, id));
  expect(open).toHaveLength(1);
});

test.each(['GET', 'HEAD'])(
  'a mail scanner’s %s changes nothing, and an earlier link leads to the page',
  async (method) => {
    const email = `chloe-${method.toLowerCase()}@exemple.fr`;
    const { client, token } = await signedUp(email);
    const old = `/api/auth/confirm?token=${token}`;
    for (const browser of [guilde.visitor(), client, claire]) {
      const answer = await browser.request(old, { method });
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(`/confirm#token=${token}`);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect((await memberWith(email)).emailVerified).toBe(false);
    expect((await confirm(client, { token })).status).toBe(200);
  },
);

test('an invented or cut link is refused', async () => {
  const visitor = guilde.visitor();
  for (const token of ['invente', 'x'.repeat(43)]) {
    expect((await look(visitor, token)).error.code).toBe('CONFIRMATION_INVALID');
    expect((await confirm(visitor, { token, password: CHOSEN })).status).toBe(410);
  }
  expect((await visitor.request('/api/auth/confirm')).headers.get('location')).toBe('/confirm');
  expect(visitor.cookies.size).toBe(0);
});

test('a suspended account is not confirmed', async () => {
  const { client, token } = await signedUp('damien@exemple.fr');
  const { id } = await memberWith('damien@exemple.fr');
  await byHand(guilde.deps, (orm) => orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, id)));
  expect((await confirm(client, { token })).error.code).toBe('CONFIRMATION_INVALID');
});

test('after a day the link has expired, and another can be asked for', async () => {
  const email = 'david@exemple.fr';
  const { client, token } = await signedUp(email);
  guilde.clock.advance(24 * HOUR);
  expect((await confirm(client, { token })).error.code).toBe('CONFIRMATION_INVALID');
  expect((await guilde.visitor().post('/api/auth/confirm/resend', { email })).body).toEqual({ ok: true });
  const fresh = await tokenMailedTo(email);
  expect(fresh).not.toBe(token);
  // The cookie of the sign-up has expired with the first link.
  expect((await confirm(client, { token: fresh })).error.code).toBe('CONFIRMATION_NEEDS_PASSWORD');
  expect((await confirm(client, { token: fresh, password: CHOSEN })).status).toBe(200);
});

test('of two links only one ever opens a session', async () => {
  const email = 'emma@exemple.fr';
  const { client, token } = await signedUp(email);
  await guilde.visitor().post('/api/auth/confirm/resend', { email });
  expect((await confirm(client, { token: await tokenMailedTo(email) })).status).toBe(200);
  expect((await confirm(guilde.visitor(), { token, password: CHOSEN })).status).toBe(410);
});

test('asking again answers the same, and sends nothing, for confirmed and unknown addresses', async () => {
  const before = await mailsTo(claire.email);
  for (const email of [claire.email, 'personne@exemple.fr']) {
    expect((await guilde.visitor().post('/api/auth/confirm/resend', { email })).body).toEqual({ ok: true });
  }
  expect(await mailsTo(claire.email)).toBe(before);
  expect(await mailsTo('personne@exemple.fr')).toBe(0);
});

test('the link’s secret is never stored', async () => {
  const { token } = await signedUp('fanny@exemple.fr');
  const stored = JSON.stringify(await guilde.deps.db.orm.select().from(verifications));
  expect(token.length).toBeGreaterThanOrEqual(43);
  expect(stored).not.toContain(token);
});

test('over https the memory of a sign-up is kept for this host alone', async () => {
  const secure = await startGuilde({ cast: [], env: { PUBLIC_URL: 'https://guilde.example' } });
  try {
    const { token } = secretsIn(new URL((await ensureFounderInvitation(secure.deps)) ?? ''));
    const client = secure.visitor();
    const email = 'alice@exemple.fr';
    const input = { token, email, password: PASSWORD, ...shopOf(email) };
    const answer = await client.post('/api/auth/sign-up', input);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-guilde\.sign_up=/);
    expect(cookie.split('; ').slice(1).sort()).toEqual(
      ['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax', 'Secure'].sort(),
    );
    const mailed = secretsIn(await linkIn(secure, 'alice@exemple.fr')).token;
    expect((await client.post('/api/auth/confirm', { token: mailed })).status).toBe(200);
    expect([...client.cookies.keys()].filter((name) => name.includes('sign_up'))).toEqual([]);
  } finally {
    await secure.close();
  }
});
