import { randomInt } from 'node:crypto';
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '@guilde/contracts/auth/rules.ts';
import { and, count, eq } from 'drizzle-orm';
import { hashWithSalt } from '../../auth/passwords.ts';
import { recoveryCodes } from '../../auth/tables.ts';
import type { Queries, Tx } from '../../platform/database/db.ts';

/** Similar letters are left out. Ten letters have 50 bits, so few that a slow hash is needed. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export type NewRecoveryCodes = { codes: string[]; hashes: string[] };

/** @throws TOO_BUSY */
export async function newRecoveryCodes(salt: string): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  return { codes, hashes: await Promise.all(codes.map((code) => hashWithSalt(code, salt))) };
}

function newCode(): string {
  return Array.from({ length: RECOVERY_CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** The former codes become invalid. */
export async function storeRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: string[],
  madeAt: number,
): Promise<void> {
  await tx.orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.orm.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash, madeAt })));
}

/** Resolves with false when the code is unknown or used. */
export async function consumeRecoveryCode(tx: Tx, userId: string, codeHash: string): Promise<boolean> {
  const used = await tx.orm
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0;
}

export async function recoveryCodesLeft(queries: Queries, userId: string): Promise<number> {
  const [row] = await queries
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return row?.left ?? 0;
}
