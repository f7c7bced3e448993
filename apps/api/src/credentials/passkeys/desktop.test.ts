import type { DesktopUse, PasskeyRequest, SignedInDevice } from '@guilde/contracts/auth/rules.ts';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Authenticator } from '../../../test/authenticator.ts';
import { byHand } from '../../../test/by-hand.ts';
import type { Client } from '../../../test/client.ts';
import { type Guilde, startGuilde } from '../../../test/harness.ts';
import { type DesktopApp as App, addPasskey, allowDesktop, newApp } from '../../../test/passkeys.ts';
import { granted, refusal } from '../../../test/scenes.ts';
import { members, securityEvents, verifications } from '../../auth/tables.ts';

const PATH = '/api/auth/passkeys/desktop';
const INVALID = '410 DESKTOP_CODE_INVALID';

let guilde: Guilde;

beforeAll(async () => {
  guilde = await startGuilde();
});
afterAll(() => guilde.close());

async function allow(phone: Authenticator, app: Pick<App, 'challenge'>, use: DesktopUse = 'sign-in') {
  const browser = guilde.visitor();
  return { browser, answer: await allowDesktop(browser, phone, app, use) };
}

const codeFor = async (...args: Parameters<typeof allow>) => granted((await allow(...args)).answer).code;
const signIn = (client: Client, code: string, { verifier }: Pick<App, 'verifier'>) =>
  client.post(`${PATH}/sign-in`, { code, verifier });
const prove = async (client: Client, code: string, { verifier }: Pick<App, 'verifier'>) =>
  refusal(await client.post(`${PATH}/prove`, { code, verifier }));
const whoIs = async (client: Client) =>
  (await client.get<{ id: string } | null>('/api/auth/account')).body?.id;
const lastMail = async (client: Client) => (await guilde.mails()).findLast(({ to }) => to === client.email);
const kindsOf = async (id: string) =>
  (
    await guilde.deps.db.orm
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.memberId, id))
      .orderBy(asc(securityEvents.position))
  ).map(({ kind, reason }) => (reason ? `${kind} ${reason}` : kind));

it('the browser gets a code and no session; the app that asked gets the session, which counts as proven', async () => {
  const claire = await guilde.as('claire');
  const phone = await addPasskey(guilde, claire);
  const app = newApp();
  const { browser, answer } = await allow(phone, app);
  const { code } = granted(answer);
  expect(code).toMatch(/^[\w-]{43}$/);
  expect(Object.keys(answer.body)).toEqual(['code']);
  expect(await whoIs(browser)).toBeUndefined();
  expect((await claire.get<SignedInDevice[]>('/api/auth/sessions')).body).toHaveLength(1);
  expect(JSON.stringify(await guilde.deps.db.orm.select().from(verifications))).not.toContain(code);

  const desktop = guilde.visitor();
  expect(refusal(await signIn(desktop, code, app))).toBe('200 ');
  expect(await whoIs(desktop)).toBe(claire.id);
  expect((await desktop.get('/api/auth/account')).body).toMatchObject({ proven: true });
  expect((await lastMail(claire))?.subject).toBe('Nouvelle connexion à ton compte');
  expect((await kindsOf(claire.id)).slice(-2)).toEqual(['desktop.allowed SIGN_IN', 'sign-in PASSKEY']);

  // The app is a known device from now on.
  const before = (await guilde.mails()).length;
  const again = newApp();
  expect(refusal(await signIn(desktop, await codeFor(phone, again), again))).toBe('200 ');
  expect(await guilde.mails()).toHaveLength(before);
});

it('a code opens once, for the app that asked, and for two minutes', async () => {
  const karim = await guilde.as('karim');
  const phone = await addPasskey(guilde, karim);
  const app = newApp();
  const code = await codeFor(phone, app);
  const thief = guilde.visitor();
  expect(refusal(await signIn(thief, code, newApp()))).toBe(INVALID);
  expect(refusal(await signIn(thief, code, { verifier: app.challenge }))).toBe(INVALID);
  expect(refusal(await signIn(thief, newApp().verifier, app))).toBe(INVALID);
  expect(await whoIs(thief)).toBeUndefined();
  const twice = [guilde.visitor(), guilde.visitor()];
  const answers = await Promise.all(twice.map((client) => signIn(client, code, app)));
  expect(answers.map(refusal).sort()).toEqual(['200 ', INVALID]);
  expect((await Promise.all(twice.map(whoIs))).filter(Boolean)).toEqual([karim.id]);
  expect(refusal(await signIn(thief, code, app))).toBe(INVALID);

  const [slow, late] = [newApp(), newApp()];
  const codes = [await codeFor(phone, slow), await codeFor(phone, late)] as const;
  guilde.clock.advance(119_000);
  expect(refusal(await signIn(guilde.visitor(), codes[0], slow))).toBe('200 ');
  guilde.clock.advance(2000);
  expect(refusal(await signIn(thief, codes[1], late))).toBe(INVALID);
  expect(await kindsOf(karim.id)).toContain('passkey.refused DESKTOP_CODE_INVALID');
});

