import type { Account, SecondFactorSetup } from '@guilde/contracts/auth/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { totpAt } from '../../api/src/credentials/second-factor/totp.ts';
import { type Client, createClient } from '../../api/test/client.ts';
import { PASSWORD, PEOPLE, type Person, type PersonName, shopOf, sirenOf } from '../../api/test/people.ts';
import { completeProfile } from '../../api/test/profile-answers.ts';
import { closeWithServer, type Server } from './server.ts';

/** Somebody who is none of the village is given in full. */
export async function signUp(server: Server, who: PersonName | Person, inviter?: Client): Promise<Client> {
  const person: Person = typeof who === 'string' ? PEOPLE[who] : who;
  const client = createClient(server.url);
  const link = new URL(inviter ? await invitationOf(server, inviter, person.email) : server.founderLink);
  const { token, proof } = secretsIn(link);
  const answer = await client.post('/api/auth/sign-up', {
    token,
    proof,
    email: person.email,
    password: PASSWORD,
    ...shopOf(person.email),
  });
  if (answer.status !== 200) throw new Error(`${person.email} could not sign up: ${answer.error.code}`);
  if (!proof) {
    const confirmation = secretsIn(new URL(await server.linkMailedTo(person.email)));
    await client.post('/api/auth/confirm', { token: confirmation.token });
  }
  if (person.complete) await completeProfile(client, person);
  const account = await client.get<Account>('/api/auth/account');
  return Object.assign(client, { id: account.body.id, email: person.email });
}

export async function secured(client: Client): Promise<Client> {
  await addSecondFactor(client);
  return client;
}

/** Returns the secret of the second factor, which administrators need, by the API calls of the settings. */
export async function addSecondFactor(client: Client): Promise<string> {
  const { body: key } = await client.post<SecondFactorSetup>('/api/auth/second-factor/setup', {
    password: PASSWORD,
  });
  const { status, error } = await client.post('/api/auth/second-factor/add', {
    code: totpAt(key.secret, Date.now()),
  });
  if (status !== 200) throw new Error(`No second factor: ${error.code}`);
  return key.secret;
}

async function invitationOf(server: Server, inviter: Client, email: string): Promise<string> {
  await inviter.post('/api/invitations', { vouched: true, email });
  return server.linkMailedTo(email);
}

/** Opens a signed-in browser context for the person; it is closed with the server. */
export async function browse(
  browser: Browser,
  server: Pick<Server, 'url'>,
  client: Client | null,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce', ...options });
  closeWithServer(server.url, context);
  const cookies = [...(client?.cookies ?? [])].map(([name, value]) => ({ name, value, url: server.url }));
  await context.addCookies(cookies);
  await context.addInitScript(noteToasts);
  return { context, page: await context.newPage() };
}

type Noted = { toasts: string[]; announced: string[] };

/** This runs in each page from its beginning. */
function noteToasts(): void {
  const toasts: string[] = [];
  const announced: string[] = [];
  Object.assign(window, { toasts, announced } satisfies Noted);
  const known = new WeakSet<Element>();
  const note = () => {
    for (const { textContent } of document.querySelectorAll('[data-sonner-toast]'))
      if (textContent && !toasts.includes(textContent)) toasts.push(textContent);
    for (const line of document.querySelectorAll('[data-announcer] > *')) {
      if (!known.has(line)) announced.push(line.textContent ?? '');
      known.add(line);
    }
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true });
}

/** The toast may already be gone, because it stays for four seconds. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const toasts = () => page.evaluate(() => (window as unknown as Noted).toasts.join('\n')).catch(() => '');
  await expect.poll(toasts).toContain(text);
}

/** A toast with an action is gone after twelve seconds, but stays while its action has the focus. */
export async function keepToast(toast: Locator, action: string): Promise<Locator> {
  const button = toast.getByRole('button', { name: action });
  await button.focus();
  return button;
}

/** Screen readers got this text exactly once and in one piece since the page was loaded. */
export async function expectAnnounced(page: Page, text: string): Promise<void> {
  const announced = () => page.evaluate(() => (window as unknown as Noted).announced).catch(() => []);
  await expect.poll(async () => (await announced()).filter((line) => line === text)).toEqual([text]);
}

export { PASSWORD, PEOPLE, sirenOf };
