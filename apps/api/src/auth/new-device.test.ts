import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted } from '../../test/scenes.ts';
import { addSecondFactor } from '../../test/second-factor.ts';

const SUBJECT = 'Nouvelle connexion à ton compte';

let guilde: Guilde;

beforeAll(async () => {
  guilde = await startGuilde();
});
afterAll(() => guilde.close());

const deviceMails = async (email: string) =>
  (await guilde.mails()).filter(({ to, subject }) => to === email && subject === SUBJECT);

async function signIn(client: Client, email: string): Promise<void> {
  granted(await client.post('/api/auth/sign-in', { email, password: PASSWORD }));
  // Every client does this request, which makes the device known.
  await client.get('/api/auth/account');
}

test('a session on a device that is not known is told by mail, with when and on what; on a known one it is not', async () => {
  const { email } = await guilde.as('claire');
  expect(await deviceMails(email)).toEqual([]);
  const browser = guilde.visitor();
  const refused = await guilde.visitor().post('/api/auth/sign-in', { email, password: 'pas le bon' });
  expect(refused.status).toBe(401);
  expect(await deviceMails(email)).toEqual([]);
  await signIn(browser, email);
  const [mail, ...more] = await deviceMails(email);
  expect(more).toEqual([]);
  expect(mail?.text).toMatch(/appareil.: .*17 novembre 2026 à 10:\d\d \(heure de Paris\)/);
  expect(mail?.text).not.toMatch(/https?:\/\/\S+token/);
  await browser.post('/api/auth/sign-out');
  await signIn(browser, email);
  expect(await deviceMails(email)).toHaveLength(1);

  const byCode = guilde.visitor();
  granted(await byCode.post('/api/auth/code', { email }));
  const code = (await guilde.mails()).findLast(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0];
  granted(await byCode.post('/api/auth/code/verify', { email, code }));
  expect(await deviceMails(email)).toHaveLength(2);
  for (let count = 0; count < 12; count++) await signIn(guilde.visitor(), email);
  expect(await deviceMails(email)).toHaveLength(10);
});

test('with a second factor it is told once both proofs are given', async () => {
  const karim = await guilde.as('karim');
  const authenticator = await addSecondFactor(guilde, karim);
  const browser = guilde.visitor();
  await signIn(browser, karim.email);
  expect(await deviceMails(karim.email)).toEqual([]);
  granted(await browser.post('/api/auth/second-factor', { code: authenticator.code() }));
  expect(await deviceMails(karim.email)).toHaveLength(1);
});
