import { z } from 'zod';
import { atMost, oneOf, plainText, uuid } from '../validation.ts';
import { WEBHOOK_EVENTS, WEBHOOK_URL_MAX } from './rules.ts';

export const NEEDS_HTTPS = 'Écris une adresse qui commence par https://.';

const WITH_PASSWORD = /^https?:\/\/[^/?#]*@/;

/** The server takes http only for its own receiver of development. */
export const webhookInput = z.object({
  url: plainText
    .trim()
    .check(atMost(WEBHOOK_URL_MAX))
    .pipe(z.url({ protocol: /^https?$/, error: NEEDS_HTTPS }))
    .refine((url) => !WITH_PASSWORD.test(url), 'Écris l’adresse sans nom ni mot de passe.'),
  events: z.array(oneOf(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length),
});

export const webhookParams = z.object({ webhookId: uuid });
export const deliveryParams = z.object({ deliveryId: uuid });
