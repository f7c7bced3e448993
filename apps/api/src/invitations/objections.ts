import { AppError } from '@guilde/contracts/errors.ts';
import { linkWith } from '@guilde/contracts/links.ts';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { hashToken } from '../platform/secrets.ts';
import { oneClickHeaders } from '../platform/services/mail.ts';
import { invitationObjections, invitations } from './tables.ts';

const PURPOSE = 'invitation-objection';

/** A page for people, and headers for mail programs. */
export function objectionLink(
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  email: string,
): { url: string; headers: Record<string, string> } {
  const token = secrets.encrypt(PURPOSE, email);
  return {
    url: objectionPage(config, token),
    headers: oneClickHeaders(`${config.publicUrl}/api/invitations/objection`, token),
  };
}

export function objectionPage(config: Pick<Deps['config'], 'publicUrl'>, token: string): string {
  return linkWith(`${config.publicUrl}/objection`, { token });
}

/**
 * Nobody invites the address any more, and an invitation that is pending goes with the address in it
 * (docs/specification.md#objection). Codes: OBJECTION_INVALID.
 */
export async function object(
  { db, clock, secrets, live }: Pick<Deps, 'db' | 'clock' | 'secrets' | 'live'>,
  token: string,
): Promise<void> {
  const email = addressIn(secrets, token);
  await db.write(async (tx) => {
    await tx.orm
      .insert(invitationObjections)
      .values({ addressHash: addressHash(email), createdAt: clock.now() })
      .onConflictDoNothing();
    const removed = await tx.orm
      .delete(invitations)
      .where(and(eq(invitations.email, email), eq(invitations.status, 'pending')))
      .returning({ inviterId: invitations.inviterId });
    const inviters = removed.flatMap(({ inviterId }) => inviterId ?? []);
    tx.afterCommit(() => live.publish(inviters, { type: 'invitations.changed' }));
  });
}

/** Members may invite the address again. Codes: OBJECTION_INVALID. */
export async function withdrawObjection(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  token: string,
): Promise<void> {
  const hash = addressHash(addressIn(secrets, token));
  await db.write((tx) =>
    tx.orm.delete(invitationObjections).where(eq(invitationObjections.addressHash, hash)),
  );
}

/** Codes: INVITEE_OBJECTED. */
export async function requireNoObjection(tx: Tx, email: string): Promise<void> {
  const [objection] = await tx.orm
    .select()
    .from(invitationObjections)
    .where(eq(invitationObjections.addressHash, addressHash(email)));
  if (objection) throw new AppError('INVITEE_OBJECTED');
}

function addressIn(secrets: Deps['secrets'], token: string): string {
  try {
    return secrets.decrypt(PURPOSE, token);
  } catch {
    throw new AppError('OBJECTION_INVALID');
  }
}

/** Without the server's secret, which may change: an objection holds for good. */
function addressHash(email: string): string {
  return hashToken(`${PURPOSE} ${email}`);
}
