import { actOn, actWith, DELETE_FAILED } from '../acts.ts';

export const integrationActs = {
  createApiKey: actWith((api) => api.admin.integrations.keys.$post, 'Clé créée', 'La clé n’a pas été créée'),
  revokeApiKey: actOn('keyId', (api) => api.admin.integrations.keys[':keyId'].revoke.$post, 'Clé révoquée'),
  createWebhook: actWith(
    (api) => api.admin.integrations.webhooks.$post,
    'Webhook créé',
    'Le webhook n’a pas été créé',
  ),
  changeWebhook: actOn(
    'webhookId',
    (api) => api.admin.integrations.webhooks[':webhookId'].$put,
    'Webhook modifié',
    'Le webhook n’a pas été modifié',
  ),
  testWebhook: actOn(
    'webhookId',
    (api) => api.admin.integrations.webhooks[':webhookId'].test.$post,
    'Test lancé',
    'Le test n’a pas été lancé',
  ),
  rotateSecret: actOn(
    'webhookId',
    (api) => api.admin.integrations.webhooks[':webhookId'].secret.$post,
    'Secret changé',
  ),
  resumeWebhook: actOn(
    'webhookId',
    (api) => api.admin.integrations.webhooks[':webhookId'].resume.$post,
    'Envois repris',
  ),
  deleteWebhook: actOn(
    'webhookId',
    (api) => api.admin.integrations.webhooks[':webhookId'].delete.$post,
    'Webhook supprimé',
    DELETE_FAILED,
  ),
  replayDelivery: actOn(
    'deliveryId',
    (api) => api.admin.integrations.webhooks.deliveries[':deliveryId'].replay.$post,
    'Envoi relancé',
  ),
};
