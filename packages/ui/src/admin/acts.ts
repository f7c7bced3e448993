import type { MemberAct } from '@guilde/contracts/member-acts/rules.ts';
import type { Role } from '@guilde/contracts/viewer.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, call, errorMessage, useApi } from '../api.ts';
import { withProof } from '../credentials/proof.ts';
import { plural, pluralWord } from '../kit/format.ts';
import { toast } from '../kit/toast.ts';
import type { Endpoint } from './data.ts';
import { contactStatusLabel } from './labels.ts';
import { adminKey } from './live-events.ts';
import { pollSummary } from './summaries/poll-summary.ts';

type Act<Input, Answer> = {
  send: (api: ApiClient, input: Input) => Promise<Answer>;
  done: string | ((input: Input, answer: Answer) => string);
  failed: string;
};

const UPDATE_FAILED = 'Erreur lors de la mise à jour';
export const DELETE_FAILED = 'Erreur lors de la suppression';
const MODERATION_FAILED = 'Erreur lors de la modération';
const SUMMARY_FAILED = 'Erreur lors de la génération du résumé';
const NOTE_FAILED = 'La note n’a pas été enregistrée';
const ANNOUNCEMENT_FAILED = 'L’annonce n’a pas été enregistrée';

function act<Input, Answer>(
  send: Act<Input, Answer>['send'],
  done: Act<Input, Answer>['done'],
  failed = UPDATE_FAILED,
): Act<Input, Answer> {
  return { send, done, failed };
}

/** The request goes to what `param` of the path names; the input is its id and the body's fields. */
export function actOn<Param extends string, Body = unknown, Answer = unknown>(
  param: Param,
  endpoint: Endpoint<{ param: Record<Param, string>; json: Body }, Answer>,
  done: Act<{ id: string } & Body, Answer>['done'],
  failed?: string,
): Act<{ id: string } & Body, Answer> {
  const send = (api: ApiClient, { id, ...json }: { id: string } & Body) =>
    call(endpoint(api)({ param: { [param]: id } as Record<Param, string>, json: json as Body }));
  return act(send, done, failed);
}

/** The body of the request is the whole input. */
export function actWith<Body, Answer>(
  endpoint: Endpoint<{ json: Body }, Answer>,
  done: Act<Body, Answer>['done'],
  failed?: string,
): Act<Body, Answer> {
  return act((api, json) => call(endpoint(api)({ json })), done, failed);
}

const ROLES_SET: Record<Role, string> = {
  member: 'Rôle retiré',
  moderator: 'Rôle de modérateur donné',
  admin: 'Rôle d’administrateur donné',
};

const INCIDENTS_DECIDED = { confirm: 'Panne confirmée', dismiss: 'Panne écartée', end: 'Panne terminée' };

const ACTED: Record<MemberAct, string> = {
  warn: 'averti',
  suspend: 'suspendu',
  restore: 'rétabli',
  withdraw: 'sans badge',
  return: 'certifié',
};

/** Refused members are named in the bar of the selection. */
function actedText(one: MemberAct, results: readonly { refusal: string | null }[]): string {
  const count = results.filter(({ refusal }) => refusal === null).length;
  if (count === 0) return 'Aucun membre modifié';
  return `${plural(count, 'membre')} ${one === 'withdraw' ? ACTED[one] : pluralWord(count, ACTED[one])}`;
}

