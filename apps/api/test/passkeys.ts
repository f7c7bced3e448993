import type { Passkey, PasskeyOffer } from '@guilde/contracts/auth.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import type { Client } from './client.ts';
import type { Guilde } from './harness.ts';
import { PASSWORD } from './people.ts';
import { granted } from './scenes.ts';

/** A phone whose passkey opens this member's account. */
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
