import type { Deps } from '../platform/deps.ts';
import { sameSecret } from '../platform/secrets.ts';

type LinkDeps = Pick<Deps, 'config' | 'secrets'>;

/** The secret of an invitation's link: derived, so that the inviter can copy it and only its hash is stored. */
export function invitationToken(secrets: Deps['secrets'], invitationId: string): string {
  return secrets.sign('invitation', invitationId);
}

/** True for the second secret, which only the mail carries: whoever has it reads the invited address's mail. */
export function isProof(secrets: Deps['secrets'], invitationId: string, proof: string | undefined): boolean {
  return proof !== undefined && sameSecret(proof, secrets.sign('invitation-proof', invitationId));
}

/** The link of the invitation mail. */
export function mailedLink({ config, secrets }: LinkDeps, invitationId: string): string {
  const proof = secrets.sign('invitation-proof', invitationId);
  return `${config.publicUrl}/invitation?token=${invitationToken(secrets, invitationId)}&proof=${proof}`;
}

/** The link that the inviter copies (specification, /profile). */
export function copiedLink({ config, secrets }: LinkDeps, invitationId: string): string {
  return `${config.publicUrl}/auth?token=${invitationToken(secrets, invitationId)}`;
}

/** The link that a new installation prints. */
export function founderLink({ config, secrets }: LinkDeps, invitationId: string): string {
  return `${config.publicUrl}/invitation?token=${invitationToken(secrets, invitationId)}`;
}