export const acts = {
  warn: actOn('userId', (api) => api.admin.warnings[':userId'].$post, 'Avertissement envoyé'),
  suspend: actOn('userId', (api) => api.admin.users[':userId'].suspend.$post, 'Membre suspendu'),
  restore: actOn('userId', (api) => api.admin.users[':userId'].restore.$post, 'Membre rétabli'),
  withdrawCertification: actOn(
    'userId',
    (api) => api.admin.users[':userId'].certification.withdraw.$post,
    'Certification retirée',
  ),
  returnCertification: actOn(
    'userId',
    (api) => api.admin.users[':userId'].certification.return.$post,
    'Certification rétablie',
  ),
  askForEvidence: actOn('userId', (api) => api.admin.users[':userId'].evidence.$post, 'Justificatif demandé'),
  acceptEvidence: actOn(
    'userId',
    (api) => api.admin.users[':userId'].evidence.accept.$post,
    'Justificatif accepté',
  ),
  liftMemberBounce: actOn(
    'userId',
    (api) => api.admin.users[':userId'].bounce.lift.$post,
    'E-mails de nouveau envoyés',
  ),
  liftInvitationBounce: actOn(
    'invitationId',
    (api) => api.admin.invitations[':invitationId'].bounce.lift.$post,
    'E-mails de nouveau envoyés',
  ),
  setRole: actOn(
    'userId',
    (api) => api.admin.users[':userId'].role.$put,
    ({ role }) => ROLES_SET[role],
  ),
  handOver: actOn('userId', (api) => api.admin.users[':userId'].handover.$post, 'Rôle transmis'),
  deleteUser: actOn(
    'userId',
    (api) => api.admin.users[':userId'].delete.$post,
    'Utilisateur supprimé avec succès',
    DELETE_FAILED,
  ),
  actOnSeveral: actWith(
    (api) => api.admin.users.acts.$post,
    ({ act: one }, results) => actedText(one, results),
  ),
  addNote: act(
    (api, { memberId, noteId, text }: { memberId: string; noteId: string; text: string }) =>
      call(
        api.admin.users[':userId'].notes.$post({ param: { userId: memberId }, json: { id: noteId, text } }),
      ),
    'Note ajoutée',
    NOTE_FAILED,
  ),
  changeNote: act(
    (api, { memberId: userId, noteId, text }: { memberId: string; noteId: string; text: string }) =>
      call(api.admin.users[':userId'].notes[':noteId'].$put({ param: { userId, noteId }, json: { text } })),
    'Note modifiée',
    NOTE_FAILED,
  ),
  deleteNote: act(
    (api, { memberId: userId, noteId }: { memberId: string; noteId: string }) =>
      call(api.admin.users[':userId'].notes[':noteId'].$delete({ param: { userId, noteId } })),
    'Note supprimée',
    DELETE_FAILED,
  ),
  saveFilter: actWith(
    (api) => api.admin['saved-filters'].$post,
    'Filtre enregistré pour l’équipe',
    'Le filtre n’a pas été enregistré',
  ),
  deleteFilter: actOn(
    'savedFilterId',
    (api) => api.admin['saved-filters'][':savedFilterId'].$delete,
    'Filtre supprimé',
  ),
  decideReport: actOn(
    'reportId',
    (api) => api.admin.reports[':reportId'].decide.$post,
    ({ decision }) => (decision === 'resolved' ? 'Signalement résolu' : 'Signalement rejeté'),
  ),
  closeCase: actOn('caseId', (api) => api.admin.cases[':caseId'].close.$post, 'Dossier clos'),
  decideContest: actOn(
    'contestId',
    (api) => api.admin.contests[':contestId'].decide.$post,
    ({ outcome }) => (outcome === 'upheld' ? 'Décision maintenue' : 'Décision annulée'),
  ),
  setSosStatus: actOn(
    'sosId',
    (api) => api.admin.sos[':sosId'].status.$put,
    'Statut mis à jour',
    'Impossible de mettre à jour le statut',
  ),
  assignHelper: actOn(
    'sosId',
    (api) => api.admin.sos[':sosId'].helpers.$post,
    'Membre affecté',
    'Impossible d’affecter ce membre',
  ),
  deleteSos: actOn(
    'sosId',
    (api) => api.admin.sos[':sosId'].delete.$post,
    'SOS supprimé avec succès',
    DELETE_FAILED,
  ),
  requestSummary: act(
    async (api, { id }: { id: string }) => {
      await call(api.admin.sos[':sosId'].summary.$post({ param: { sosId: id } }));
      pollSummary(api, id);
    },
    'Génération du résumé lancée',
    SUMMARY_FAILED,
  ),
  openConversation: actOn(
    'conversationId',
    (api) => api.admin.conversations[':conversationId'].open.$post,
    'Conversation ouverte',
    'La conversation n’a pas été ouverte',
  ),
  deleteMessage: actOn(
    'messageId',
    (api) => api.admin.messages[':messageId'].delete.$post,
    'Message supprimé avec succès',
    DELETE_FAILED,
  ),
  setContactStatus: actOn(
    'contactId',
    (api) => api.admin.contact[':contactId'].status.$put,
    ({ status }) => `Message marqué comme ${contactStatusLabel(status)}`,
  ),
  answerContact: act(
    (api, { id, answerId, text }: { id: string; answerId: string; text: string }) =>
      call(
        api.admin.contact[':contactId'].answers.$post({
          param: { contactId: id },
          json: { id: answerId, text },
        }),
      ),
    'Réponse envoyée',
    'La réponse n’a pas été envoyée',
  ),
  deleteContact: actOn(
    'contactId',
    (api) => api.admin.contact[':contactId'].delete.$post,
    'Message supprimé avec succès',
    DELETE_FAILED,
  ),
  approveSummary: actOn(
    'summaryId',
    (api) => api.admin.summaries[':summaryId'].approve.$post,
    'Résumé approuvé avec succès',
    MODERATION_FAILED,
  ),
  rejectSummary: actOn(
    'summaryId',
    (api) => api.admin.summaries[':summaryId'].reject.$post,
    'Résumé rejeté avec succès',
    MODERATION_FAILED,
  ),
  withdrawSummary: actOn(
    'summaryId',
    (api) => api.admin.summaries[':summaryId'].withdraw.$post,
    'Résumé retiré de la base de connaissances',
    MODERATION_FAILED,
  ),
  correctSummary: actOn(
    'summaryId',
    (api) => api.admin.summaries[':summaryId'].text.$put,
    'Correction enregistrée',
    'La correction n’est pas enregistrée',
  ),
  chooseVersion: actOn(
    'summaryId',
    (api) => api.admin.summaries[':summaryId'].proposal.$post,
    'Version choisie',
    MODERATION_FAILED,
  ),
  reviewSummary: actOn(
    'summaryId',
    (api) => api.admin.summaries[':summaryId'].review.$post,
    'Résumé revu',
    MODERATION_FAILED,
  ),
  setPrompt: actOn(
    'summaryId',
    (api) => api.admin.summaries[':summaryId'].prompt.$put,
    'Prompt personnalisé mis à jour',
    'Erreur lors de la mise à jour du prompt',
  ),
  regenerate: act(
    async (api, { id }: { id: string }) => {
      const made = api.admin.summaries[':summaryId'].regenerate.$post({ param: { summaryId: id } });
      const { sosId } = await call(made);
      if (sosId) pollSummary(api, sosId);
    },
    'Génération du résumé lancée',
    SUMMARY_FAILED,
  ),
  retryJob: actOn(
    'sosId',
    (api) => api.admin.summaries.jobs[':sosId'].retry.$post,
    'Tâche relancée',
    SUMMARY_FAILED,
  ),
  decideIncident: actOn(
    'incidentId',
    (api) => api.admin.incidents[':incidentId'].decision.$post,
    ({ decision }) => INCIDENTS_DECIDED[decision],
  ),
  approveEvent: actOn('eventId', (api) => api.admin.events[':eventId'].approve.$post, 'Événement approuvé'),
  cancelEvent: actOn('eventId', (api) => api.admin.events[':eventId'].cancel.$post, 'Événement annulé'),
  handOverEvent: actOn(
    'eventId',
    (api) => api.admin.events[':eventId']['hand-over'].$post,
    'Événement confié à un autre hôte',
  ),
  approveDeal: actOn('dealId', (api) => api.admin.deals[':dealId'].approve.$post, 'Deal approuvé'),
  cancelDeal: actOn('dealId', (api) => api.admin.deals[':dealId'].cancel.$post, 'Deal annulé'),
  refuseDeal: actOn(
    'dealId',
    (api) => api.admin.deals[':dealId'].refuse.$post,
    (_, { status }) => (status === 'cancelled' ? 'Deal refusé' : 'Offre rendue'),
  ),
  releaseDeal: actOn('dealId', (api) => api.admin.deals[':dealId'].release.$post, 'Deal à reprendre'),
  removeRating: actOn('ratingId', (api) => api.admin.ratings[':ratingId'].remove.$post, 'Évaluation retirée'),
  createAnnouncement: actWith(
    (api) => api.admin.announcements.$post,
    ({ scheduledAt }) => (scheduledAt === null ? 'Annonce envoyée' : 'Annonce programmée'),
    ANNOUNCEMENT_FAILED,
  ),
  changeAnnouncement: actOn(
    'announcementId',
    (api) => api.admin.announcements[':announcementId'].$put,
    'Annonce modifiée',
    ANNOUNCEMENT_FAILED,
  ),
  cancelAnnouncement: actOn(
    'announcementId',
    (api) => api.admin.announcements[':announcementId'].cancel.$post,
    'Annonce annulée',
  ),
  endAnnouncement: actOn(
    'announcementId',
    (api) => api.admin.announcements[':announcementId'].end.$post,
    'Annonce retirée',
  ),
  changeCommunity: actWith((api) => api.admin.community.$put, 'Réglage enregistré', 'Réglage non enregistré'),
};

/**
 * Asks for the second factor when the server does, shows the result in a toast, and refetches what the back office
 * shows. `run` rejects on failure, so that a dialog stays open; of `start` nobody waits for the end.
 */
export function useAct<Input, Answer>({ send, done, failed }: Act<Input, Answer>) {
  const api = useApi();
  const queryClient = useQueryClient();
  const {
    mutateAsync: run,
    mutate: start,
    isPending,
  } = useMutation({
    mutationFn: (input: Input) => withProof(() => send(api, input)),
    onSuccess: (answer, input) => {
      toast.success(typeof done === 'function' ? done(input, answer) : done);
      return queryClient.invalidateQueries({ queryKey: adminKey });
    },
    onError: (error) => toast.error(failed, { description: errorMessage(error) }),
  });
  return { run, start, isPending };
}
