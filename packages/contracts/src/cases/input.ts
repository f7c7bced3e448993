import { z } from 'zod';
import { optionalReasonInput } from '../admin/input.ts';
import { emailAddress, oneOf, requiredText, uuid } from '../validation.ts';
import { CONTEST_MAX, CONTEST_OUTCOMES } from './rules.ts';

export const caseParams = z.object({ caseId: uuid });
export const decisionParams = z.object({ decisionId: uuid });
export const contestParams = z.object({ contestId: uuid });

const token = z.string().min(1).max(200);

export const contestLinkInput = z.object({ token });

/** The answer goes to `email` when the account is gone. */
export const contestInput = z.object({
  token,
  text: requiredText(CONTEST_MAX),
  email: emailAddress.optional(),
});

/** The case closes without a measure, and the note stays within the team. */
export const caseClosingInput = optionalReasonInput.extend({ outcome: z.enum(['dismissed', 'settled']) });

/** `answer` is sent to the member who contested. */
export const contestDecisionInput = z.object({
  outcome: oneOf(CONTEST_OUTCOMES, 'Choisis une issue.'),
  answer: requiredText(CONTEST_MAX),
});
