import type { OpeningCause } from '@guilde/contracts/admin.ts';
import type { ContestOutcome } from '@guilde/contracts/cases.ts';
import type { ConductRuleId, RuleId } from '@guilde/contracts/conduct.ts';
import type { ContactStatus } from '@guilde/contracts/contact.ts';
import type { SummaryPrivacy } from '@guilde/contracts/knowledge.ts';
import type { CommunitySettings } from '@guilde/contracts/settings.ts';
import type { SosStatus } from '@guilde/contracts/sos.ts';
import type { Role } from '@guilde/contracts/viewer.ts';
import { call } from '../api.ts';
import { useAct } from './data.ts';
import { contactStatusLabel } from './labels.ts';
import { pollSummary } from './summaries/poll-summary.ts';

const UPDATE_FAILED = 'Erreur lors de la mise à jour';
const DELETE_FAILED = 'Erreur lors de la suppression';

const MEASURED = ['users', 'reports'] as const;

type WithReason = { id: string; reason: string };
type Measure = WithReason & { rule: ConductRuleId; caseId?: string };

export const useWarn = () =>
  useAct(
    MEASURED,
    (api, { id, ...json }: Measure) =>
      call(api.admin.warnings[':userId'].$post({ param: { userId: id }, json })),
    { done: 'Avertissement envoyé', failed: UPDATE_FAILED },
  );

export const useWithdrawCertification = () =>
  useAct(
    MEASURED,
    (api, { id, ...json }: Measure) =>
      call(api.admin.users[':userId'].certification.withdraw.$post({ param: { userId: id }, json })),
    { done: 'Certification retirée', failed: UPDATE_FAILED },
  );

export const useReturnCertification = () =>
  useAct(
    MEASURED,
    (api, { id, ...json }: WithReason) =>
      call(api.admin.users[':userId'].certification.return.$post({ param: { userId: id }, json })),
    { done: 'Certification rendue', failed: UPDATE_FAILED },
  );

export const useAskForEvidence = () =>
  useAct(
    ['users'],
    (api, { id, reason }: WithReason) =>
      call(api.admin.users[':userId'].evidence.$post({ param: { userId: id }, json: { reason } })),
    { done: 'Justificatif demandé', failed: UPDATE_FAILED },
  );

export const useAcceptEvidence = () =>
  useAct(
    ['users'],
    (api, id: string) => call(api.admin.users[':userId'].evidence.accept.$post({ param: { userId: id } })),
    { done: 'Justificatif accepté', failed: UPDATE_FAILED },
  );

export const useCloseCase = () =>
  useAct(
    ['reports', 'users'],
    (api, { id, ...json }: WithReason & { outcome: 'dismissed' | 'settled' }) =>
      call(api.admin.cases[':caseId'].close.$post({ param: { caseId: id }, json })),
    { done: 'Dossier clos', failed: UPDATE_FAILED },
  );

export const useDecideContest = () =>
  useAct(
    MEASURED,
    (api, { id, ...json }: { id: string; outcome: ContestOutcome; answer: string }) =>
      call(api.admin.contests[':contestId'].decide.$post({ param: { contestId: id }, json })),
    ({ outcome }) => ({
      done: outcome === 'upheld' ? 'Décision maintenue' : 'Décision annulée',
      failed: UPDATE_FAILED,
    }),
  );

export const useSuspend = () =>
  useAct(
    MEASURED,
    (api, { id, ...json }: Measure & { days: number | null }) =>
      call(api.admin.users[':userId'].suspend.$post({ param: { userId: id }, json })),
    { done: 'Membre suspendu', failed: UPDATE_FAILED },
  );

export const useRestore = () =>
  useAct(
    ['users'],
    (api, { id, reason }: WithReason) =>
      call(api.admin.users[':userId'].restore.$post({ param: { userId: id }, json: { reason } })),
    { done: 'Membre rétabli', failed: UPDATE_FAILED },
  );

const ROLES_SET: Record<Role, string> = {
  member: 'Rôle retiré',
  moderator: 'Rôle de modérateur donné',
  admin: 'Rôle d’administrateur donné',
};

export const useSetRole = () =>
  useAct(
    ['users'],
    (api, { id, role, reason }: WithReason & { role: Role }) =>
      call(api.admin.users[':userId'].role.$put({ param: { userId: id }, json: { role, reason } })),
    ({ role }) => ({
      done: ROLES_SET[role],
      failed: UPDATE_FAILED,
    }),
  );

