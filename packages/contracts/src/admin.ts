import type { z } from 'zod';
import type * as output from './admin-output.ts';
import type { ContactStatus } from './contact.ts';
import type { ErrorCode } from './errors.ts';
import type { Role } from './viewer.ts';

/** The back office: what administrators see and may do. The journal is in audit.ts. */

export const ADMIN_TABS = [
  { id: 'overview', label: 'Vue d’ensemble' },
  { id: 'summaries', label: 'Résumés' },
  { id: 'users', label: 'Utilisateurs' },
  { id: 'sos', label: 'SOS' },
  { id: 'messages', label: 'Messages' },
  { id: 'contact', label: 'Contact' },
  { id: 'journal', label: 'Journal' },
] as const;

export type AdminTab = (typeof ADMIN_TABS)[number]['id'];

/** What has changed in the back office, told to administrators. */
export type ModerationArea = 'users' | 'reports' | 'sos' | 'messages' | 'summaries' | 'contact' | 'jobs';

export const ADMIN_PAGE = 50;
/** The most recent messages of the first page (docs/specification.md#back-office). */
export const ADMIN_MESSAGES = 200;
export const REASON_MAX = 1000;
export const ANSWER_MAX = 5000;
export const CONTACT_EXCERPT_MAX = 160;
/** Characters of a conversation's id that are shown (docs/specification.md#back-office). */
export const CONVERSATION_ID_SHOWN = 8;

/** The first characters of a conversation's id, as shown. */
export function shortConversationId(id: string): string {
  return id.slice(0, CONVERSATION_ID_SHOWN);
}

// Users

/** A line of « Utilisateurs ». The address is for administrators only. */
export type AdminUser = z.infer<typeof output.adminUserOutput>;

export type AdminUserCounts = AdminUserPage['counts'];

export type AdminUserPage = z.infer<typeof output.adminUserPageOutput>;

/** `suspension`: who decided, when and why. `reports` counts those against the member. */
export type AdminUserDetail = z.infer<typeof output.adminUserDetailOutput>;

/** Suspending, deleting and the like are acts on others; one's own account has its page. */
export function denyActOnSelf(viewer: { id: string }, userId: string): ErrorCode | null {
  return viewer.id === userId ? 'ACT_ON_SELF' : null;
}

/** A member is suspended once, and restored while suspended. */
export function denySuspension(user: Pick<AdminUser, 'suspendedAt'>, suspend: boolean): ErrorCode | null {
  if (suspend) return user.suspendedAt ? 'ALREADY_SUSPENDED' : null;
  return user.suspendedAt ? null : 'NOT_SUSPENDED';
}

/** Whoever administers must be able to enter: profile complete, not suspended. */
export function denyAdminRole(
  user: Pick<AdminUser, 'profileComplete' | 'suspendedAt'>,
  role: Role,
): ErrorCode | null {
  return role === 'admin' && (!user.profileComplete || user.suspendedAt) ? 'ROLE_NOT_POSSIBLE' : null;
}

// Reports

export type AdminReport = z.infer<typeof output.adminReportOutput>;

export type AdminReportCounts = AdminReportPage['counts'];
export type AdminReportPage = z.infer<typeof output.adminReportPageOutput>;

/** A report is decided once (docs/specification.md#reports). */
export function denyReportDecision(report: Pick<AdminReport, 'status'>): ErrorCode | null {
  return report.status === 'pending' ? null : 'REPORT_DECIDED';
}

// SOS

export type AdminSos = z.infer<typeof output.adminSosOutput>;

export type AdminSosCounts = AdminSosPage['counts'];
export type AdminSosPage = z.infer<typeof output.adminSosPageOutput>;
export type AdminSosDetail = z.infer<typeof output.adminSosDetailOutput>;

// Messages

/** `deleted`: a tombstone; its text is gone. */
export type AdminMessage = z.infer<typeof output.adminMessageOutput>;

export type AdminMessagePage = z.infer<typeof output.adminMessagePageOutput>;

// Contact

export type AdminContact = z.infer<typeof output.adminContactOutput>;

export type ContactAnswer = z.infer<typeof output.contactAnswerOutput>;
export type AdminContactCounts = AdminContactPage['counts'];
export type AdminContactPage = z.infer<typeof output.adminContactPageOutput>;
export type AdminContactDetail = z.infer<typeof output.adminContactDetailOutput>;

/** pending → in_progress or resolved; in_progress → resolved (docs/specification.md#contact). */
export function denyContactStatus(from: ContactStatus, to: ContactStatus): ErrorCode | null {
  const order: ContactStatus[] = ['pending', 'in_progress', 'resolved'];
  return order.indexOf(to) > order.indexOf(from) ? null : 'CONTACT_STATUS_PASSED';
}

// Summaries

export type AdminSummary = z.infer<typeof output.adminSummaryOutput>;

/** `cost` is the total of all calls to a model, in dollars: of texts that were replaced or deleted since, too. */
export type AdminSummaryCounts = AdminSummaryPage['counts'];
export type AdminSummaryPage = z.infer<typeof output.adminSummaryPageOutput>;

/** A message beside the summary that rests on it. */
export type SourceMessage = z.infer<typeof output.sourceMessageOutput>;

/** `sources`: the conversation, null once it is gone; the first 1,000 messages, which no chat of five has exceeded. */
export type AdminSummaryDetail = z.infer<typeof output.adminSummaryDetailOutput>;

export type SummaryJobState = z.infer<typeof output.summaryJobStateOutput>;

/** The summary of an SOS that is being made, waits for its next attempt, or was given up. */
export type SummaryJob = z.infer<typeof output.summaryJobOutput>;

// Overview

/** The number and names of days are those of Paris; durations in milliseconds; rates from 0 to 1, null without cases. */
export type AdminOverview = z.infer<typeof output.adminOverviewOutput>;
