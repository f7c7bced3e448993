import { AppError } from '@guilde/contracts/errors.ts';
import type { Factor } from '../../auth/entry.ts';
import { SECOND_FACTOR } from '../../auth/limits.ts';
import type { Deps } from '../../platform/deps.ts';
import { isRecoveryCode, type Proof, proofOf } from './factor.ts';

/** A known device or a session has attempts of its own. */
export type Guesser = { userId: string; own: string | null };

/**
 * The attempt counts before the check, and a right one is given back. Throws CODE_INCORRECT, RATE_LIMITED,
 * TOO_BUSY.
 */
export async function checkCode(
  deps: Pick<Deps, 'limits' | 'secrets' | 'clock'>,
  { userId, own }: Guesser,
  factor: Pick<Factor, 'secret' | 'salt'>,
  code: string,
): Promise<Proof> {
  const { limits } = deps;
  const limit =
    own !== null ? SECOND_FACTOR.own : isRecoveryCode(code) ? SECOND_FACTOR.recovery : SECOND_FACTOR.account;
  const key = own ?? userId;
  await limits.consume(limit, key);
  try {
    const proof = await proofOf(deps, factor, code);
    if (!proof) throw new AppError('CODE_INCORRECT');
    await limits.refund(limit, key);
    return proof;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_BUSY') await limits.refund(limit, key);
    throw error;
  }
}
