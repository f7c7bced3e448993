import { AppError, type ErrorCode } from '@guilde/contracts/errors.ts';
import {
  MEMBER_ACT_REFUSALS,
  type MemberActResult,
  type MemberActs,
} from '@guilde/contracts/member-acts/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  DoneBefore,
  restoreMember,
  returnCertification,
  suspendMember,
  warnMember,
  withdrawCertification,
} from './measures.ts';

type Refusal = NonNullable<MemberActResult['refusal']>;

/**
 * A refusal for one member does not stop the others; after any other failure the same acts are sent again.
 */
export async function actOnSeveral(deps: Deps, viewer: Viewer, acts: MemberActs): Promise<MemberActResult[]> {
  const results: MemberActResult[] = [];
  for (const userId of new Set(acts.userIds))
    results.push({ userId, refusal: await refusalOf(() => actOn(deps, viewer, userId, acts)) });
  return results;
}

function actOn(deps: Deps, viewer: Viewer, userId: string, order: MemberActs): Promise<void> {
  const member = { userId };
  switch (order.act) {
    case 'warn':
      return warnMember.perform(deps, viewer, member, order, order.id);
    case 'suspend':
      return suspendMember.perform(deps, viewer, member, order, order.id);
    case 'restore':
      return restoreMember.perform(deps, viewer, member, order, order.id);
    case 'withdraw':
      return withdrawCertification.perform(deps, viewer, member, order, order.id);
    case 'return':
      return returnCertification.perform(deps, viewer, member, order, order.id);
  }
}

async function refusalOf(act: () => Promise<void>): Promise<MemberActResult['refusal']> {
  try {
    await act();
    return null;
  } catch (error) {
    if (error instanceof DoneBefore) return null;
    if (error instanceof AppError && isRefusal(error.code)) return error.code;
    throw error;
  }
}

function isRefusal(code: ErrorCode): code is Refusal {
  return MEMBER_ACT_REFUSALS.some((refusal) => refusal === code);
}
