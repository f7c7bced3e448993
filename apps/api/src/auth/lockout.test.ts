import type { Account } from '@guilde/contracts/auth/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Answer, Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { unconfirmed } from '../../test/newcomers.ts';
import { PASSWORD } from '../../test/people.ts';
import { linkIn } from '../../test/sign-up.ts';

let guilde: Guilde;
let claire: Client;

beforeEach(async () => {
  guilde = await startGuilde({ rateLimits: true, env: { TRUSTED_PROXIES: '1' } });
  claire = await guilde.as('claire');
});
afterEach(() => guilde.close());

/** The client comes from a network of its own. */
function from(address: string, client = guilde.visitor()): Client {
  const { request } = client;
  const post = async <T>(path: string, body: unknown = {}): Promise<Answer<T>> => {
    const answer = await request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    });
    const content = (await answer.json()) as T & { error?: Answer<T>['error'] };
    const none = { code: '', message: '', params: {}, fields: {} };
    return { status: answer.status, headers: answer.headers, body: content, error: content.error ?? none };
  };
  return { ...client, post };
}

const STRANGERS = Array.from({ length: 25 }, (_, index) => `203.0.113.${index}`);

/** So many attempts may wait for one account. */
const WAITING = 10;

function signIn(client: Client, password = PASSWORD) {
  return client.post('/api/auth/sign-in', { email: claire.email, password });
}

/** Resolves when all attempts but the waiting ones are answered. */
async function attack(): Promise<Answer<unknown>[]> {
  const wrong = (address: string) => signIn(from(address), 'pas-le-bon');
  const answers = await Promise.all(STRANGERS.map(wrong));
  const others = STRANGERS.flatMap((address) => Array<string>(8).fill(address));
  for (const address of others)
    void wrong(address).then(
      (answer) => answers.push(answer),
      () => undefined,
    );
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(225 - WAITING);
  return answers;
}

/** The member's browser is signed out but keeps its device cookie. */
async function knownBrowser(): Promise<Client> {
  await claire.get<Account>('/api/auth/account');
  await claire.post('/api/auth/sign-out');
  expect([...claire.cookies.keys()]).toEqual(['guilde.device']);
  return from('198.51.100.1', claire);
}

test('a network that tries one account after the other is refused after 120 in a minute', async () => {
  const network = from('203.0.113.1');
  const guess = (email: string) => network.post('/api/auth/sign-in', { email, password: 'pas-le-bon' });
  const emails = Array.from({ length: 121 }, (_, index) => `membre-${index}@exemple.fr`);
  const answers = await Promise.all(emails.map(guess));
  expect(answers.filter(({ error }) => error.code === 'RATE_LIMITED')).toHaveLength(1);
});

test('after 225 wrong passwords from 25 networks the member gets in, on a known device and on a new one', async () => {
  const known = await knownBrowser();
  const answers = await attack();
  const judged = answers.filter(({ error }) => error.code === 'CREDENTIALS_INVALID').length;
  expect(judged).toBeGreaterThanOrEqual(20);
  // The test waits for this many turns at most.
  expect(judged).toBeLessThan(120);
  expect(answers.filter(({ status }) => status !== 401 && status !== 429)).toEqual([]);

  expect((await signIn(known)).status).toBe(200);
  expect((await signIn(from('198.51.100.2'))).status).toBe(200);
});

test('a known device has ten attempts of its own, which a right password gives back', async () => {
  const known = await knownBrowser();
  for (let attempt = 0; attempt < 9; attempt++)
    expect((await signIn(known, 'pas-le-bon')).error.code).toBe('CREDENTIALS_INVALID');
  expect((await signIn(known)).status).toBe(200);
  for (let attempt = 0; attempt < 10; attempt++)
    expect((await signIn(known, 'pas-le-bon')).error.code).toBe('CREDENTIALS_INVALID');
  const refused = await signIn(known);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a network that guesses is refused for that account; another member there still gets in', async () => {
  const [network = ''] = STRANGERS;
  for (let attempt = 0; attempt < 10; attempt++)
    expect((await signIn(from(network), 'pas-le-bon')).error.code).toBe('CREDENTIALS_INVALID');
  const refused = await signIn(from(network));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const other = from(network).post('/api/auth/sign-in', { email: 'nina@exemple.fr', password: PASSWORD });
  expect((await other).status).toBe(200);
  expect((await signIn(from(network, await knownBrowser()))).status).toBe(200);
});

test('a device cookie that was altered, or is another account’s, makes no device known', async () => {
  const known = await knownBrowser();
  const [[name, value] = ['', '']] = known.cookies;
  const [id = '', since = '', signature = ''] = decodeURIComponent(value).split('.');
  const hugo = await guilde.as('hugo');
  await hugo.get('/api/auth/account');
  const forged = [
    `${id}x.${since}.${signature}`,
    `${id}.${Number(since) + 1}.${signature}`,
    `${id}.${since}.`,
    hugo.cookies.get(name) ?? '',
  ];
  const [network = ''] = STRANGERS;
  for (let attempt = 0; attempt < 10; attempt++) await signIn(from(network), 'pas-le-bon');
  for (const cookie of forged) {
    const client = guilde.visitor();
    client.cookies.set(name, cookie);
    expect((await signIn(from(network, client))).status).toBe(429);
  }
  expect((await signIn(from(network, claire))).status).toBe(200);
});

