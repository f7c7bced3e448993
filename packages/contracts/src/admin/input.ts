import { z } from 'zod';
import { SUSPENSION_DAYS_MAX } from '../cases/rules.ts';
import {
  CUSTOM_PROMPT_MAX,
  MODERATION_NOTES_MAX,
  SUMMARY_LINE_MAX,
  SUMMARY_LINES_MAX,
  SUMMARY_TITLE_MAX,
} from '../knowledge/rules.ts';
import { memberFilters } from '../member-filters/input.ts';
import { articleRuleIds, conductRuleIds, eventRuleIds, ratingRuleIds } from '../reports/conduct.ts';
import { SOS_STATUSES } from '../sos/rules.ts';
import {
  atMost,
  decimal,
  oneOf,
  pageCursor,
  plainText,
  requiredText,
  searchedText,
  uuid,
} from '../validation.ts';
import {
  ADMIN_EVENT_FILTERS,
  ADMIN_MESSAGES,
  ADMIN_PAGE,
  ANSWER_MAX,
  OPENING_CAUSES,
  REASON_MAX,
} from './rules.ts';

const search = searchedText.default('');
const limit = decimal(z.number().int().min(1).max(100)).default(ADMIN_PAGE);
const page = { q: search, cursor: pageCursor, limit };

function filter<T extends string>(...values: T[]) {
  return z.union([z.literal('all'), z.enum(values)]).default('all');
}

export const adminUsersQuery = memberFilters.extend({ cursor: pageCursor, limit });
/** `member` was reported; an empty one matches any. */
export const adminReportsQuery = z.object({
  ...page,
  member: z.union([z.literal(''), uuid]).default(''),
  status: filter('pending', 'resolved', 'dismissed'),
});
export const adminSosQuery = z.object({
  ...page,
  status: filter(...SOS_STATUSES.map(({ id }) => id), 'urgent', 'unhelped'),
});
export const adminContactQuery = z.object({ ...page, status: filter('pending', 'in_progress', 'resolved') });
/**
 * `scheduled` means approved and published later. `to-review` means that its solution did not hold, or that
 * messages which it cites have changed while it is not rejected.
 */
export const adminSummariesQuery = z.object({
  ...page,
  status: filter('pending', 'scheduled', 'approved', 'rejected', 'to-review'),
});
/** `q` matches the sender, the SOS, or the first characters of the conversation's id. */
export const adminMessagesQuery = z.object({
  q: search,
  cursor: pageCursor,
  limit: decimal(z.number().int().min(1).max(ADMIN_MESSAGES)).default(ADMIN_MESSAGES),
});

export const adminIncidentsQuery = z.object({
  cursor: pageCursor,
  limit,
  status: filter('proposed', 'confirmed', 'ended'),
});

export const adminEventsQuery = z.object({
  cursor: pageCursor,
  limit,
  status: z.enum(ADMIN_EVENT_FILTERS).default('coming'),
});

export type AdminSummaryFilter = z.output<typeof adminSummariesQuery>['status'];

export const userParams = z.object({ userId: uuid });
export const reportParams = z.object({ reportId: uuid });
export const messageParams = z.object({ messageId: uuid });
export const contactParams = z.object({ contactId: uuid });
export const summaryParams = z.object({ summaryId: uuid });

/** The reason is sent to the member and kept in the journal. */
export const reasonInput = z.object({ reason: requiredText(REASON_MAX) });
/** The reason is a sentence for the journal only. */
export const openingInput = reasonInput.extend({ cause: oneOf(OPENING_CAUSES, 'Choisis un motif.') });
/** `caseId` is the open case that the measure decides; without it the measure opens one. */
export const measureInput = reasonInput.extend({
  rule: z.enum(conductRuleIds, 'Choisis la règle enfreinte.'),
  caseId: uuid.optional(),
});
/** With the rule that blames nobody, everybody concerned is told the reason. */
export const eventMeasureInput = measureInput.extend({ rule: z.enum(eventRuleIds, 'Choisis la règle.') });
export const ratingMeasureInput = measureInput.extend({ rule: z.enum(ratingRuleIds, 'Choisis la règle.') });
/** The suspension ends by itself after `days`; with null, the team ends it. */
export const suspensionInput = measureInput.extend({
  days: z.number().int().min(1).max(SUSPENSION_DAYS_MAX).nullable().default(null),
});
export const optionalReasonInput = z.object({
  reason: plainText.trim().check(atMost(REASON_MAX)).default(''),
});
export const roleInput = optionalReasonInput.extend({ role: z.enum(['member', 'moderator', 'admin']) });
export const reportDecisionInput = optionalReasonInput.extend({
  decision: z.enum(['resolved', 'dismissed']),
});
export const incidentDecisionInput = optionalReasonInput.extend({
  decision: z.enum(['confirm', 'dismiss', 'end']),
});
export const sosStatusInput = optionalReasonInput.extend({
  status: oneOf(SOS_STATUSES, 'Choisis un statut.'),
});
export const helperInput = optionalReasonInput.extend({ memberId: uuid });
export const contactStatusInput = z.object({ status: z.enum(['in_progress', 'resolved']) });
/** The client makes the id, so that sending twice gives one answer and one mail. */
export const contactAnswerInput = z.object({ id: uuid, text: requiredText(ANSWER_MAX) });
/** `seen` is the `createdAt` of the text that was read, so that nobody publishes an unread text. */
export const rejectionInput = z.object({ seen: z.iso.datetime() });
export const approvalInput = rejectionInput.extend({
  privacyLevel: z.enum(['public', 'members']),
  notes: plainText.trim().check(atMost(MODERATION_NOTES_MAX)).default(''),
});
/** The reason is sent to the author of the summed-up SOS, and kept as the summary's note. */
export const withdrawalInput = rejectionInput.extend({
  reason: requiredText(MODERATION_NOTES_MAX),
  rule: z.enum(articleRuleIds, 'Choisis la règle.'),
});
const correctedLine = z.object({
  text: requiredText(SUMMARY_LINE_MAX),
  /** This is the index among the lines of the text that was read; null stands for a new line. */
  from: z.number().int().min(0).max(100).nullable(),
});
export const correctionInput = rejectionInput.extend({
  title: requiredText(SUMMARY_TITLE_MAX),
  sentences: z.array(correctedLine).min(1, 'Garde au moins une phrase.').max(SUMMARY_LINES_MAX),
  keyPoints: z.array(correctedLine).max(SUMMARY_LINES_MAX),
});
/** `adopt` replaces the corrected text by the newly generated one; otherwise the new one is dropped. */
export const proposalInput = rejectionInput.extend({ adopt: z.boolean() });
export const customPromptInput = z.object({
  customPrompt: plainText.trim().check(atMost(CUSTOM_PROMPT_MAX)),
});
