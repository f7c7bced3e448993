import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import { iso } from '../clock.ts';
import type { Db, Queries, Tx } from '../database/db.ts';
import { bouncedAddresses } from '../database/tables.ts';
import { hashToken } from '../secrets.ts';

/** Addresses are stored in lower case, and so is `email`. */
type Listener = (tx: Tx, email: string) => Promise<void>;

/** Mails to an address came back, as the mail server or Resend says. */
export type Bounces = {
  /** `at` is in milliseconds; a bounce of before an administrator allowed the address again changes nothing. */
  record: (email: string, at: number) => Promise<void>;
  has: (email: string) => Promise<boolean>;
  /** The listener runs in the transaction that records a bounce. */
  onRecord: (listener: Listener) => void;
};

export function createBounces(db: Db): Bounces {
  const listeners: Listener[] = [];
  return {
    record: (email, at) =>
      db.write(async (tx) => {
        const [recorded] = await tx.orm
          .insert(bouncedAddresses)
          .values({ addressHash: hashOf(email), bouncedAt: at })
          .onConflictDoUpdate({
            target: bouncedAddresses.addressHash,
            set: { bouncedAt: at, liftedAt: null },
            setWhere: lt(bouncedAddresses.liftedAt, at),
          })
          .returning({ bouncedAt: bouncedAddresses.bouncedAt });
        if (recorded) for (const listener of listeners) await listener(tx, email.toLowerCase());
      }),
    has: async (email) => (await bouncedAmong(db.orm, [email])).has(email),
    onRecord: (listener) => listeners.push(listener),
  };
}

/** Returns those of the addresses whose mails come back, with the instant of the first bounce. */
export async function bouncedAmong(queries: Queries, emails: string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const byHash = new Map(emails.map((email) => [hashOf(email), email]));
  const rows = await queries
    .select()
    .from(bouncedAddresses)
    .where(and(inArray(bouncedAddresses.addressHash, [...byHash.keys()]), isNull(bouncedAddresses.liftedAt)));
  return new Map(rows.map((row) => [byHash.get(row.addressHash) ?? '', iso(row.bouncedAt)]));
}

/** Mails leave for the address again. The result is false when they did not come back. */
export async function liftBounce(tx: Tx, email: string, now: number): Promise<boolean> {
  const lifted = await tx.orm
    .update(bouncedAddresses)
    .set({ liftedAt: now })
    .where(and(eq(bouncedAddresses.addressHash, hashOf(email)), isNull(bouncedAddresses.liftedAt)))
    .returning({ liftedAt: bouncedAddresses.liftedAt });
  return lifted.length > 0;
}

export async function forgetBounce(tx: Tx, email: string): Promise<void> {
  await tx.orm.delete(bouncedAddresses).where(eq(bouncedAddresses.addressHash, hashOf(email)));
}

function hashOf(email: string): string {
  return hashToken(['bounce', email.toLowerCase()].join(' '));
}
