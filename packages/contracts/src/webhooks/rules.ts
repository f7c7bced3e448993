import type { z } from 'zod';
import type * as output from './output.ts';

/** A webhook tells of these, with identifiers, titles and links only (docs/security.md#webhooks). */
export const WEBHOOK_EVENTS = [
  { id: 'member.joined', label: 'Un membre arrive' },
  { id: 'member.left', label: 'Un membre part' },
  { id: 'invitation.accepted', label: 'Une invitation est acceptée' },
  { id: 'sos.created', label: 'Un SOS est lancé' },
  { id: 'sos.resolved', label: 'Un SOS est résolu' },
  { id: 'article.published', label: 'Un résumé est publié' },
  { id: 'event.published', label: 'Un événement est publié' },
  { id: 'report.created', label: 'Un signalement est reçu' },
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]['id'];

/** A test is sent when an administrator asks for it, whatever the webhook is told of. */
export const DELIVERY_EVENTS = [...WEBHOOK_EVENTS, { id: 'test', label: 'Un test' }] as const;

export type DeliveryEvent = (typeof DELIVERY_EVENTS)[number]['id'];

export const WEBHOOKS_MAX = 10;
export const WEBHOOK_URL_MAX = 500;
export const WEBHOOK_ATTEMPTS = 6;
/** After so many refused attempts in a row nothing more is sent until an administrator resumes it. */
export const WEBHOOK_FAILURES_MAX = 20;
/** After a rotation the former secret signs too for this time. */
export const FORMER_SECRET_HOURS = 24;

export const DELIVERY_STATES = [
  { id: 'waiting', label: 'En attente' },
  { id: 'delivered', label: 'Reçu' },
  { id: 'failed', label: 'Échec' },
] as const;

/** `status` means that the receiver answered with something else than 2xx. */
export const DELIVERY_ERRORS = [
  { id: 'status', label: 'Le destinataire a refusé l’envoi.' },
  { id: 'redirect', label: 'Le destinataire renvoie vers une autre adresse.' },
  { id: 'timeout', label: 'Le destinataire n’a pas répondu en dix secondes.' },
  { id: 'unreachable', label: 'Le destinataire est injoignable.' },
  { id: 'private', label: 'Cette adresse mène à un réseau privé.' },
  { id: 'gone', label: 'L’élément n’existe plus.' },
  { id: 'paused', label: 'Le webhook était en pause.' },
] as const;

export type DeliveryError = (typeof DELIVERY_ERRORS)[number]['id'];

export type Webhook = z.infer<typeof output.webhookOutput>;
export type NewSecret = z.infer<typeof output.newSecretOutput>;
export type WebhookDelivery = z.infer<typeof output.deliveryOutput>;
