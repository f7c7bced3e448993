import { z } from 'zod';
import { instant } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { DELIVERY_ERRORS, DELIVERY_EVENTS, DELIVERY_STATES, WEBHOOK_EVENTS } from './rules.ts';

export const webhookOutput = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(oneOf(WEBHOOK_EVENTS)),
    createdAt: instant,
    pausedAt: instant.nullable(),
  })
  .meta({ id: 'Webhook' });

/** Only this answer contains the secret. */
export const newSecretOutput = z.object({ id: z.string(), secret: z.string() }).meta({ id: 'NewSecret' });

export const deliveryOutput = z
  .object({
    id: z.string(),
    event: oneOf(DELIVERY_EVENTS),
    state: oneOf(DELIVERY_STATES),
    attempts: z.number(),
    /** The status and the error are those of the last attempt. */
    status: z.number().nullable(),
    error: oneOf(DELIVERY_ERRORS).nullable(),
    createdAt: instant,
    triedAt: instant.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
