import { z } from 'zod';
import { instant } from '../shared-output.ts';
import { PUSH_TEST_OUTCOMES } from './rules.ts';

export const pushKeyOutput = z.object({ publicKey: z.string() });

export const pushDeviceOutput = z
  .object({
    id: z.string(),
    /** « Chrome sur Android ». */
    name: z.string(),
    /** Of the session that asks. */
    isThis: z.boolean(),
    createdAt: instant,
    /** The last push that the push service took. */
    lastUsedAt: instant.nullable(),
    /** After failures in a row; it ends when the device subscribes again, and by itself. */
    isPaused: z.boolean(),
  })
  .meta({ id: 'PushDevice' });

export const pushDevicesOutput = z.object({ devices: z.array(pushDeviceOutput) });

export const pushTestOutput = z.object({ outcome: z.enum(PUSH_TEST_OUTCOMES) });
