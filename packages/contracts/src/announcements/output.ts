import { z } from 'zod';
import { savedMemberFilters } from '../member-filters/input.ts';
import { component, instant, pageOf } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { ANNOUNCEMENT_AUDIENCES, ANNOUNCEMENT_STATES } from './rules.ts';

export const announcementOutput = component('Announcement', {
  id: z.string(),
  title: z.string(),
  text: z.string(),
  /** The link is a path of the product, or empty. */
  link: z.string(),
  authorName: z.string(),
  receivedAt: instant,
  readAt: instant.nullable(),
});

export const announcementsOutput = z.array(announcementOutput).meta({ id: 'Announcements' });

export const adminAnnouncementOutput = announcementOutput
  .omit({ receivedAt: true, readAt: true })
  .extend({
    audience: oneOf(ANNOUNCEMENT_AUDIENCES),
    /** It is null for other audiences than `filter`. */
    filters: savedMemberFilters.nullable(),
    /** They are those of a selection, until each has the announcement. */
    memberIds: z.array(z.string()),
    push: z.boolean(),
    mail: z.boolean(),
    state: oneOf(ANNOUNCEMENT_STATES),
    createdAt: instant,
    scheduledAt: instant,
    startedAt: instant.nullable(),
    cancelledAt: instant.nullable(),
    endedAt: instant.nullable(),
    recipients: z.number(),
    /** The number counts the members who have read or dismissed it. */
    reads: z.number(),
  })
  .meta({ id: 'AdminAnnouncement' });

/** `receivers` counts whom it would reach now; `mail` is null when none is sent. */
export const announcementPreviewOutput = component('AnnouncementPreview', {
  receivers: z.number(),
  mail: z.object({ subject: z.string(), text: z.string() }).nullable(),
});

export const adminAnnouncementPageOutput = pageOf(adminAnnouncementOutput).meta({
  id: 'AdminAnnouncementPage',
});
