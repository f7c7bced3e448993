import { randomBytes, randomUUID } from 'node:crypto';
import type { accessRequestInput } from '@guilde/contracts/access/input.ts';
import { type AccessLinkState, accessLinkState, denyAccessRequest } from '@guilde/contracts/access/rules.ts';
import { nameKey } from '@guilde/contracts/bulk-invitations/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { and, eq, gte, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { publishModeration } from '../../auth/administrators.ts';
import { recordAct, SERVER } from '../../platform/audit.ts';
import type { Queries, Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { accessLinks, accessRequests, isWaiting } from './tables.ts';

type Link = typeof accessLinks.$inferSelect;

export function newAccessCode(): string {
  return randomBytes(12).toString('base64url');
}

export function accessUrl({ publicUrl }: Pick<Deps['config'], 'publicUrl'>, code: string): string {
  return `${publicUrl}/rejoindre/${code}`;
}

/** `now` is in milliseconds. */
export function stateOf(link: Link, waiting: number, now: number): AccessLinkState {
  const isRevoked = link.revokedAt !== null || link.makerId === null;
  return accessLinkState({ ...link, isRevoked, waiting }, now);
}

/** @throws ACCESS_LINK_UNKNOWN, ACCESS_LINK_ENDED, ACCESS_LINK_FULL, ACCESS_LINK_REVOKED */
export async function openLink(queries: Queries, code: string, now: number): Promise<Link> {
  const [link] = await queries.select().from(accessLinks).where(eq(accessLinks.code, code));
  if (!link) throw new AppError('ACCESS_LINK_UNKNOWN');
  const waiting = await queries.$count(accessRequests, and(eq(accessRequests.linkId, link.id), isWaiting));
  refuseIf(denyAccessRequest(stateOf(link, waiting, now)));
  return link;
}

/**
 * One request waits for each address and link. A second one changes nothing and gets the same answer, and no
 * address is looked up, so that nobody learns who is known.
 */
export async function askForAccess(
  deps: Pick<Deps, 'db' | 'clock' | 'live'>,
  code: string,
  { homepage, ...asked }: z.output<typeof accessRequestInput>,
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.write(async (tx) => {
    const link = await openLink(tx.orm, code, now);
    if (homepage !== '') return;
    await tx.orm
      .insert(accessRequests)
      .values({
        ...{ id: randomUUID(), linkId: link.id, createdAt: now, ...asked },
        nameKey: nameKey(`${asked.firstName} ${asked.lastName}`),
      })
      .onConflictDoNothing();
    await publishModeration(tx, deps, 'access');
  });
}

/** Whoever had the account may have made them. What waits can still be decided. */
export async function revokeLinksSince(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets' | 'live'>,
  makerId: string,
  since: number,
): Promise<void> {
  const isOpen = isNull(accessLinks.revokedAt);
  const revoked = await tx.orm
    .update(accessLinks)
    .set({ revokedAt: deps.clock.now() })
    .where(and(eq(accessLinks.makerId, makerId), gte(accessLinks.createdAt, since), isOpen))
    .returning({ id: accessLinks.id, label: accessLinks.groupName });
  for (const { id, label } of revoked)
    await recordAct(tx, deps, SERVER, {
      action: 'access-link.revoke',
      subject: { type: 'access-link', id, label },
    });
  if (revoked.length > 0) await publishModeration(tx, deps, 'access');
}
