import { actsOn, actWith, DELETE_FAILED } from '../acts.ts';

const onKey = actsOn('keyId', (api) => api.admin.integrations.keys[':keyId']);
const onWebhook = actsOn('webhookId', (api) => api.admin.integrations.webhooks[':webhookId']);
const onDelivery = actsOn('deliveryId', (api) => api.admin.integrations.webhooks.deliveries[':deliveryId']);

export const integrationActs = {
  createApiKey: actWith((api) => api.admin.integrations.keys.$post, 'Clé créée', 'La clé n’a pas été créée'),
  revokeApiKey: onKey((key) => key.revoke.$post, 'Clé révoquée'),
  createWebhook: actWith(
    (api) => api.admin.integrations.webhooks.$post,
    'Webhook créé',
    'Le webhook n’a pas été créé',
  ),
  changeWebhook: onWebhook((hook) => hook.$put, 'Webhook modifié', 'Le webhook n’a pas été modifié'),
  testWebhook: onWebhook((hook) => hook.test.$post, 'Test lancé', 'Le test n’a pas été lancé'),
  rotateSecret: onWebhook((hook) => hook.secret.$post, 'Secret changé'),
  resumeWebhook: onWebhook((hook) => hook.resume.$post, 'Envois repris'),
  deleteWebhook: onWebhook((hook) => hook.delete.$post, 'Webhook supprimé', DELETE_FAILED),
  replayDelivery: onDelivery((delivery) => delivery.replay.$post, 'Envoi relancé'),
};
