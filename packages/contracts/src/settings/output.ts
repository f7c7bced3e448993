import { z } from 'zod';
import { instant } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { THEMES } from './rules.ts';

/** Of all members alike. */
export const communitySettingsOutput = z
  .object({ voiceMessages: z.boolean() })
  .meta({ id: 'CommunitySettings' });

export const settingsOutput = z
  .object({
    notifyMessages: z.boolean(),
    /** Alerts about SOS, and invitations to help. */
    notifyMatching: z.boolean(),
    sound: z.boolean(),
    /** None between these hours. */
    quietHours: z.object({ from: z.string(), to: z.string() }).nullable(),
    /** For messages that stay unread. */
    emailUnread: z.boolean(),
    /** Pushes hold the texts of messages. */
    pushExtracts: z.boolean(),
    /** Once a week. */
    emailDigest: z.boolean(),
    /** Pushes and mails about the team's announcements; the banner always shows. */
    notifyAnnouncements: z.boolean(),
    emailAnnouncements: z.boolean(),
    /** The weekly report, for administrators. */
    emailReport: z.boolean(),
    /** Alerts about SOS, at most, in 24 hours. */
    alertsPerDay: z.number(),
    /** No alerts until then. */
    pausedUntil: instant.nullable(),
    /** Urgent SOS may alert in quiet hours. */
    urgentInQuietHours: z.boolean(),
    /** IANA name, in which quiet hours hold. */
    timeZone: z.string(),
    theme: oneOf(THEMES),
  })
  .meta({ id: 'Settings' });
