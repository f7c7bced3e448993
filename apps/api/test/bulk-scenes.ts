import { guessColumns, rowsOf, type TypedRow } from '@guilde/contracts/bulk-invitations/columns.ts';
import type { InvitationBatch } from '@guilde/contracts/bulk-invitations/rules.ts';
import type { InvitationOffer } from '@guilde/contracts/invitations/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import { sendDueMails } from '../src/invitations/batch-mails.ts';
import type { Client } from './client.ts';
import { PASSWORD, shopOf } from './people.ts';
import { granted } from './scenes.ts';
import type { Guilde } from './serve.ts';
import { linkIn } from './sign-up.ts';

export const BATCHES = '/api/admin/invitations/batches';
export const LETTER = { title: 'Groupe de Lyon', message: 'On déménage ici.\nÀ lundi.', vouched: true };
export const INVITED = 'Nina Roche t’invite sur Guilde';
export const REMINDED = `Rappel : ${INVITED}`;

const DAY = 86_400_000;

export const typed = (lines: string[][]): TypedRow[] => rowsOf(lines, guessColumns(lines));
export const addressed = (...emails: string[]): TypedRow[] =>
  typed([['email'], ...emails.map((email) => [email])]);

export function sendList(by: Client, rows: object[], letter: object = LETTER) {
  return by.put<InvitationBatch>(BATCHES, { ...letter, rows });
}

/** Returns the subjects of the mails to the address. */
export async function received(guilde: Guilde, email: string): Promise<string[]> {
  return (await guilde.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
}

/** Days pass, and the regular task runs each time. */
export async function pass(guilde: Guilde, ...days: number[]): Promise<void> {
  for (const day of days) {
    guilde.clock.advance(day * DAY);
    await sendDueMails(guilde.deps);
    await guilde.mails();
  }
}

/** The mail program refuses further invitations by the header of the newest mail. */
export async function refuseInvitations(guilde: Guilde, email: string): Promise<void> {
  const mail = (await guilde.mails()).findLast(({ to }) => to === email);
  const address = /<https?:\/\/[^/]+(\/[^>]+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
  const click = { method: 'POST', body: 'List-Unsubscribe=One-Click' };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status } = await guilde.visitor().request(address, { ...click, headers });
  if (status !== 200) throw new Error(`The objection was answered by ${status}`);
}

/** Accepts the invitation of the newest mail to the address. */
export async function join(
  guilde: Guilde,
  email: string,
  link?: URL,
): Promise<{ visitor: Client; offer: InvitationOffer }> {
  const { token, proof } = secretsIn(link ?? (await linkIn(guilde, email)));
  const visitor = guilde.visitor();
  const offer = granted(await visitor.post<InvitationOffer>('/api/invitations/lookup', { token, proof }));
  granted(
    await visitor.post('/api/auth/sign-up', { token, proof, email, password: PASSWORD, ...shopOf(email) }),
  );
  return { visitor, offer };
}
