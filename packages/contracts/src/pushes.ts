import type { z } from 'zod';
import type { PUSH_TEST_OUTCOMES } from './pushes-options.ts';
import type { pushDeviceOutput } from './pushes-output.ts';
import type { NoticeKind } from './ways.ts';

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