it('a passkey signs for one app and one use: nothing else takes its answer, and no answer works twice', async () => {
  const phone = await addPasskey(guilde, await guilde.as('zoe'));
  const browser = guilde.visitor();
  const [app, other] = [newApp(), newApp()];
  const ask = async (use: DesktopUse = 'sign-in') =>
    granted(await browser.post<PasskeyRequest>(`${PATH}/request`, { challenge: app.challenge, use }));
  const give = async (challenge: string, use: DesktopUse, answer: unknown) =>
    refusal(await browser.post(`${PATH}/allow`, { challenge, use, answer }));
  const answer = phone.answer(await ask());
  expect(await give(other.challenge, 'sign-in', answer)).toBe('422 PASSKEY_REFUSED');
  expect(await give(app.challenge, 'prove', answer)).toBe('422 PASSKEY_REFUSED');
  expect(refusal(await browser.post('/api/auth/passkeys/sign-in', answer))).toBe('422 PASSKEY_REFUSED');
  expect(await give(app.challenge, 'sign-in', answer)).toBe('200 ');
  expect(await give(app.challenge, 'sign-in', answer)).toBe('422 PASSKEY_REFUSED');
  const web = granted(await browser.post<PasskeyRequest>('/api/auth/passkeys/request'));
  expect(await give(app.challenge, 'sign-in', phone.answer(web))).toBe('422 PASSKEY_REFUSED');
  const lies = [{ origin: 'https://guilde.evil' }, { rpId: 'evil' }, { userVerified: false }];
  for (const said of lies)
    expect(await give(app.challenge, 'sign-in', phone.answer(await ask(), said))).toBe('422 PASSKEY_REFUSED');
  expect(await whoIs(browser)).toBeUndefined();

  for (const challenge of ['', 'court', 'x'.repeat(44), `${'x'.repeat(42)}=`])
    expect(refusal(await browser.post(`${PATH}/request`, { challenge, use: 'sign-in' }))).toBe(
      '422 INVALID_INPUT',
    );
  expect(refusal(await browser.post(`${PATH}/request`, { challenge: app.challenge, use: 'add' }))).toBe(
    '422 INVALID_INPUT',
  );
});

it('who is suspended gets neither code nor session, and a passkey that is removed opens nothing any more', async () => {
  const paul = await guilde.as('paul');
  const phone = await addPasskey(guilde, paul);
  const app = newApp();
  const { orm } = guilde.deps.db;
  const suspend = (suspendedAt: number | null) =>
    byHand(guilde.deps, () => orm.update(members).set({ suspendedAt }).where(eq(members.id, paul.id)));
  const code = await codeFor(phone, app);
  await suspend(1);
  expect(refusal((await allow(phone, app)).answer)).toBe('403 MEMBER_SUSPENDED');
  expect(refusal(await signIn(guilde.visitor(), code, app))).toBe('403 MEMBER_SUSPENDED');
  await suspend(null);
  expect(refusal(await signIn(guilde.visitor(), code, app))).toBe('200 ');

  const removed = await codeFor(phone, app);
  const [passkey] = granted(await paul.get<{ id: string }[]>('/api/auth/passkeys'));
  granted(await paul.delete(`/api/auth/passkeys/${passkey?.id}`));
  expect(refusal(await signIn(guilde.visitor(), removed, app))).toBe(INVALID);
  expect(refusal((await allow(phone, app)).answer)).toBe('404 PASSKEY_UNKNOWN');
});

it('proves again in the app that asked, to its own member, and a proof never signs in', async () => {
  const [nina, lucie, hugo] = [await guilde.as('nina'), await guilde.as('lucie'), await guilde.as('hugo')];
  granted(await nina.put(`/api/admin/users/${lucie.id}/role`, { role: 'admin' }));
  const phone = await addPasskey(guilde, lucie);
  const app = newApp();
  const desktop = guilde.visitor();
  granted(await signIn(desktop, await codeFor(phone, app), app));
  guilde.clock.advance(16 * 60_000);
  expect(refusal(await desktop.post('/api/admin/journal/export', {}))).toBe('403 PROOF_REQUIRED');
  const step = newApp();
  const code = await codeFor(phone, step, 'prove');
  expect(refusal(await signIn(guilde.visitor(), code, step))).toBe(INVALID);
  expect(await prove(hugo, code, step)).toBe(INVALID);
  expect(await prove(desktop, code, newApp())).toBe(INVALID);
  expect(await prove(desktop, await codeFor(phone, step, 'sign-in'), step)).toBe(INVALID);
  expect(await prove(guilde.visitor(), code, step)).toBe('401 UNAUTHENTICATED');
  expect(await prove(desktop, code, step)).toBe('200 ');
  expect(await prove(desktop, code, step)).toBe(INVALID);
  expect((await desktop.post('/api/admin/journal/export', {})).status).toBe(200);
  const kinds = await kindsOf(lucie.id);
  expect(kinds).toContain('desktop.allowed PROOF');
  expect(kinds.slice(-2)).toEqual(['second-factor.given PASSKEY', 'passkey.refused DESKTOP_CODE_INVALID']);
});
