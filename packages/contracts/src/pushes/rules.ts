import type { z } from 'zod';
import type { NoticeKind } from '../notices/channels.ts';
import type { pushDeviceOutput } from './output.ts';

/**
 * `accepted`: the push service took it. `gone`: the browser has ended the subscription, which is removed. `busy`,
 * `unreachable`: later, perhaps. `refused`: by the push service. `none`: this session has no subscription.
 */
export const PUSH_TEST_OUTCOMES = ['accepted', 'gone', 'busy', 'unreachable', 'refused', 'none'] as const;

/** The known push services, and whose they are: of Chrome and its kin, Firefox, Safari, Edge. */
export const PUSH_SERVICES = [
  { company: 'Google', hosts: ['fcm.googleapis.com', 'jmt17.google.com'] },
  { company: 'Mozilla', hosts: ['push.services.mozilla.com'] },
  { company: 'Apple', hosts: ['push.apple.com'] },
  { company: 'Microsoft', hosts: ['notify.windows.com'] },
] as const;

export type PushDevice = z.infer<typeof pushDeviceOutput>;

export type PushTestOutcome = (typeof PUSH_TEST_OUTCOMES)[number];

/** What a service worker gets, as JSON. */
export type PushPayload = {
  id: string;
  kind: NoticeKind | 'test';
  title: string;
  body: string;
  /** In the client. */
  path: string;
  /** One notification replaces another of the same tag. */
  tag: string;
  /** The one number of unread messages. */
  badge: number;
  silent: boolean;
};

export const PUSH_DEVICES_MAX = 20;
