import type { z } from 'zod';
import type { ContactStatus } from '../contact/rules.ts';
import type { ErrorCode } from '../errors.ts';
import { memberName } from '../profiles/rules.ts';
import type { Role } from '../viewer.ts';
import type { adminEventPageOutput } from './event-output.ts';
import type * as output from './output.ts';
import type { adminOverviewOutput } from './overview-output.ts';

export const MODERATION_AREAS = [
  'announcements',
  'users',
  'reports',
  'sos',
  'incidents',
  'events',
  'deals',
  'messages',
  'summaries',
  'contact',
  'jobs',
  'integrations',
  'access',
] as const;
export type ModerationArea = (typeof MODERATION_AREAS)[number];

export const MODERATOR_AREAS: readonly ModerationArea[] = ['reports', 'summaries', 'contact', 'jobs'];

export const ADMIN_EVENT_FILTERS = ['coming', 'proposed', 'past', 'cancelled'] as const;

export const ADMIN_PAGE = 50;
/** See docs/specification.md#back-office. */
export const ADMIN_MESSAGES = 200;
export const REASON_MAX = 1000;
export const ANSWER_MAX = 5000;
export const CONTACT_EXCERPT_MAX = 160;
/**
 * An opened private conversation stays readable for so long (docs/specification.md#private-conversations).
 */
export const OPENING_HOURS = 24;

export const OPENING_CAUSES = [
  { id: 'report', label: 'Un signalement' },
  { id: 'request', label: 'La demande d’un participant' },
  { id: 'law', label: 'La loi' },
  { id: 'silent-law', label: 'La loi, qui interdit de le dire aux participants' },
] as const;

export type OpeningCause = (typeof OPENING_CAUSES)[number]['id'];

/** Says whether the participants see that their conversation was opened. */
export function isDisclosed(cause: OpeningCause): boolean {
  return cause !== 'silent-law';
}

/** See docs/specification.md#back-office. */
export const CONVERSATION_ID_SHOWN = 8;

export function shortConversationId(id: string): string {
  return id.slice(0, CONVERSATION_ID_SHOWN);
}

export type AdminUser = z.infer<typeof output.adminUserOutput>;

export type AdminUserPage = z.infer<typeof output.adminUserPageOutput>;

export type AdminUserDetail = z.infer<typeof output.adminUserDetailOutput>;

/** An account has no name before its profile. */
export function accountName(user: Pick<AdminUser, 'firstName' | 'lastName' | 'email'>): string {
  return user.firstName || user.lastName ? memberName(user) : user.email;
}

export function denyActOnSelf(viewer: { id: string }, userId: string): ErrorCode | null {
  return viewer.id === userId ? 'ACT_ON_SELF' : null;
}

/** Moderators warn members and one another; only administrators warn administrators. */
export function denyWarning(
  viewer: { id: string; role: Role },
  user: { id: string; role: Role },
): ErrorCode | null {
  const isAbove = user.role === 'admin' && viewer.role !== 'admin';
  return denyActOnSelf(viewer, user.id) ?? (isAbove ? 'ACT_ON_ADMINISTRATOR' : null);
}

/**
 * A text that was generated anew after the publication is withdrawn, as the article is
 * (docs/specification.md#cases-and-measures).
 */
export function denyRejection({
  status,
  privacyLevel,
}: Pick<AdminSummary, 'status' | 'privacyLevel'>): ErrorCode | null {
  return status === 'pending' && privacyLevel !== null ? 'SUMMARY_WAS_PUBLISHED' : null;
}

/** `authorId` is null once the account is gone. */
export function denyRemoval(viewer: { id: string }, authorId: string | null): ErrorCode | null {
  return viewer.id === authorId ? 'REMOVAL_OWN' : null;
}

/** Administrators are acted on one by one, because a whole page is easily selected. */
export function denyActInBatch(viewer: { id: string }, user: { id: string; role: Role }): ErrorCode | null {
  return denyActOnSelf(viewer, user.id) ?? (user.role === 'admin' ? 'ACT_ON_ADMINISTRATOR' : null);
}

export function denySuspension(user: Pick<AdminUser, 'suspendedAt'>, suspend: boolean): ErrorCode | null {
  if (suspend) return user.suspendedAt ? 'ALREADY_SUSPENDED' : null;
  return user.suspendedAt ? null : 'NOT_SUSPENDED';
}

export function denyAdminRole(
  user: Pick<AdminUser, 'profileComplete' | 'suspendedAt'>,
  role: Role,
): ErrorCode | null {
  return role !== 'member' && (!user.profileComplete || user.suspendedAt) ? 'ROLE_NOT_POSSIBLE' : null;
}

export type AdminReport = z.infer<typeof output.adminReportOutput>;

export type AdminReportPage = z.infer<typeof output.adminReportPageOutput>;

/** A report is decided once (docs/specification.md#reports). */
export function denyReportDecision(report: Pick<AdminReport, 'status'>): ErrorCode | null {
  return report.status === 'pending' ? null : 'REPORT_DECIDED';
}

export type AdminSos = z.infer<typeof output.adminSosOutput>;

export type AdminSosPage = z.infer<typeof output.adminSosPageOutput>;
export type AdminSosDetail = z.infer<typeof output.adminSosDetailOutput>;

export type AdminMessage = z.infer<typeof output.adminMessageOutput>;
export type AdminMessageDetail = z.infer<typeof output.adminMessageDetailOutput>;

export type AdminMessagePage = z.infer<typeof output.adminMessagePageOutput>;

export type AdminIncident = z.infer<typeof output.adminIncidentOutput>;
export type AdminIncidentPage = z.infer<typeof output.adminIncidentPageOutput>;

/** `sos` has at most 50 that name the tool, from the oldest to the newest. */
export type AdminIncidentDetail = z.infer<typeof output.adminIncidentDetailOutput>;

export type AdminEventPage = z.infer<typeof adminEventPageOutput>;

export type AdminContact = z.infer<typeof output.adminContactOutput>;

export type AdminContactPage = z.infer<typeof output.adminContactPageOutput>;
export type AdminContactDetail = z.infer<typeof output.adminContactDetailOutput>;

/** A status only moves forward (docs/specification.md#contact). */
export function denyContactStatus(from: ContactStatus, to: ContactStatus): ErrorCode | null {
  const order: ContactStatus[] = ['pending', 'in_progress', 'resolved'];
  return order.indexOf(to) > order.indexOf(from) ? null : 'CONTACT_STATUS_PASSED';
}

export type AdminSummary = z.infer<typeof output.adminSummaryOutput>;

/** `cost` of its counts sums all calls in dollars, also those for texts that were replaced or deleted since. */
export type AdminSummaryPage = z.infer<typeof output.adminSummaryPageOutput>;

export type SourceMessage = z.infer<typeof output.sourceMessageOutput>;

export type SummaryVersion = z.infer<typeof output.summaryVersionOutput>;

/**
 * `versions` has all from the oldest to the newest, with the present text once it was changed. `sources` are
 * masked, as they leave the server, and null once the conversation is gone.
 */
export type AdminSummaryDetail = z.infer<typeof output.adminSummaryDetailOutput>;

export type SummaryJobState = z.infer<typeof output.summaryJobStateOutput>;

export type SummaryJob = z.infer<typeof output.summaryJobOutput>;

/** Days are those of Paris, durations in milliseconds, rates from 0 to 1 or null without cases. */
export type AdminOverview = z.infer<typeof adminOverviewOutput>;
