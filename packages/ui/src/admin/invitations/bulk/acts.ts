import { plural } from '../../../kit/format.ts';
import { actOn, actWith } from '../../acts.ts';

export const batchActs = {
  send: actWith(
    (api) => api.admin.invitations.batches.$put,
    (_, { invited }) => (invited > 0 ? `${plural(invited, 'invitation')} en route` : 'Noms enregistrés'),
    'La liste n’a pas été envoyée',
  ),
  remind: actOn(
    'batchId',
    (api) => api.admin.invitations.batches[':batchId'].remind.$post,
    'Rappels en route',
    'Les rappels n’ont pas été envoyés',
  ),
};
