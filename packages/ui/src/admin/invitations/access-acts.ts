import { actsOn, actWith } from '../acts.ts';

const onLink = actsOn('accessLinkId', (api) => api.admin.access.links[':accessLinkId']);
const onRequest = actsOn('accessRequestId', (api) => api.admin.access.requests[':accessRequestId']);

export const accessActs = {
  createLink: actWith(
    (api) => api.admin.access.links.$post,
    'Lien d’accès créé',
    'Le lien d’accès n’a pas été créé',
  ),
  revokeLink: onLink((link) => link.revoke.$post, 'Lien d’accès fermé'),
  accept: onRequest((one) => one.accept.$post, 'Invitation envoyée', 'La demande n’a pas été acceptée'),
  refuse: onRequest((one) => one.refuse.$post, 'Demande refusée', 'La demande n’a pas été refusée'),
};
