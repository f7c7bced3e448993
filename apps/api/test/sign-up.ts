import type { Account } from '@guilde/contracts/auth/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { ensureFounderInvitation } from '../src/invitations/founder.ts';
import { type Client, createClient } from './client.ts';
import { PASSWORD, PEOPLE, type Person, type PersonName, shopOf } from './people.ts';
import { completeProfile, expectOk } from './profile-answers.ts';
import { provingWith, storedCode, withSecondFactor } from './second-factor.ts';
import type { Guilde } from './serve.ts';

/** The person has signed up, and the cookies are those of the browser's session. */
export type SignedIn = { name: PersonName; id: string; email: string; cookies: [string, string][] };

export function clientOf(guilde: Guilde, { name, id, email, cookies }: SignedIn): Client {
  const client = Object.assign(createClient(guilde.url), { id, email });
  for (const [cookie, value] of cookies) client.cookies.set(cookie, value);
  return PEOPLE[name].role === 'admin' ? provingWith(client, () => storedCode(guilde, email)) : client;
}

/** Takes a person through invitation, account, confirmation and the six steps of the profile. */
export async function signUpByInvitation(guilde: Guilde, person: Person): Promise<Client> {
  const client = createClient(guilde.url);
  const link =
    person.email === PEOPLE.nina.email
      ? await founderLink(guilde)
      : await invitationLink(guilde, person.email);
  const { token, proof } = secretsIn(link);
  const { email } = person;
  await expectOk(
    client.post('/api/auth/sign-up', { token, proof, email, password: PASSWORD, ...shopOf(email) }),
  );
  if (!proof) await confirmAddress(guilde, client, person.email);
  if (person.complete) await completeProfile(client, person);
  const account = await client.get<Account>('/api/auth/account');
  Object.assign(client, { id: account.body.id, email: person.email });
  return person.role === 'admin' ? withSecondFactor(guilde, client) : client;
}

async function founderLink(guilde: Guilde): Promise<URL> {
  const link = await ensureFounderInvitation(guilde.deps);
  if (!link) throw new Error('Nina must be the first to sign up');
  return new URL(link);
}

async function invitationLink(guilde: Guilde, email: string): Promise<URL> {
  const nina = await guilde.as('nina');
  await expectOk(nina.post('/api/invitations', { vouched: true, email }));
  return linkIn(guilde, email);
}

/** Follows the link in the newest mail to the address, in the browser that signed up. */
export async function confirmAddress(guilde: Guilde, client: Client, email: string): Promise<void> {
  const { token } = secretsIn(await linkIn(guilde, email));
  await expectOk(client.post('/api/auth/confirm', { token }));
}

/** Returns the link in the newest mail to the address. */
export async function linkIn(guilde: Guilde, email: string): Promise<URL> {
  const mail = (await guilde.mails()).findLast((candidate) => candidate.to === email);
  const link = mail?.text.match(/https?:\/\/\S+/)?.[0];
  if (!link) throw new Error(`No mail with a link to ${email}`);
  return new URL(link);
}