export const useHandOver = () =>
  useAct(
    [],
    (api, { id, reason }: WithReason) =>
      call(api.admin.users[':userId'].handover.$post({ param: { userId: id }, json: { reason } })),
    { done: 'La main est passée', failed: UPDATE_FAILED },
  );

export const useDeleteUser = () =>
  useAct(
    ['users', 'reports', 'sos', 'messages'],
    (api, { id, ...json }: Measure) =>
      call(api.admin.users[':userId'].delete.$post({ param: { userId: id }, json })),
    { done: 'Utilisateur supprimé avec succès', failed: DELETE_FAILED },
  );

export const useDecideReport = () =>
  useAct(
    ['reports', 'users'],
    (api, { id, decision, reason }: WithReason & { decision: 'resolved' | 'dismissed' }) =>
      call(
        api.admin.reports[':reportId'].decide.$post({ param: { reportId: id }, json: { decision, reason } }),
      ),
    ({ decision }) => ({
      done: decision === 'resolved' ? 'Signalement résolu' : 'Signalement rejeté',
      failed: UPDATE_FAILED,
    }),
  );

export const useSetSosStatus = () =>
  useAct(
    ['sos'],
    (api, { id, status, reason }: WithReason & { status: SosStatus }) =>
      call(api.admin.sos[':sosId'].status.$put({ param: { sosId: id }, json: { status, reason } })),
    { done: 'Statut mis à jour', failed: 'Impossible de mettre à jour le statut' },
  );

export const useAssignHelper = () =>
  useAct(
    ['sos'],
    (api, { id, ...json }: WithReason & { memberId: string }) =>
      call(api.admin.sos[':sosId'].helpers.$post({ param: { sosId: id }, json })),
    { done: 'Membre affecté', failed: 'Impossible d’affecter ce membre' },
  );

export const useDeleteSos = () =>
  useAct(
    ['sos', 'messages', 'summaries', 'jobs', ...MEASURED],
    (api, { id, ...json }: Measure) =>
      call(api.admin.sos[':sosId'].delete.$post({ param: { sosId: id }, json })),
    { done: 'SOS supprimé avec succès', failed: DELETE_FAILED },
  );

export const useChangeCommunity = () =>
  useAct(
    ['journal'],
    (api, settings: CommunitySettings) => call(api.admin.community.$put({ json: settings })),
    {
      done: 'Réglage enregistré',
      failed: 'Réglage non enregistré',
    },
  );

const SUMMARY_FAILED = 'Erreur lors de la génération du résumé';

export const useRequestSummary = () =>
  useAct(
    ['sos', 'summaries', 'jobs'],
    async (api, { id }: { id: string }) => {
      await call(api.admin.sos[':sosId'].summary.$post({ param: { sosId: id } }));
      pollSummary(api, id);
    },
    { done: 'Génération du résumé lancée', failed: SUMMARY_FAILED },
  );

export const useOpenConversation = () =>
  useAct(
    ['messages'],
    (api, { id, reason, cause }: WithReason & { cause: OpeningCause }) =>
      call(
        api.admin.conversations[':conversationId'].open.$post({
          param: { conversationId: id },
          json: { reason, cause },
        }),
      ),
    { done: 'Conversation ouverte', failed: 'La conversation reste fermée' },
  );

export const useDeleteMessage = () =>
  useAct(
    ['messages', ...MEASURED],
    (api, { id, ...json }: Measure) =>
      call(api.admin.messages[':messageId'].delete.$post({ param: { messageId: id }, json })),
    { done: 'Message supprimé avec succès', failed: DELETE_FAILED },
  );

export const useSetContactStatus = () =>
  useAct(
    ['contact'],
    (api, { id, status }: { id: string; status: Exclude<ContactStatus, 'pending'> }) =>
      call(api.admin.contact[':contactId'].status.$put({ param: { contactId: id }, json: { status } })),
    ({ status }) => ({
      done: `Message marqué comme ${contactStatusLabel(status)}`,
      failed: UPDATE_FAILED,
    }),
  );

export const useAnswerContact = () =>
  useAct(
    ['contact'],
    (api, { id, answerId, text }: { id: string; answerId: string; text: string }) =>
      call(
        api.admin.contact[':contactId'].answers.$post({
          param: { contactId: id },
          json: { id: answerId, text },
        }),
      ),
    { done: 'Réponse envoyée', failed: 'La réponse n’a pas été envoyée' },
  );

