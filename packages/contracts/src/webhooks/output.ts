import { z } from 'zod';
import { component, instant } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { DELIVERY_ERRORS, DELIVERY_EVENTS, DELIVERY_STATES, WEBHOOK_EVENTS } from './rules.ts';

export const webhookOutput = component('Webhook', {
  id: z.string(),
  url: z.string(),
  events: z.array(oneOf(WEBHOOK_EVENTS)),
  createdAt: instant,
  pausedAt: instant.nullable(),
});

/** Only this answer contains the secret. */
export const newSecretOutput = component('NewSecret', { id: z.string(), secret: z.string() });

export const deliveryOutput = component('WebhookDelivery', {
  id: z.string(),
  event: oneOf(DELIVERY_EVENTS),
  state: oneOf(DELIVERY_STATES),
  attempts: z.number(),
  /** The status and the error are those of the last attempt. */
  status: z.number().nullable(),
  error: oneOf(DELIVERY_ERRORS).nullable(),
  createdAt: instant,
  triedAt: instant.nullable(),
});
