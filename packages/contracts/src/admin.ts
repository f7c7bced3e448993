import type { ContactStatus } from './contact.ts';
import type { MessageKind } from './conversations.ts';
import type { ErrorCode } from './errors.ts';
import type { KeyPoint, SummaryOrigin, SummaryPrivacy, SummaryStatus } from './knowledge.ts';
import type { MemberRef, Profile } from './profiles.ts';
import type { ReportReason, ReportStatus } from './reports.ts';
import type { SosCategory, SosDetail, SosStatus } from './sos.ts';
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
export type AdminUser = MemberRef & {
  email: string;
  role: Role;
  profileComplete: boolean;
  suspendedAt: string | null;
  totalHelpCount: number;
  pendingReports: number;
  createdAt: string;
};

export type AdminUserCounts = {
  total: number;
  admins: number;
  suspended: number;
  incomplete: number;
  pendingReports: number;
};

export type AdminUserPage = { items: AdminUser[]; nextCursor: string | null; counts: AdminUserCounts };

/** `suspension`: who decided, when and why. `reports` counts those against the member. */
export type AdminUserDetail = AdminUser &
  Pick<
    Profile,
    'storeUrl' | 'cms' | 'sector' | 'monthlyOrders' | 'mainChannel' | 'specialties' | 'bio' | 'avatarLargeUrl'
  > & {
    emailConfirmed: boolean;
    sponsor: MemberRef | null;
    lastSeenAt: string | null;
    sessions: number;
    counts: { sos: number; messages: number; invited: number; reports: number };
    averageRating: number;
    totalRatings: number;
    suspension: { by: string; at: string; reason: string } | null;
  };

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

export type AdminReport = {
  id: string;
  /** Null once the account is gone. */
  reported: (MemberRef & { suspendedAt: string | null }) | null;
  reporter: MemberRef | null;
  reason: ReportReason;
  description: string;
  status: ReportStatus;
  createdAt: string;
  decidedAt: string | null;
  /** Name of the administrator who decided. */
  decidedBy: string | null;
};

export type AdminReportCounts = { total: number; pending: number; reportedUsers: number };
export type AdminReportPage = { items: AdminReport[]; nextCursor: string | null; counts: AdminReportCounts };

/** A report is decided once (docs/specification.md#reports). */
export function denyReportDecision(report: Pick<AdminReport, 'status'>): ErrorCode | null {
  return report.status === 'pending' ? null : 'REPORT_DECIDED';
}

// SOS

export type AdminSos = {
  id: string;
  author: MemberRef | null;
  title: string;
  category: SosCategory;
  status: SosStatus;
  isUrgent: boolean;
  viewsCount: number;
  responsesCount: number;
  createdAt: string;
  /** Of its AI summary: where it stands, null when there is none. */
  summary: { id: string; status: SummaryStatus } | null;
  /** A summary is being made, or failed. */
  job: SummaryJobState | null;
};

export type AdminSosCounts = Record<SosStatus, number> & { total: number; urgent: number };
export type AdminSosPage = { items: AdminSos[]; nextCursor: string | null; counts: AdminSosCounts };
export type AdminSosDetail = AdminSos &
  Pick<SosDetail, 'description' | 'specialties' | 'helpers' | 'updatedAt' | 'resolvedAt' | 'closedAt'> & {
    conversationId: string | null;
    messagesCount: number;
  };

// Messages

/** `deleted`: a tombstone; its text is gone. */
export type AdminMessage = {
  id: string;
  conversationId: string;
  sosId: string;
  sosTitle: string;
  seq: number;
  kind: Extract<MessageKind, 'text' | 'deleted'>;
  sender: MemberRef | null;
  content: string;
  createdAt: string;
};

export type AdminMessagePage = { items: AdminMessage[]; nextCursor: string | null };

// Contact

export type AdminContact = {
  id: string;
  name: string;
  email: string;
  subject: string;
  excerpt: string;
  status: ContactStatus;
  /** Who wrote, when it was a member. */
  member: MemberRef | null;
  answersCount: number;
  createdAt: string;
  updatedAt: string;
};

