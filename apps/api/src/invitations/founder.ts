import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { isDatabaseUnavailable } from '../platform/database/database-errors.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { hashToken } from '../platform/secrets.ts';
import { INVITATION_MS } from './invitations.ts';
import { invitations } from './tables.ts';
import { founderLink, givenToken, invitationToken } from './tokens.ts';

const RETRY_MS = 1000;

/** Retries while a libSQL server is away. Rejects with errors of a file, and of a server that is there. */
export async function awaitFounderInvitation(
  deps: Parameters<typeof ensureFounderInvitation>[0],
): Promise<string | null> {
  for (;;) {
    try {
      return await ensureFounderInvitation(deps);
    } catch (error) {
      if ('file' in deps.config.database || !isDatabaseUnavailable(error)) throw error;
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  }
}

/** The link stays the same while it is valid. It is null once an account is confirmed. */
export async function ensureFounderInvitation(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'config'>,
): Promise<string | null> {
  const { db, clock, secrets } = deps;
  const now = clock.now();
  // A commit fails on a full disk: this read lets a community that has members start there all the same.
  if (await hasMember(db.orm)) return null;
  return db.write(async (tx) => {
    if (await hasMember(tx.orm)) return null;
    const isOpen = and(eq(invitations.isFounders, true), eq(invitations.status, 'pending'));
    const [open] = await tx.orm.select().from(invitations).where(isOpen);
    // The token is null when the server's secret has changed.
    const given = open && open.expiresAt > now ? givenToken(secrets, open) : null;
    if (given) return founderLink(deps, given);
    await tx.orm.delete(invitations).where(isOpen);
    const id = randomUUID();
    const token = invitationToken(secrets, id);
    await tx.orm.insert(invitations).values({
      id,
      isFounders: true,
      tokenHash: hashToken(token),
      createdAt: now,
      expiresAt: now + INVITATION_MS,
    });
    return founderLink(deps, token);
  });
}

async function hasMember(orm: Queries): Promise<boolean> {
  const [somebody] = await orm
    .select({ id: members.id })
    .from(members)
    .where(eq(members.emailVerified, true))
    .limit(1);
  return somebody !== undefined;
}
