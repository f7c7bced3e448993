import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { adminAnnouncementOutput, announcementOutput, announcementPreviewOutput } from './output.ts';

export const ANNOUNCEMENT_AUDIENCES = [
  { id: 'everyone', label: 'Tous les membres' },
  { id: 'team', label: 'L’équipe' },
  { id: 'filter', label: 'Les membres d’un filtre' },
  { id: 'selection', label: 'Des membres choisis' },
] as const;

export const ANNOUNCEMENT_STATES = [
  { id: 'scheduled', label: 'Programmée' },
  { id: 'sending', label: 'En cours d’envoi' },
  { id: 'shown', label: 'Affichée' },
  { id: 'ended', label: 'Terminée' },
  { id: 'cancelled', label: 'Annulée' },
] as const;

export const ANNOUNCEMENT_TITLE_MAX = 120;
export const ANNOUNCEMENT_TEXT_MAX = 2000;
export const ANNOUNCEMENT_LINK_MAX = 300;
export const ANNOUNCEMENTS_READ_MAX = 50;
export const ANNOUNCEMENTS_LISTED_MAX = 100;
/** To more members than these the client asks before it sends. */
export const ANNOUNCEMENT_HANDFUL = 5;

export type Announcement = z.infer<typeof announcementOutput>;

export type AdminAnnouncement = z.infer<typeof adminAnnouncementOutput>;

export type AnnouncementPreview = z.infer<typeof announcementPreviewOutput>;

export type AnnouncementAudience = (typeof ANNOUNCEMENT_AUDIENCES)[number]['id'];
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number]['id'];

/** The instants are in milliseconds or ISO 8601, and null when the step has not happened. */
export type AnnouncementLife = Record<'startedAt' | 'cancelledAt' | 'endedAt', number | string | null>;

/** An announcement can be changed or cancelled until somebody has received it. */
export function denyAnnouncementChange({ startedAt, cancelledAt }: AnnouncementLife): ErrorCode | null {
  return startedAt !== null || cancelledAt !== null ? 'ANNOUNCEMENT_SENT' : null;
}

export function denyAnnouncementEnd({ startedAt, endedAt }: AnnouncementLife): ErrorCode | null {
  return startedAt === null || endedAt !== null ? 'ANNOUNCEMENT_NOT_SHOWN' : null;
}