export type ContactAnswer = { id: string; authorName: string; text: string; createdAt: string };
export type AdminContactCounts = { total: number; pending: number; inProgress: number; resolved: number };
export type AdminContactPage = {
  items: AdminContact[];
  nextCursor: string | null;
  counts: AdminContactCounts;
};
export type AdminContactDetail = AdminContact & { message: string; answers: ContactAnswer[] };

/** pending → in_progress or resolved; in_progress → resolved (docs/specification.md#contact). */
export function denyContactStatus(from: ContactStatus, to: ContactStatus): ErrorCode | null {
  const order: ContactStatus[] = ['pending', 'in_progress', 'resolved'];
  return order.indexOf(to) > order.indexOf(from) ? null : 'CONTACT_STATUS_PASSED';
}

// Summaries

export type AdminSummary = {
  id: string;
  /** Null once the SOS is gone. */
  sosId: string | null;
  title: string;
  summary: string;
  keyPoints: KeyPoint[];
  category: SosCategory;
  status: SummaryStatus;
  privacyLevel: SummaryPrivacy | null;
  participantsCount: number;
  sourceMessageCount: number;
  wordCount: number;
  origin: SummaryOrigin;
  model: string;
  inputTokens: number;
  outputTokens: number;
  generationTimeMs: number;
  /** In dollars. */
  generationCost: number;
  promptUsed: string | null;
  customPrompt: string | null;
  moderationNotes: string | null;
  moderatedBy: string | null;
  moderatedAt: string | null;
  createdAt: string;
  updatedAt: string;
  job: SummaryJobState | null;
  /** Sequence numbers of the messages that were there when it was made, and that the moderation has removed since. */
  deletedSources: number[];
};

/** `cost` is the total of all calls to a model, in dollars: of texts that were replaced or deleted since, too. */
export type AdminSummaryCounts = {
  total: number;
  pending: number;
  approved: number;
  rejected: number;
  deletedSource: number;
  cost: number;
  jobs: number;
  failedJobs: number;
};
export type AdminSummaryPage = {
  items: AdminSummary[];
  nextCursor: string | null;
  counts: AdminSummaryCounts;
};

/** A message beside the summary that rests on it. */
export type SourceMessage = {
  seq: number;
  kind: MessageKind;
  senderName: string;
  content: string;
  createdAt: string;
};

/** `sources`: the conversation, null once it is gone; the first 1,000 messages, which no chat of five has exceeded. */
export type AdminSummaryDetail = AdminSummary & {
  sosTitle: string | null;
  sosDescription: string | null;
  sources: SourceMessage[] | null;
};

export type SummaryJobState = 'waiting' | 'running' | 'retrying' | 'failed';

/** The summary of an SOS that is being made, waits for its next attempt, or was given up. */
export type SummaryJob = {
  sosId: string;
  sosTitle: string | null;
  state: SummaryJobState;
  attempts: number;
  /** The code of the newest failure. */
  lastError: string | null;
  /** When it is tried next; when it was given up for one that failed. */
  at: string;
  createdAt: string;
};

// Overview

/** The number and names of days are those of Paris; durations in milliseconds; rates from 0 to 1, null without cases. */
export type AdminOverview = {
  members: { total: number; active: number; suspended: number; admins: number; new30: number };
  /** Of the accounts made in the last 90 days, how many have completed their profile. */
  activation: { accounts: number; complete: number; rate: number | null };
  sos: Record<SosStatus, number> & { total: number };
  /** Of the SOS of the last 90 days: from the post to the first helper. */
  firstHelper: {
    posted: number;
    answered: number;
    medianMs: number | null;
    p90Ms: number | null;
    buckets: { label: string; count: number }[];
  };
  /** Of the SOS of the last 90 days that have ended. */
  resolution: { ended: number; resolved: number; rate: number | null };
  activeMembers: { day: number; week: number; month: number };
  ai: { spent: number; budget: number | null; calls: number };
  queue: { reports: number; summaries: number; contact: number; failedJobs: number };
  /** The last 30 days, oldest first. */
  days: { day: string; members: number; posted: number; resolved: number }[];
};
