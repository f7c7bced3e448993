import type { z } from 'zod';
import type { NoticeKind } from '../notices/channels.ts';
import type { pushDeviceOutput } from './output.ts';

/**
 * With `gone` the browser has ended the subscription, which is removed. `busy` and `unreachable` may pass,
 * `refused` is the push service's answer, and `none` means that this session has no subscription.
 */
export const PUSH_TEST_OUTCOMES = ['accepted', 'gone', 'busy', 'unreachable', 'refused', 'none'] as const;

/** The known push services are those of Chrome and its kin, Firefox, Safari and Edge. */
export const PUSH_SERVICES = [
  { company: 'Google', hosts: ['fcm.googleapis.com', 'jmt17.google.com'] },
  { company: 'Mozilla', hosts: ['push.services.mozilla.com'] },
  { company: 'Apple', hosts: ['push.apple.com'] },
  { company: 'Microsoft', hosts: ['notify.windows.com'] },
] as const;

export type PushDevice = z.infer<typeof pushDeviceOutput>;

export type PushTestOutcome = (typeof PUSH_TEST_OUTCOMES)[number];

/** The service worker gets this as JSON. */
export type PushPayload = {
  id: string;
  kind: NoticeKind | 'test';
  title: string;
  body: string;
  path: string;
  /** A notification replaces another of the same tag. */
  tag: string;
  /** The badge is the number of all unread messages. */
  badge: number;
  silent: boolean;
};

export const PUSH_DEVICES_MAX = 20;
