import { randomUUID } from 'node:crypto';
import type { contestInput } from '@guilde/contracts/cases/input.ts';
import { type ContestedDecision, denyContest, isMeasure } from '@guilde/contracts/cases/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { publishModerationExcept } from '../auth/administrators.ts';
import { administratorAddresses } from '../auth/roles.ts';
import { decisionIdIn } from '../auth/suspension.ts';
import { isDuplicate } from '../platform/database/database-errors.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { queueMail } from '../platform/services/mail.ts';
import { selectDecisions, toShown } from './decisions.ts';
import { contestToReadMail } from './mails.ts';
import { caseContests, caseDecisions } from './tables.ts';

/** Returns the decision that the link contests, and changes nothing. Throws CONTEST_LINK_INVALID. */
export async function contestedDecision(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  token: string,
): Promise<ContestedDecision> {
  const { decision, contest } = await linkedDecision(db.orm, secrets, token);
  return { ...toShown(decision, contest), asksEmail: decision.memberId === null };
}

/**
 * Stores one contest within six months; the same text sent again is the same contest. Throws
 * CONTEST_LINK_INVALID, CONTEST_EXISTS, CONTEST_TOO_LATE.
 */
export async function contestDecision(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'jobs' | 'config' | 'live'>,
  { token, text, email }: z.output<typeof contestInput>,
): Promise<ContestedDecision> {
  const { db, clock, secrets, config } = deps;
  await db
    .write(async (tx) => {
      const { decision, contest } = await linkedDecision(tx.orm, secrets, token);
      if (contest?.text === text) return;
      refuseIf(denyContest({ decidedAt: decision.decidedAt, contest }, clock.now()));
      const isGone = decision.memberId === null;
      if (isGone && !email) throw new AppError('INVALID_INPUT', {}, { email: 'Indiquez où vous répondre.' });
      await tx.orm.insert(caseContests).values({
        ...{ id: randomUUID(), decisionId: decision.id, text, createdAt: clock.now() },
        email: isGone ? (email ?? null) : null,
      });
      for (const to of await administratorAddresses(tx.orm, decision.memberId ?? ''))
        await queueMail(deps, tx, contestToReadMail(to, config.publicUrl, decision.caseId));
      await publishModerationExcept(tx, deps, decision.memberId, 'reports');
    })
    .catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
      throw new AppError('CONTEST_EXISTS');
    });
  return contestedDecision(deps, token);
}

async function linkedDecision(queries: Queries, secrets: Deps['secrets'], token: string) {
  const decisionId = decisionIdIn(secrets, token);
  const [found] = await selectDecisions(queries).where(eq(caseDecisions.id, decisionId ?? ''));
  if (!found || !isMeasure(found.decision.outcome)) throw new AppError('CONTEST_LINK_INVALID');
  return found;
}
