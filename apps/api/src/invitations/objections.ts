import { AppError } from '@guilde/contracts/errors.ts';
import { linkWith } from '@guilde/contracts/links.ts';
import { and, eq, gte, inArray, isNotNull, like, lt, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../platform/database/db.ts';
import { noteErasure } from '../platform/database/erasures.ts';
import { erasures } from '../platform/database/tables.ts';
import type { Deps } from '../platform/deps.ts';
import { hashToken } from '../platform/secrets.ts';
import { oneClickHeaders } from '../platform/services/mail.ts';
import { mailboxOf } from '../platform/services/sent-mails.ts';
import { invitationObjections, invitations } from './tables.ts';

const PURPOSE = 'invitation-objection';
/** These marks are among the erasures, because a restored backup lacks what came after it (docs/hosting.md#backups). */
const MADE = `${PURPOSE}:`;
const WITHDRAWN = `${PURPOSE}-withdrawn:`;

type ObjectionDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets' | 'live'>;

/** People get a page, and mail programs get headers. */
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

/** A pending invitation is deleted (docs/specification.md#objection). Throws OBJECTION_INVALID. */
export async function object(deps: ObjectionDeps, token: string): Promise<void> {
  const email = addressIn(deps.secrets, token);
  await deps.db.write(async (tx) => {
    const objection = { addressHash: hashOf(mailboxOf(email)), createdAt: deps.clock.now() };
    await tx.orm.insert(invitationObjections).values(objection).onConflictDoNothing();
    await noteErasure(tx, deps, MADE + objection.addressHash);
    await removePending(tx, deps, await pendingFor(tx, email));
  });
}

/** @throws OBJECTION_INVALID */
export async function withdrawObjection(deps: Omit<ObjectionDeps, 'live'>, token: string): Promise<void> {
  const email = addressIn(deps.secrets, token);
  await deps.db.write(async (tx) => {
    await tx.orm.delete(invitationObjections).where(isOf(email));
    await noteErasure(tx, deps, WITHDRAWN + hashOf(mailboxOf(email)));
  });
}

async function removePending(tx: Tx, { live }: Pick<Deps, 'live'>, ids: string[]): Promise<void> {
  const removed = await tx.orm
    .delete(invitations)
    .where(and(inArray(invitations.id, ids), eq(invitations.status, 'pending')))
    .returning({ inviterId: invitations.inviterId });
  const inviters = removed.flatMap(({ inviterId }) => inviterId ?? []);
  tx.afterCommit(() => live.publish(inviters, { type: 'invitations.changed' }));
}

/**
 * A restored backup lacks the objections that came after it, and has their invitations. Without any missed one
 * nothing is written, since a server starts on a full disk too.
 */
export async function replayObjections(deps: Pick<Deps, 'db' | 'live'>): Promise<void> {
  const missed = await missedObjections(deps.db.orm);
  if (missed.length === 0) return;
  const hashes = new Set(missed.map(({ addressHash }) => addressHash));
  await deps.db.write(async (tx) => {
    await tx.orm.insert(invitationObjections).values(missed).onConflictDoNothing();
    const pending = await tx.orm
      .select({ id: invitations.id, email: invitations.email })
      .from(invitations)
      .where(and(eq(invitations.status, 'pending'), isNotNull(invitations.email)));
    const refused = pending.filter(({ email }) => hashes.has(hashOf(mailboxOf(email ?? ''))));
    await removePending(
      tx,
      deps,
      refused.map(({ id }) => id),
    );
  });
}

async function missedObjections(queries: Queries): Promise<(typeof invitationObjections.$inferInsert)[]> {
  const isMark = and(gte(erasures.id, PURPOSE), lt(erasures.id, `${PURPOSE}~`));
  const [marks, stored] = await Promise.all([
    queries.select().from(erasures).where(isMark),
    queries.select({ addressHash: invitationObjections.addressHash }).from(invitationObjections),
  ]);
  const instants = new Map(marks.map(({ id, erasedAt }) => [id, erasedAt]));
  const known = new Set(stored.map(({ addressHash }) => addressHash));
  return marks.flatMap(({ id, erasedAt: createdAt }) => {
    const addressHash = id.slice(MADE.length);
    const isWithdrawn = (instants.get(WITHDRAWN + addressHash) ?? 0) >= createdAt;
    return id.startsWith(MADE) && !isWithdrawn && !known.has(addressHash) ? [{ addressHash, createdAt }] : [];
  });
}

/** Returns those of the addresses whose owners refused invitations. */
export async function objectedAmong(queries: Queries, emails: readonly string[]): Promise<Set<string>> {
  const hashes = new Map(emails.map((email) => [email, hashOf(mailboxOf(email))]));
  const { addressHash } = invitationObjections;
  const asked = JSON.stringify([...hashes.values()]);
  const rows = await queries
    .select({ addressHash })
    .from(invitationObjections)
    .where(sql`${addressHash} in (select value from json_each(${asked}))`);
  const refused = new Set(rows.map((row) => row.addressHash));
  return new Set(emails.filter((email) => refused.has(hashes.get(email) ?? '')));
}

/** @throws INVITEE_OBJECTED */
export async function requireNoObjection(tx: Tx, email: string): Promise<void> {
  const [objection] = await tx.orm.select().from(invitationObjections).where(isOf(email));
  if (objection) throw new AppError('INVITEE_OBJECTED');
}

function addressIn(secrets: Deps['secrets'], token: string): string {
  try {
    return secrets.decrypt(PURPOSE, token);
  } catch {
    throw new AppError('OBJECTION_INVALID');
  }
}

/** It matches the mailbox without its « + » part. */
function isOf(email: string) {
  return eq(invitationObjections.addressHash, hashOf(mailboxOf(email)));
}

async function pendingFor(tx: Tx, email: string): Promise<string[]> {
  const mailbox = mailboxOf(email);
  const rows = await tx.orm
    .select({ id: invitations.id, email: invitations.email })
    .from(invitations)
    .where(
      and(
        eq(invitations.status, 'pending'),
        like(invitations.email, `%${email.slice(email.lastIndexOf('@'))}`),
      ),
    );
  return rows.filter((row) => row.email !== null && mailboxOf(row.email) === mailbox).map(({ id }) => id);
}

/** The hash does not use the server's secret, which may change: an objection has no end. */
function hashOf(address: string): string {
  return hashToken(`${PURPOSE} ${address}`);
}