test('a session makes one known device only, which a new password ends', async () => {
  const asKnown = async () => {
    claire.cookies.delete('guilde.device');
    await claire.get<Account>('/api/auth/account');
    const client = guilde.visitor();
    client.cookies.set('guilde.device', claire.cookies.get('guilde.device') ?? '');
    return client;
  };
  const ask = (client: Client) => from('203.0.113.1', client).post('/api/auth/code', { email: claire.email });
  for (let attempt = 0; attempt < 5; attempt++) expect((await ask(await asKnown())).status).toBe(200);
  expect((await ask(await asKnown())).status).toBe(429);

  await claire.post('/api/auth/sign-out');
  const device = claire.cookies.get('guilde.device');
  await signIn(claire);
  const elsewhere = await asKnown();
  expect(claire.cookies.get('guilde.device')).not.toBe(device);
  const [network = ''] = STRANGERS;
  for (let attempt = 0; attempt < 10; attempt++) await signIn(from(network), 'pas-le-bon');
  expect((await signIn(from(network, elsewhere), 'pas-le-bon')).error.code).toBe('CREDENTIALS_INVALID');
  await guilde.visitor().post('/api/auth/reset-request', { email: claire.email });
  const { token } = secretsIn(await linkIn(guilde, claire.email));
  const password = 'un-autre-mot-de-passe';
  expect((await guilde.visitor().post('/api/auth/reset-password', { token, password })).status).toBe(200);
  expect((await signIn(from(network, elsewhere), 'pas-le-bon')).status).toBe(429);
  expect((await signIn(from('198.51.100.7'), password)).status).toBe(200);
});

test('codes that strangers ask for use up nothing of the member’s, on a known device or on a new one', async () => {
  const known = await knownBrowser();
  const ask = (client: Client) => client.post('/api/auth/code', { email: claire.email });
  const asked = await Promise.all(STRANGERS.slice(0, 10).map((address) => ask(from(address))));
  expect(asked.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const refused: number[] = [];
  for (const address of STRANGERS.slice(0, 8))
    void ask(from(address)).then(
      ({ status }) => refused.push(status),
      () => undefined,
    );
  // Two attempts wait; a first attempt takes the place of one.
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(6);
  expect((await ask(from('198.51.100.4'))).status).toBe(200);
  expect((await ask(known)).status).toBe(200);
  const code = (await guilde.mails()).findLast(({ to }) => to === claire.email)?.text.match(/\b\d{6}\b/)?.[0];
  expect((await known.post('/api/auth/code/verify', { email: claire.email, code })).status).toBe(200);
  expect(refused).toContain(429);
});

test('one network asks for five codes, one device for five of its own', async () => {
  const ask = (client: Client) => client.post('/api/auth/code', { email: claire.email });
  const [network = ''] = STRANGERS;
  for (let attempt = 0; attempt < 5; attempt++) expect((await ask(from(network))).status).toBe(200);
  expect((await ask(from(network))).status).toBe(429);
  const known = from(network, await knownBrowser());
  for (let attempt = 0; attempt < 5; attempt++) expect((await ask(known)).status).toBe(200);
  expect((await ask(known)).status).toBe(429);
});

test('links to a new password that strangers ask for use up nothing of the member’s', async () => {
  const mailed = async () =>
    (await guilde.mails()).filter(({ to, text }) => to === claire.email && text.includes('/reset-password'));
  const ask = (client: Client) => client.post('/api/auth/reset-request', { email: claire.email });
  for (const address of STRANGERS) expect((await ask(from(address))).status).toBe(200);
  // Five mails leave at once; the other requests share one, five minutes later.
  expect(await mailed()).toHaveLength(5);
  expect((await ask(from('198.51.100.5'))).status).toBe(200);
  expect((await ask(await knownBrowser())).status).toBe(200);
  expect(await mailed()).toHaveLength(6);
  guilde.clock.advance(5 * 60_000);
  expect(await mailed()).toHaveLength(7);
});

test('links to confirm an address that strangers ask for do not keep its owner from one', async () => {
  const email = 'pressee@exemple.fr';
  await unconfirmed(guilde, claire, email);
  const mailed = async () =>
    (await guilde.mails()).filter(({ to, text }) => to === email && text.includes('/confirm')).length;
  const before = await mailed();
  const ask = (client: Client) => client.post('/api/auth/confirm/resend', { email });
  for (const address of STRANGERS) expect((await ask(from(address))).status).toBe(200);
  expect(await mailed()).toBe(before + 5);
  expect((await ask(from('198.51.100.6'))).status).toBe(200);
  guilde.clock.advance(5 * 60_000);
  expect(await mailed()).toBe(before + 6);
});
