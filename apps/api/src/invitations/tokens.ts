import { linkWith } from '@guilde/contracts/links.ts';
import type { Deps } from '../platform/deps.ts';
import { hashToken } from '../platform/secrets.ts';

type LinkDeps = Pick<Deps, 'config' | 'secrets'>;

/** The token is derived so that the inviter can copy the link while only its hash is stored. */
export function invitationToken(secrets: Deps['secrets'], invitationId: string): string {
  return secrets.sign('invitation', invitationId);
}

/** It is null when its secret is no longer accepted. */
export function givenToken(
  secrets: Deps['secrets'],
  { id, tokenHash }: { id: string; tokenHash: string },
): string | null {
  return secrets.signatures('invitation', id).find((token) => hashToken(token) === tokenHash) ?? null;
}

/** Only the mail has this second token. */
export function isProof(secrets: Deps['secrets'], invitationId: string, proof: string | undefined): boolean {
  return proof !== undefined && secrets.verify('invitation-proof', invitationId, proof);
}

export function mailedLink({ config, secrets }: LinkDeps, invitationId: string): string {
  const proof = secrets.sign('invitation-proof', invitationId);
  return linkWith(`${config.publicUrl}/invitation`, { token: invitationToken(secrets, invitationId), proof });
}

/** The rules are in docs/specification.md#invitations. */
export function copiedLink({ config }: Pick<LinkDeps, 'config'>, token: string): string {
  return linkWith(`${config.publicUrl}/auth`, { token });
}

export function founderLink({ config }: Pick<LinkDeps, 'config'>, token: string): string {
  return linkWith(`${config.publicUrl}/invitation`, { token });
}
