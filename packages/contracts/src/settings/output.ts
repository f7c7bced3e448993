import { z } from 'zod';
import { component, instant } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { THEMES } from './rules.ts';

/** They hold for all members. */
export const communitySettingsOutput = z
  /** Without `events`, `deals` or `benchmarks` their page says that it is in development. */
  .object({ voiceMessages: z.boolean(), events: z.boolean(), deals: z.boolean(), benchmarks: z.boolean() })
  .meta({ id: 'CommunitySettings' });

export const settingsOutput = component('Settings', {
  notifyMessages: z.boolean(),
  /** The setting also covers invitations to help. */
  notifyMatching: z.boolean(),
  sound: z.boolean(),
  quietHours: z.object({ from: z.string(), to: z.string() }).nullable(),
  emailUnread: z.boolean(),
  /** Pushes contain the texts of messages. */
  pushExtracts: z.boolean(),
  emailDigest: z.boolean(),
  /** The setting covers pushes and mails; the banner always shows. */
  notifyAnnouncements: z.boolean(),
  emailAnnouncements: z.boolean(),
  emailReport: z.boolean(),
  /** The number limits alerts about SOS in 24 hours. */
  alertsPerDay: z.number(),
  pausedUntil: instant.nullable(),
  /** « Ne pas déranger » holds on all devices until then. */
  quietUntil: instant.nullable(),
  urgentInQuietHours: z.boolean(),
  /** The IANA name says in which zone quiet hours hold. */
  timeZone: z.string(),
  theme: oneOf(THEMES),
});
