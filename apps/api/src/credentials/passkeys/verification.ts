import type { NewPasskey, PasskeyAnswer } from '@guilde/contracts/auth/input.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { passkeys } from '../../auth/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { type ChallengeUse, isChallenge } from './challenges.ts';

/** Authenticators have ES256, Ed25519 and RS256. */
export const ALGORITHMS = [-7, -8, -257];

type VerifyingDeps = Pick<Deps, 'config' | 'secrets' | 'clock'>;

export type Passkey = typeof passkeys.$inferSelect;

/** Passkeys are bound to this domain. */
export function relyingParty({ publicUrl }: Pick<Deps['config'], 'publicUrl'>): string {
  return new URL(publicUrl).hostname;
}

/** The signature covers the challenge and the origin. */
function clientDataOf(clientDataJSON: string): { challenge: string; origin: string } {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const { challenge, origin } = Object(data) as Record<string, unknown>;
    return { challenge: String(challenge), origin: String(origin) };
  } catch {
    throw new AppError('PASSKEY_REFUSED');
  }
}

/** The library's own errors become one refusal. */
async function accepted<T extends { verified: boolean }>(work: () => Promise<T>): Promise<T> {
  const result = await work().catch(() => null);
  if (!result?.verified) throw new AppError('PASSKEY_REFUSED');
  return result;
}

function expectedOf(deps: VerifyingDeps, clientDataJSON: string, use: ChallengeUse) {
  const { challenge, origin } = clientDataOf(clientDataJSON);
  if (!deps.config.isTrustedOrigin(origin) || !isChallenge(deps, challenge, use))
    throw new AppError('PASSKEY_REFUSED');
  return {
    challenge,
    expected: {
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingParty(deps.config),
      requireUserVerification: true,
    },
  };
}

/** @throws PASSKEY_REFUSED */
export async function verifyNewPasskey(
  deps: VerifyingDeps,
  response: NewPasskey['response'],
  use: ChallengeUse,
) {
  const { challenge, expected } = expectedOf(deps, response.response.clientDataJSON, use);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { registrationInfo } = await accepted(() =>
    verifyRegistrationResponse({ response, ...expected, supportedAlgorithmIDs: ALGORITHMS }),
  );
  if (!registrationInfo) throw new AppError('PASSKEY_REFUSED');
  const { credential } = registrationInfo;
  return {
    challenge,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.response.transports ?? [],
  };
}

/** A counter that does not grow means that the passkey was copied. Throws PASSKEY_REFUSED. */
export async function verifyPasskey(
  deps: VerifyingDeps,
  passkey: Passkey,
  response: PasskeyAnswer,
  use: ChallengeUse,
): Promise<{ challenge: string; counter: number }> {
  const { challenge, expected } = expectedOf(deps, response.response.clientDataJSON, use);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const credential = {
    id: passkey.credentialId,
    publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
    counter: passkey.counter,
  };
  const { authenticationInfo } = await accepted(() =>
    verifyAuthenticationResponse({ response, credential, ...expected }),
  );
  return { challenge, counter: authenticationInfo.newCounter };
}
