import { createHash, randomBytes } from 'node:crypto';
import type {
  DesktopCode,
  DesktopUse,
  Passkey,
  PasskeyOffer,
  PasskeyRequest,
} from '@guilde/contracts/auth/rules.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import type { Client } from './client.ts';
import type { Guilde } from './harness.ts';
import { PASSWORD } from './people.ts';
import { granted } from './scenes.ts';

/** Adds a passkey to the member's account, and returns the phone that has it. */
export async function addPasskey(
  { deps }: Pick<Guilde, 'deps'>,
  client: Client,
  name = '',
): Promise<Authenticator> {
  const phone = createAuthenticator(deps.config.publicUrl);
  const offer = granted(await client.post<PasskeyOffer>('/api/auth/passkeys/offer', { password: PASSWORD }));
  granted(await client.post<Passkey[]>('/api/auth/passkeys', { name, response: phone.make(offer) }));
  return phone;
}

export type DesktopApp = { verifier: string; challenge: string };

/** Makes what the desktop app keeps and what it shows to the browser. */
export function newApp(): DesktopApp {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Nobody is signed in in this browser. */
export async function allowDesktop(
  browser: Client,
  phone: Authenticator,
  { challenge }: Pick<DesktopApp, 'challenge'>,
  use: DesktopUse = 'sign-in',
) {
  const path = '/api/auth/passkeys/desktop';
  const request = granted(await browser.post<PasskeyRequest>(`${path}/request`, { challenge, use }));
  return browser.post<DesktopCode>(`${path}/allow`, { challenge, use, answer: phone.answer(request) });
}
