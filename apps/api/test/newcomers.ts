import type { SignedUp } from '@guilde/contracts/auth/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import type { Client } from './client.ts';
import type { Guilde } from './harness.ts';
import { PASSWORD, shopOf } from './people.ts';
import { linkIn } from './sign-up.ts';

/** An invitation mail carries `token` and `proof`, which are both secret. */
export type Invited = { email: string; token: string; proof: string };

/** A member invites an address; the result is what the mail carries. */
export async function inviteByMail(guilde: Guilde, inviter: Client, email: string): Promise<Invited> {
  const { status, error } = await inviter.post('/api/invitations', { vouched: true, email });
  if (status !== 200) throw new Error(`${status} ${error.code}`);
  const { token = '', proof = '' } = secretsIn(await linkIn(guilde, email));
  return { email, token, proof };
}

/** Signs up with the given parts of an invitation; `client` keeps the session if there is one. */
export function signUp(client: Client, input: Partial<Invited> & { password?: string; siren?: string }) {
  return client.post<SignedUp>('/api/auth/sign-up', {
    password: PASSWORD,
    ...shopOf(input.email ?? ''),
    ...input,
  });
}

/** Signs up somebody by a copied link, so that the address is not confirmed yet. */
export async function unconfirmed(guilde: Guilde, inviter: Client, email: string): Promise<Client> {
  const { token } = await inviteByMail(guilde, inviter, email);
  const client = guilde.visitor();
  const { status, error } = await signUp(client, { token, email });
  if (status !== 200) throw new Error(`${status} ${error.code}`);
  return client;
}
