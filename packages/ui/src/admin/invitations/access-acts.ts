import { actOn, actWith } from '../acts.ts';

export const accessActs = {
  createLink: actWith(
    (api) => api.admin.access.links.$post,
    'Lien d’accès créé',
    'Le lien d’accès n’a pas été créé',
  ),
  revokeLink: actOn(
    'accessLinkId',
    (api) => api.admin.access.links[':accessLinkId'].revoke.$post,
    'Lien d’accès fermé',
  ),
  accept: actOn(
    'accessRequestId',
    (api) => api.admin.access.requests[':accessRequestId'].accept.$post,
    'Invitation envoyée',
    'La demande n’a pas été acceptée',
  ),
  refuse: actOn(
    'accessRequestId',
    (api) => api.admin.access.requests[':accessRequestId'].refuse.$post,
    'Demande refusée',
    'La demande n’a pas été refusée',
  ),
};
