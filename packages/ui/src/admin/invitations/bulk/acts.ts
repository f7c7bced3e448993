import { plural } from '../../../kit/format.ts';
import { actsOn, actWith } from '../../acts.ts';

const onBatch = actsOn('batchId', (api) => api.admin.invitations.batches[':batchId']);

export const batchActs = {
  send: actWith(
    (api) => api.admin.invitations.batches.$put,
    (_, { invited }) => (invited > 0 ? `${plural(invited, 'invitation')} en route` : 'Noms enregistrés'),
    'La liste n’a pas été envoyée',
  ),
  remind: onBatch((batch) => batch.remind.$post, 'Rappels en route', 'Les rappels n’ont pas été envoyés'),
};
