import { linkWith } from '@guilde/contracts/links.ts';
import type { Deps } from '../platform/deps.ts';
import { hashToken } from '../platform/secrets.ts';

type LinkDeps = Pick<Deps, 'config' | 'secrets'>;

/** The secret of an invitation's link: derived, so that the inviter can copy it and only its hash is stored. */
export function invitationToken(secrets: Deps['secrets'], invitationId: string): string {
  return secrets.sign('invitation', invitationId);
}

/** The secret of the link that was given out, whose hash is stored; null when it was made with a secret no longer accepted. */
export function givenToken(
  secrets: Deps['secrets'],
  { id, tokenHash }: { id: string; tokenHash: string },
): string | null {
  return secrets.signatures('invitation', id).find((token) => hashToken(token) === tokenHash) ?? null;
}

/** True for the second secret, which only the mail carries: whoever has it reads the invited address's mail. */
export function isProof(secrets: Deps['secrets'], invitationId: string, proof: string | undefined): boolean {
  return proof !== undefined && secrets.verify('invitation-proof', invitationId, proof);
}

/** The link of the invitation mail. */
export function mailedLink({ config, secrets }: LinkDeps, invitationId: string): string {
  const proof = secrets.sign('invitation-proof', invitationId);
  return linkWith(`${config.publicUrl}/invitation`, { token: invitationToken(secrets, invitationId), proof });
}

/** The link that the inviter copies (docs/specification.md#invitations). */
export function copiedLink({ config }: Pick<LinkDeps, 'config'>, token: string): string {
  return linkWith(`${config.publicUrl}/auth`, { token });
}

/** The link that a new installation prints. */
export function founderLink({ config }: Pick<LinkDeps, 'config'>, token: string): string {
  return linkWith(`${config.publicUrl}/invitation`, { token });
}
