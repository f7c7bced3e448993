import { z } from 'zod';
import { atMost, uuid } from '../validation.ts';

const bytes = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((length * 4) / 3)}}=*$`));

/** `PushSubscription.toJSON()` gives an uncompressed point and a secret of 16 bytes, in base64url. */
export const pushSubscriptionInput = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).check(atMost(1000)),
  keys: z.object({ p256dh: bytes(65).check(atMost(100)), auth: bytes(16).check(atMost(32)) }),
});

export const pushDeviceParams = z.object({ id: uuid });
