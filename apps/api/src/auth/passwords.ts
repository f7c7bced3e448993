import { availableParallelism } from 'node:os';
import { AppError } from '@guilde/contracts/errors.ts';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { and, eq } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Queries, Tx } from '../platform/database/db.ts';
import { accounts, members } from './tables.ts';

/** argon2id takes 19 MiB and two passes (OWASP), about 6 ms each. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The limit leaves a core for everything else. */
const queue = pLimit({
  concurrency: Math.max(1, Math.min(2, availableParallelism() - 1)),
  rejectOnClear: true,
});
/** These wait about a second; further attempts are refused at once. */
const WAITING_MAX = 50;
const RETRY_SECONDS = 2;

async function inQueue<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= WAITING_MAX) throw tooBusy();
  let hasBegun = false;
  try {
    return await queue(() => {
      hasBegun = true;
      return work();
    });
  } catch (error) {
    throw hasBegun ? error : tooBusy();
  }
}

function tooBusy(): AppError {
  return new AppError('TOO_BUSY', { seconds: RETRY_SECONDS });
}

export function stopHashing(): void {
  queue.clearQueue();
}

/** NFKC makes composed and decomposed letters equal. Throws TOO_BUSY. */
export function hashPassword(password: string): Promise<string> {
  return inQueue(() => hash(password.normalize('NFKC'), COST));
}

/** The result is the same for the same `text` and `salt` (22 characters or more). Throws TOO_BUSY. */
export function hashWithSalt(text: string, salt: string): Promise<string> {
  return inQueue(async () =>
    (await hashRaw(text, { ...COST, salt: Buffer.from(salt) })).toString('base64url'),
  );
}

/** @throws TOO_BUSY */
export function verifyPassword(hashed: string, password: string): Promise<boolean> {
  return inQueue(() => verify(hashed, password.normalize('NFKC')));
}

/** Returns the stored hash when the password is right, else null. Throws TOO_BUSY. */
export async function hashIfPasswordOf(
  queries: Queries,
  userId: string,
  password: string,
): Promise<string | null> {
  const hashed = await passwordHashOf(queries, { userId });
  return hashed && (await verifyPassword(hashed, password)) ? hashed : null;
}

/** `email` is in lower case. */
export async function passwordHashOf(
  queries: Queries,
  owner: { email: string } | { userId: string },
): Promise<string | null> {
  const isTheirs = 'userId' in owner ? eq(members.id, owner.userId) : eq(members.email, owner.email);
  const [account] = await queries
    .select({ password: accounts.password })
    .from(accounts)
    .innerJoin(members, eq(members.id, accounts.userId))
    .where(and(isTheirs, eq(accounts.providerId, 'credential')));
  return account?.password ?? null;
}

/** `hashed` comes from `hashPassword`; `now` is in milliseconds. */
export async function replacePassword(tx: Tx, userId: string, hashed: string, now: number): Promise<void> {
  await tx.orm
    .update(accounts)
    .set({ password: hashed, updatedAt: new Date(now) })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
}