export const useDeleteContact = () =>
  useAct(
    ['contact'],
    (api, { id, reason }: WithReason) =>
      call(api.admin.contact[':contactId'].delete.$post({ param: { contactId: id }, json: { reason } })),
    { done: 'Message supprimé avec succès', failed: DELETE_FAILED },
  );

const MODERATION_FAILED = 'Erreur lors de la modération';

export const useApproveSummary = () =>
  useAct(
    ['summaries'],
    (api, { id, privacyLevel, seen }: { id: string; privacyLevel: SummaryPrivacy; seen: string }) =>
      call(
        api.admin.summaries[':summaryId'].approve.$post({
          param: { summaryId: id },
          json: { privacyLevel, seen },
        }),
      ),
    { done: 'Résumé approuvé avec succès', failed: MODERATION_FAILED },
  );

export const useRejectSummary = () =>
  useAct(
    ['summaries'],
    (api, { id, seen }: { id: string; seen: string }) =>
      call(api.admin.summaries[':summaryId'].reject.$post({ param: { summaryId: id }, json: { seen } })),
    { done: 'Résumé rejeté avec succès', failed: MODERATION_FAILED },
  );

export const useWithdrawSummary = () =>
  useAct(
    ['summaries', 'sos', ...MEASURED],
    (api, { id, ...json }: WithReason & { rule: RuleId; seen: string }) =>
      call(api.admin.summaries[':summaryId'].withdraw.$post({ param: { summaryId: id }, json })),
    { done: 'Résumé retiré de la base de connaissances', failed: MODERATION_FAILED },
  );

type EditedLines = { text: string; from: number | null }[];
type Correction = {
  id: string;
  seen: string;
  title: string;
  sentences: EditedLines;
  keyPoints: EditedLines;
};

export const useCorrectSummary = () =>
  useAct(
    ['summaries'],
    (api, { id, ...json }: Correction) =>
      call(api.admin.summaries[':summaryId'].text.$put({ param: { summaryId: id }, json })),
    { done: 'Correction enregistrée', failed: 'La correction n’est pas enregistrée' },
  );

export const useChooseVersion = () =>
  useAct(
    ['summaries'],
    (api, { id, ...json }: { id: string; seen: string; adopt: boolean }) =>
      call(api.admin.summaries[':summaryId'].proposal.$post({ param: { summaryId: id }, json })),
    { done: 'Version choisie', failed: MODERATION_FAILED },
  );

export const useReviewSummary = () =>
  useAct(
    ['summaries'],
    (api, { id }: { id: string }) =>
      call(api.admin.summaries[':summaryId'].review.$post({ param: { summaryId: id } })),
    { done: 'Résumé revu', failed: MODERATION_FAILED },
  );

export const useSetPrompt = () =>
  useAct(
    ['summaries'],
    (api, { id, customPrompt }: { id: string; customPrompt: string }) =>
      call(
        api.admin.summaries[':summaryId'].prompt.$put({ param: { summaryId: id }, json: { customPrompt } }),
      ),
    { done: 'Prompt personnalisé mis à jour', failed: 'Erreur lors de la mise à jour du prompt' },
  );

export const useRegenerate = () =>
  useAct(
    ['summaries', 'jobs', 'sos'],
    async (api, { id }: { id: string }) => {
      const { sosId } = await call(
        api.admin.summaries[':summaryId'].regenerate.$post({ param: { summaryId: id } }),
      );
      if (sosId) pollSummary(api, sosId);
    },
    { done: 'Génération du résumé lancée', failed: SUMMARY_FAILED },
  );

export const useRetryJob = () =>
  useAct(
    ['jobs', 'summaries', 'sos'],
    (api, { sosId }: { sosId: string }) =>
      call(api.admin.summaries.jobs[':sosId'].retry.$post({ param: { sosId } })),
    { done: 'Tâche relancée', failed: SUMMARY_FAILED },
  );

type IncidentDecision = WithReason & { decision: 'confirm' | 'dismiss' | 'end' };

const DECIDED = { confirm: 'Panne confirmée', dismiss: 'Panne écartée', end: 'Panne terminée' };

export const useDecideIncident = () =>
  useAct(
    ['incidents'],
    (api, { id, decision, reason }: IncidentDecision) =>
      call(
        api.admin.incidents[':incidentId'].decision.$post({
          param: { incidentId: id },
          json: { decision, reason },
        }),
      ),
    ({ decision }) => ({ done: DECIDED[decision], failed: UPDATE_FAILED }),
  );
