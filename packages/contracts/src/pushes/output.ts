import { z } from 'zod';
import { component, instant } from '../shared-output.ts';
import { PUSH_TEST_OUTCOMES } from './rules.ts';

export const pushKeyOutput = z.object({ publicKey: z.string() });

export const pushDeviceOutput = component('PushDevice', {
  id: z.string(),
  /** The name looks like « Chrome sur Android ». */
  name: z.string(),
  isThis: z.boolean(),
  createdAt: instant,
  /** The push service accepted the last push at this time. */
  lastUsedAt: instant.nullable(),
  /** It pauses after consecutive failures, and resumes when the device subscribes again, or by itself. */
  isPaused: z.boolean(),
});

export const pushDevicesOutput = z.object({ devices: z.array(pushDeviceOutput) });

export const pushTestOutput = z.object({ outcome: z.enum(PUSH_TEST_OUTCOMES) });
