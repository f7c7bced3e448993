import { AppError } from '@guilde/contracts/errors.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SECURITY_EVENTS, type SecurityKind } from '@guilde/contracts/security/rules.ts';
import { asc, eq } from 'drizzle-orm';
import { iso } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { Source } from '../platform/http/http.ts';
import { members, securityEvents } from './tables.ts';

type SecurityDeps = Pick<Deps, 'clock' | 'secrets' | 'log'>;

/** The typed address may be unknown. */
type AccountOf = { id: string } | { email: string };

export type SecurityEvent = {
  kind: SecurityKind;
  /** The account is null for a link or code without one. */
  account: AccountOf | null;
  /** The source is null for the command line. */
  source: Source | null;
  /** The actor is somebody else than the member. */
  actorId?: string;
  /** The reason is a code, never a person's text. */
  reason?: string;
};

/**
 * Only accounts have rows, because others could fill the table. An unknown address is logged as a keyed hash.
 */
export async function recordSecurity(tx: Tx, deps: SecurityDeps, event: SecurityEvent): Promise<void> {
  const { kind, account, source, actorId = null, reason = null } = event;
  const [member] = account && 'email' in account ? await memberIdOf(tx, account.email) : [account];
  const addressHash = account && 'email' in account && !member ? hashOf(deps, account.email) : null;
  const line = {
    kind,
    memberId: member?.id ?? null,
    addressHash,
    actorId,
    source: source?.address ?? null,
    reason,
    requestId: source?.requestId ?? null,
  };
  if (member) await tx.orm.insert(securityEvents).values({ ...line, createdAt: deps.clock.now() });
  const level = kind.endsWith('.refused') ? 'warn' : 'info';
  tx.afterCommit(() => deps.log[level](line, 'security'));
}

export function recordSecurityNow(
  deps: SecurityDeps & Pick<Deps, 'db'>,
  event: SecurityEvent,
): Promise<void> {
  return deps.db.write((tx) => recordSecurity(tx, deps, event));
}

/** Refusals for too many requests go only to the server's log: a flood must not fill the table. */
export async function recordingRefusals<T>(
  deps: SecurityDeps & Pick<Deps, 'db'>,
  attempt: Omit<SecurityEvent, 'reason'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) await recordRefusal(deps, { ...attempt, reason: error.code });
    throw error;
  }
}

async function recordRefusal(deps: SecurityDeps & Pick<Deps, 'db'>, event: SecurityEvent): Promise<void> {
  const { kind, source, reason } = event;
  if (reason === 'RATE_LIMITED' || reason === 'TOO_BUSY') {
    deps.log.warn({ kind, reason, source: source?.address, requestId: source?.requestId }, 'security');
    return;
  }
  try {
    await recordSecurityNow(deps, event);
  } catch {
    deps.log.error({ kind, reason, requestId: source?.requestId }, 'security line not stored');
  }
}

export async function securityLogOf(queries: Queries, memberId: string) {
  const rows = await queries
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.memberId, memberId))
    .orderBy(asc(securityEvents.position));
  return rows.map(({ kind, source, reason, createdAt }) => ({
    event: optionLabel(SECURITY_EVENTS, kind),
    source,
    reason,
    at: iso(createdAt),
  }));
}

function memberIdOf(tx: Tx, email: string) {
  return tx.orm.select({ id: members.id }).from(members).where(eq(members.email, email));
}

/** The hash recognises an address again, in this installation only. */
function hashOf({ secrets }: Pick<Deps, 'secrets'>, email: string): string {
  return secrets.sign('security-address', email).slice(0, 16);
}
