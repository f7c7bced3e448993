import { randomUUID } from 'node:crypto';
import type { Account, SecondFactor, SecondFactorSetup, SignedIn } from '@guilde/contracts/auth/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byHand } from '../../../test/by-hand.ts';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { PASSWORD, type PersonName } from '../../../test/people.ts';
import { granted, refusal } from '../../../test/scenes.ts';
import { type Authenticator, addSecondFactor } from '../../../test/second-factor.ts';
import { linkIn } from '../../../test/sign-up.ts';
import {
  members,
  pendingSignIns,
  recoveryCodes,
  secondFactors,
  securityEvents,
  sessions,
  verifications,
} from '../../auth/tables.ts';
import { totpAddress, totpAt, totpStep } from './totp.ts';

const VERIFY = '/api/auth/second-factor';

test.each([
  // These are vectors of RFC 6238, appendix B, shortened to six digits.
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('codes are those of RFC 6238, at %i', (seconds, code) => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect(totpAt(secret, seconds * 1000)).toBe(code);
  const step = Math.floor(seconds / 30);
  for (const away of [-30, 0, 30]) expect(totpStep(secret, code, (seconds + away) * 1000)).toBe(step);
  for (const away of [-90, 90]) expect(totpStep(secret, code, (seconds + away) * 1000)).toBeNull();
  expect(totpAddress(secret, 'a+b@exemple.fr')).toContain(
    'otpauth://totp/Guilde:a%2Bb%40exemple.fr?secret=GEZ',
  );
});

describe('the second factor', () => {
  let guilde: Guilde;
  const accounts = new Map<PersonName, { client: Client; authenticator: Authenticator }>();

  beforeAll(async () => {
    guilde = await startGuilde({ rateLimits: true });
  });
  afterAll(() => guilde.close());

  async function withFactor(name: PersonName) {
    const known = accounts.get(name);
    if (known) return known;
    const client = await guilde.as(name);
    const made = { client, authenticator: await addSecondFactor(guilde, client) };
    accounts.set(name, made);
    return made;
  }

  async function password(client: Client, email: string) {
    return granted(await client.post<SignedIn>('/api/auth/sign-in', { email, password: PASSWORD }));
  }

  async function asked(email: string): Promise<Client> {
    const client = guilde.visitor();
    expect(await password(client, email)).toEqual({ ok: true, secondFactor: true });
    return client;
  }

  const isSignedIn = async (client: Client) => (await client.get('/api/auth/account')).body !== null;
  const kindsOf = async (id: string) =>
    (
      await guilde.deps.db.orm
        .select()
        .from(securityEvents)
        .where(eq(securityEvents.memberId, id))
        .orderBy(asc(securityEvents.position))
    ).map(({ kind, reason }) => (reason ? `${kind} ${reason}` : kind));

  test('is set up with the password and a code of the app; then other devices are out, and a mail says so', async () => {
    const client = await guilde.as('claire');
    const elsewhere = guilde.visitor();
    expect(await password(elsewhere, client.email)).toEqual({ ok: true, secondFactor: false });
    const other = await elsewhere.live();
    const state = async () => granted(await client.get<SecondFactor>(VERIFY));
    expect(await state()).toEqual({ addedAt: null, recoveryCodesLeft: 0, passkeys: 0 });
    expect(refusal(await client.post(`${VERIFY}/setup`, { password: 'pas le bon' }))).toBe(
      '403 PASSWORD_WRONG',
    );
    expect(refusal(await client.post(`${VERIFY}/add`, { code: '123456' }))).toBe(
      '410 SECOND_FACTOR_SETUP_EXPIRED',
    );
    const setup = granted(await client.post<SecondFactorSetup>(`${VERIFY}/setup`, { password: PASSWORD }));
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    // The factor does not count yet, and its set-up expires.
    expect(await password(guilde.visitor(), client.email)).toMatchObject({ secondFactor: false });
    guilde.clock.advance(31 * 60_000);
    const late = { code: totpAt(setup.secret, guilde.clock.now()) };
    expect(refusal(await client.post(`${VERIFY}/add`, late))).toBe('410 SECOND_FACTOR_SETUP_EXPIRED');
    const { authenticator } = await withFactor('claire');
    expect(new Set(authenticator.recoveryCodes).size).toBe(10);
    expect(await state()).toMatchObject({ addedAt: expect.any(String), recoveryCodesLeft: 10 });
    expect(refusal(await client.post(`${VERIFY}/setup`, { password: PASSWORD }))).toBe(
      '409 SECOND_FACTOR_ACTIVE',
    );
    expect(await other.closed).toBe(4001);
    expect(await isSignedIn(elsewhere)).toBe(false);
    const mail = (await guilde.mails()).findLast(({ to }) => to === client.email);
    expect(mail?.subject).toBe('La double vérification est activée');
    // Neither the key nor a code is readable in the database or the archive.
    const stored = JSON.stringify([
      await guilde.deps.db.orm.select().from(secondFactors),
      await guilde.deps.db.orm.select().from(recoveryCodes),
    ]);
    for (const secret of [setup.secret, ...authenticator.recoveryCodes]) expect(stored).not.toContain(secret);
  });

  test('is asked for after a password, a code by mail, a confirmation link and a reset', async () => {
    const { client, authenticator } = await withFactor('claire');
    const { email, id } = client;
    const { orm } = guilde.deps.db;
    const lastMail = async () => (await guilde.mails()).findLast(({ to }) => to === email)?.text ?? '';

    const byPassword = await asked(email);

    const byCode = guilde.visitor();
    granted(await byCode.post('/api/auth/code', { email }));
    const code = /\b\d{6}\b/.exec(await lastMail())?.[0];
    expect(granted(await byCode.post('/api/auth/code/verify', { email, code }))).toMatchObject({
      secondFactor: true,
    });

    const open = await orm.$count(sessions, eq(sessions.userId, id));
    for (const visitor of [byPassword, byCode]) expect(await isSignedIn(visitor)).toBe(false);
    for (const visitor of [byPassword, byCode]) {
      granted(await visitor.post(VERIFY, { code: authenticator.code() }));
      expect(await isSignedIn(visitor)).toBe(true);
    }
    expect(await orm.$count(sessions, eq(sessions.userId, id))).toBe(open + 2);
    expect((await kindsOf(id)).slice(-5)).toEqual([
      'second-factor.asked PASSWORD',
      'code.requested',
      'second-factor.asked CODE',
      'sign-in TOTP',
      'sign-in TOTP',
    ]);

    granted(await guilde.visitor().post('/api/auth/reset-request', { email }));
    const { token } = secretsIn(await linkIn(guilde, email));
    const waiting = await asked(email);
    granted(await guilde.visitor().post('/api/auth/reset-password', { token, password: `${PASSWORD}-2` }));
    expect(refusal(await waiting.post(VERIFY, { code: authenticator.code() }))).toBe(
      '410 SECOND_FACTOR_EXPIRED',
    );
    const afterReset = guilde.visitor();
    const entered = await afterReset.post('/api/auth/sign-in', { email, password: `${PASSWORD}-2` });
    expect(entered.body).toMatchObject({ secondFactor: true });
    granted(await afterReset.post(VERIFY, { code: authenticator.code() }));

    await orm.update(members).set({ emailVerified: false }).where(eq(members.id, id));
    await guilde.visitor().post('/api/auth/confirm/resend', { email });
    const link = secretsIn(await linkIn(guilde, email));
    const byLink = guilde.visitor();
    const confirmed = await byLink.post('/api/auth/confirm', { token: link.token, password: PASSWORD });
    expect(confirmed.body).toEqual({ ok: true, secondFactor: true });
    expect(await isSignedIn(byLink)).toBe(false);
    granted(await byLink.post(VERIFY, { code: authenticator.code() }));
    expect(await isSignedIn(byLink)).toBe(true);
    expect(await orm.$count(verifications, eq(verifications.value, id))).toBe(0);
    client.cookies.clear();
    for (const [name, value] of byLink.cookies) client.cookies.set(name, value);
  });

  test('takes a code once, from its own browser, within ten minutes', async () => {
    const { client, authenticator } = await withFactor('karim');
    const [one, other, late] = [
      await asked(client.email),
      await asked(client.email),
      await asked(client.email),
    ];
    const code = authenticator.code();
    const answers = await Promise.all([one, other].map((browser) => browser.post(VERIFY, { code })));
    expect(answers.map(refusal).sort()).toEqual(['200 ', '422 CODE_INCORRECT']);
    expect(refusal(await guilde.visitor().post(VERIFY, { code: authenticator.code() }))).toBe(
      '410 SECOND_FACTOR_EXPIRED',
    );
    expect(refusal(await one.post(VERIFY, { code: '12 34' }))).toBe('422 INVALID_INPUT');
    guilde.clock.advance(11 * 60_000);
    expect(refusal(await late.post(VERIFY, { code: authenticator.code() }))).toBe(
      '410 SECOND_FACTOR_EXPIRED',
    );
  });

  test('takes each recovery code once, however it is typed, and tells the member how many are left', async () => {
    const { client, authenticator } = await withFactor('zoe');
    const [first = '', second = ''] = authenticator.recoveryCodes;
    const browsers = await Promise.all([asked(client.email), asked(client.email), asked(client.email)]);
    const typed = ` ${first.slice(0, 5).toLowerCase()} - ${first.slice(5)}`;
    const answers = await Promise.all(browsers.map((browser) => browser.post(VERIFY, { code: typed })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const mail = (await guilde.mails()).findLast(({ to }) => to === client.email);
    expect(mail?.text).toContain('Il t’en reste 9.');
    expect((await kindsOf(client.id)).at(-1)).toMatch(
      /^(sign-in RECOVERY_CODE|second-factor.refused CODE_INCORRECT)$/,
    );
    const renewed = granted(
      await client.post<{ codes: string[] }>(`${VERIFY}/recovery-codes`, { code: authenticator.code() }),
    );
    expect(renewed.codes).toHaveLength(10);
    const browser = await asked(client.email);
    expect(refusal(await browser.post(VERIFY, { code: second }))).toBe('422 CODE_INCORRECT');
    granted(await browser.post(VERIFY, { code: renewed.codes[0] }));
  });

  test('lets nobody guess: five codes for one sign-in, twenty a day for strangers; the member is warned and gets in', async () => {
    const { client, authenticator } = await withFactor('paul');
    const wrong = { code: authenticator.code() === '000000' ? '000001' : '000000' };
    const known = guilde.visitor();
    await password(known, client.email);
    granted(await known.post(VERIFY, { code: authenticator.code() }));
    await known.get('/api/auth/account');
    await known.post('/api/auth/sign-out');
    const refused: string[] = [];
    for (let browser = 0; browser < 5; browser++) {
      const stranger = await asked(client.email);
      const answers = await Promise.all(Array.from({ length: 7 }, () => stranger.post(VERIFY, wrong)));
      refused.push(...answers.map(refusal));
    }
    const count = (code: string) => refused.filter((one) => one === code).length;
    expect(count('422 CODE_INCORRECT')).toBe(20);
    expect(count('429 RATE_LIMITED')).toBe(5);
    expect(count('410 SECOND_FACTOR_EXPIRED')).toBe(10);
    const warnings = (await guilde.mails()).filter(
      ({ to, subject }) => to === client.email && subject.startsWith('Quelqu’un essaie'),
    );
    expect(warnings).toHaveLength(3);
    expect(refusal(await (await asked(client.email)).post(VERIFY, { code: authenticator.code() }))).toBe(
      '429 RATE_LIMITED',
    );
    granted(await (await asked(client.email)).post(VERIFY, { code: authenticator.recoveryCodes[3] }));
    // A browser that has signed in before has attempts of its own.
    await password(known, client.email);
    granted(await known.post(VERIFY, { code: authenticator.code() }));
  });

  test('opens the back office to an administrator, for grave acts for 15 minutes, and closes it when it goes', async () => {
    const nina = await guilde.as('nina');
    const hugo = await guilde.as('hugo');
    granted(await nina.put(`/api/admin/users/${hugo.id}/role`, { role: 'admin' }));
    const office = async () => refusal(await hugo.get('/api/admin/overview'));
    const proven = async () => granted(await hugo.get<Account>('/api/auth/account')).proven;
    expect([await office(), await proven()]).toEqual(['403 SECOND_FACTOR_REQUIRED', false]);
    const { authenticator } = await withFactor('hugo');
    expect([await office(), await proven()]).toEqual(['200 ', true]);
    const exported = async () => (await hugo.post('/api/admin/journal/export', {})).status;
    expect(await exported()).toBe(200);
    const elsewhere = await asked(hugo.email);
    granted(await elsewhere.post(VERIFY, { code: authenticator.code() }));
    guilde.clock.advance(15 * 60_000);
    expect([await exported(), await office()]).toEqual([403, '200 ']);
    const prove = async (code: string) => refusal(await hugo.post(`${VERIFY}/prove`, { code }));
    expect(await prove('000000')).toBe('422 CODE_INCORRECT');
    const code = authenticator.code();
    expect([await prove(code), await prove(code)]).toEqual(['200 ', '422 CODE_INCORRECT']);
    expect(await exported()).toBe(200);
    expect((await kindsOf(hugo.id)).slice(-3)).toContain('second-factor.given');
    // Each session has a proof of its own.
    expect(refusal(await elsewhere.post('/api/admin/journal/export', {}))).toBe('403 PROOF_REQUIRED');
    granted(await hugo.post(`${VERIFY}/remove`, { code: authenticator.recoveryCodes[0] }));
    expect([await office(), await proven()]).toEqual(['403 SECOND_FACTOR_REQUIRED', false]);
    expect(refusal(await elsewhere.get('/api/admin/overview'))).toBe('403 SECOND_FACTOR_REQUIRED');
    expect(await prove(authenticator.code())).toBe('409 SECOND_FACTOR_INACTIVE');
  });

  test('goes with a code, not without; a changed password, a suspension or the end of the account leaves nothing open', async () => {
    const { client, authenticator } = await withFactor('lucie');
    const { orm } = guilde.deps.db;
    expect(refusal(await client.post(`${VERIFY}/remove`, { code: '000000' }))).toBe('422 CODE_INCORRECT');
    const waiting = await asked(client.email);
    await client.post('/api/account/password', { current: PASSWORD, password: `${PASSWORD}-3` });
    expect(refusal(await waiting.post(VERIFY, { code: authenticator.code() }))).toBe(
      '410 SECOND_FACTOR_EXPIRED',
    );
    await client.post('/api/account/password', { current: `${PASSWORD}-3`, password: PASSWORD });
    const suspended = await asked(client.email);
    await byHand(guilde.deps, () =>
      orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, client.id)),
    );
    expect(refusal(await suspended.post(VERIFY, { code: authenticator.code() }))).toBe(
      '403 MEMBER_SUSPENDED',
    );
    await byHand(guilde.deps, () =>
      orm.update(members).set({ suspendedAt: null }).where(eq(members.id, client.id)),
    );
    granted(await client.post(`${VERIFY}/remove`, { code: authenticator.recoveryCodes[0] }));
    expect(refusal(await client.post(`${VERIFY}/remove`, { code: authenticator.code() }))).toBe(
      '409 SECOND_FACTOR_INACTIVE',
    );
    const mail = (await guilde.mails()).findLast(({ to }) => to === client.email);
    expect(mail?.subject).toBe('La double vérification est désactivée');
    expect(await password(guilde.visitor(), client.email)).toMatchObject({ secondFactor: false });
    expect((await kindsOf(client.id)).filter((kind) => kind.includes('factor.removed'))).toHaveLength(1);
    await addSecondFactor(guilde, client);
    await asked(client.email);
    granted(await client.post('/api/account/delete', { id: randomUUID(), password: PASSWORD }));
    for (const table of [secondFactors, recoveryCodes, pendingSignIns])
      expect(await orm.select().from(table).where(eq(table.userId, client.id))).toEqual([]);
  });
});
