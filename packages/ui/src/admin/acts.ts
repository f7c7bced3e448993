import type { MemberAct } from '@guilde/contracts/member-acts/rules.ts';
import type { Role } from '@guilde/contracts/viewer.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, call, errorMessage, useApi } from '../api.ts';
import { withProof } from '../credentials/proof.ts';
import { plural, pluralWord } from '../kit/format.ts';
import { toast } from '../kit/toast.ts';
import type { Endpoint, Verb } from './data.ts';
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

/**
 * Returns what makes the acts on one kind of thing, which is found in the API by `param` of its path. The input of such
 * an act is the id of the thing and the fields of the body.
 */
export function actsOn<Param extends string, Thing>(param: Param, thing: (api: ApiClient) => Thing) {
  return <Body = unknown, Answer = unknown>(
    verb: (one: Thing) => Verb<{ param: Record<Param, string>; json: Body }, Answer>,
    done: Act<{ id: string } & Body, Answer>['done'],
    failed?: string,
  ): Act<{ id: string } & Body, Answer> => {
    const send = (api: ApiClient, { id, ...json }: { id: string } & Body) =>
      call(verb(thing(api))({ param: { [param]: id } as Record<Param, string>, json: json as Body }));
    return act(send, done, failed);
  };
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

const onWarned = actsOn('userId', (api) => api.admin.warnings[':userId']);
const onUser = actsOn('userId', (api) => api.admin.users[':userId']);
const onInvitation = actsOn('invitationId', (api) => api.admin.invitations[':invitationId']);
const onFilter = actsOn('savedFilterId', (api) => api.admin['saved-filters'][':savedFilterId']);
const onReport = actsOn('reportId', (api) => api.admin.reports[':reportId']);
const onCase = actsOn('caseId', (api) => api.admin.cases[':caseId']);
const onContest = actsOn('contestId', (api) => api.admin.contests[':contestId']);
const onSos = actsOn('sosId', (api) => api.admin.sos[':sosId']);
const onConversation = actsOn('conversationId', (api) => api.admin.conversations[':conversationId']);
const onMessage = actsOn('messageId', (api) => api.admin.messages[':messageId']);
const onContact = actsOn('contactId', (api) => api.admin.contact[':contactId']);
const onSummary = actsOn('summaryId', (api) => api.admin.summaries[':summaryId']);
const onJob = actsOn('sosId', (api) => api.admin.summaries.jobs[':sosId']);
const onIncident = actsOn('incidentId', (api) => api.admin.incidents[':incidentId']);
const onEvent = actsOn('eventId', (api) => api.admin.events[':eventId']);
const onDeal = actsOn('dealId', (api) => api.admin.deals[':dealId']);
const onRating = actsOn('ratingId', (api) => api.admin.ratings[':ratingId']);
const onAnnouncement = actsOn('announcementId', (api) => api.admin.announcements[':announcementId']);

export const acts = {
  warn: onWarned((user) => user.$post, 'Avertissement envoyé'),
  suspend: onUser((user) => user.suspend.$post, 'Membre suspendu'),
  restore: onUser((user) => user.restore.$post, 'Membre rétabli'),
  withdrawCertification: onUser((user) => user.certification.withdraw.$post, 'Certification retirée'),
  returnCertification: onUser((user) => user.certification.return.$post, 'Certification rétablie'),
  askForEvidence: onUser((user) => user.evidence.$post, 'Justificatif demandé'),
  acceptEvidence: onUser((user) => user.evidence.accept.$post, 'Justificatif accepté'),
  liftMemberBounce: onUser((user) => user.bounce.lift.$post, 'E-mails de nouveau envoyés'),
  liftInvitationBounce: onInvitation((one) => one.bounce.lift.$post, 'E-mails de nouveau envoyés'),
  setRole: onUser(
    (user) => user.role.$put,
    ({ role }) => ROLES_SET[role],
  ),
  handOver: onUser((user) => user.handover.$post, 'Rôle transmis'),
  deleteUser: onUser((user) => user.delete.$post, 'Utilisateur supprimé avec succès', DELETE_FAILED),
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
  deleteFilter: onFilter((filter) => filter.$delete, 'Filtre supprimé'),
  decideReport: onReport(
    (report) => report.decide.$post,
    ({ decision }) => (decision === 'resolved' ? 'Signalement résolu' : 'Signalement rejeté'),
  ),
  closeCase: onCase((one) => one.close.$post, 'Dossier clos'),
  decideContest: onContest(
    (contest) => contest.decide.$post,
    ({ outcome }) => (outcome === 'upheld' ? 'Décision maintenue' : 'Décision annulée'),
  ),
  setSosStatus: onSos((sos) => sos.status.$put, 'Statut mis à jour', 'Impossible de mettre à jour le statut'),
  assignHelper: onSos((sos) => sos.helpers.$post, 'Membre affecté', 'Impossible d’affecter ce membre'),
  deleteSos: onSos((sos) => sos.delete.$post, 'SOS supprimé avec succès', DELETE_FAILED),
  requestSummary: act(
    async (api, { id }: { id: string }) => {
      await call(api.admin.sos[':sosId'].summary.$post({ param: { sosId: id } }));
      pollSummary(api, id);
    },
    'Génération du résumé lancée',
    SUMMARY_FAILED,
  ),
  openConversation: onConversation(
    (conversation) => conversation.open.$post,
    'Conversation ouverte',
    'La conversation n’a pas été ouverte',
  ),
  deleteMessage: onMessage((message) => message.delete.$post, 'Message supprimé avec succès', DELETE_FAILED),
  setContactStatus: onContact(
    (message) => message.status.$put,
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
  deleteContact: onContact((message) => message.delete.$post, 'Message supprimé avec succès', DELETE_FAILED),
  approveSummary: onSummary((one) => one.approve.$post, 'Résumé approuvé avec succès', MODERATION_FAILED),
  rejectSummary: onSummary((one) => one.reject.$post, 'Résumé rejeté avec succès', MODERATION_FAILED),
  withdrawSummary: onSummary(
    (one) => one.withdraw.$post,
    'Résumé retiré de la base de connaissances',
    MODERATION_FAILED,
  ),
  correctSummary: onSummary(
    (one) => one.text.$put,
    'Correction enregistrée',
    'La correction n’est pas enregistrée',
  ),
  chooseVersion: onSummary((one) => one.proposal.$post, 'Version choisie', MODERATION_FAILED),
  reviewSummary: onSummary((one) => one.review.$post, 'Résumé revu', MODERATION_FAILED),
  setPrompt: onSummary(
    (one) => one.prompt.$put,
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
  retryJob: onJob((job) => job.retry.$post, 'Tâche relancée', SUMMARY_FAILED),
  decideIncident: onIncident(
    (incident) => incident.decision.$post,
    ({ decision }) => INCIDENTS_DECIDED[decision],
  ),
  approveEvent: onEvent((event) => event.approve.$post, 'Événement approuvé'),
  cancelEvent: onEvent((event) => event.cancel.$post, 'Événement annulé'),
  handOverEvent: onEvent((event) => event['hand-over'].$post, 'Événement confié à un autre hôte'),
  approveDeal: onDeal((deal) => deal.approve.$post, 'Deal approuvé'),
  cancelDeal: onDeal((deal) => deal.cancel.$post, 'Deal annulé'),
  refuseDeal: onDeal(
    (deal) => deal.refuse.$post,
    (_, { status }) => (status === 'cancelled' ? 'Deal refusé' : 'Offre rendue'),
  ),
  releaseDeal: onDeal((deal) => deal.release.$post, 'Deal à reprendre'),
  removeRating: onRating((rating) => rating.remove.$post, 'Évaluation retirée'),
  createAnnouncement: actWith(
    (api) => api.admin.announcements.$post,
    ({ scheduledAt }) => (scheduledAt === null ? 'Annonce envoyée' : 'Annonce programmée'),
    ANNOUNCEMENT_FAILED,
  ),
  changeAnnouncement: onAnnouncement((one) => one.$put, 'Annonce modifiée', ANNOUNCEMENT_FAILED),
  cancelAnnouncement: onAnnouncement((one) => one.cancel.$post, 'Annonce annulée'),
  endAnnouncement: onAnnouncement((one) => one.end.$post, 'Annonce retirée'),
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
