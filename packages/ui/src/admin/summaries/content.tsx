import type { AdminSummaryDetail } from '@guilde/contracts/admin/rules.ts';
import { IMPORT_SOURCES } from '@guilde/contracts/knowledge/import-rules.ts';
import type { SummaryStatus } from '@guilde/contracts/knowledge/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos/rules.ts';
import { useState } from 'react';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { formatDateTime, formatNumber, plural } from '../../kit/format.ts';
import { serverNow } from '../../kit/server-time.ts';
import { Note } from '../../kit/states.tsx';
import { OutcomeList } from '../../outcomes/outcome-list.tsx';
import { acts, useAct } from '../acts.ts';
import { costText } from '../labels.ts';
import { Facts, Part } from '../panel.tsx';
import type { CitedProps } from './citations.ts';
import { CitedText, type EditedProps } from './cited-text.tsx';
import {
  importedDayText,
  linesOf,
  messagesText,
  privacyText,
  secondsText,
  visibilityText,
} from './labels.ts';
import { SummaryPrompt } from './prompt.tsx';
import { SummaryStatusBadge, SummaryStatusIcon } from './status.tsx';
import { Proposal, Versions } from './versions.tsx';
import { WithdrawButton } from './withdrawal.tsx';

export function SummaryContent({ summary, citations, ...editing }: EditedProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SummaryStatusIcon status={summary.status} />
        <SummaryStatusBadge summary={summary} />
        <Badge>{optionLabel(SOS_CATEGORIES, summary.category)}</Badge>
      </div>
      <Participants summary={summary} />
      <ToReview summary={summary} />
      <ChangedSources summary={summary} />
      <Proposal summary={summary} />
      <CitedText summary={summary} citations={citations} {...editing} />
      <Versions summary={summary} />
      {summary.moderationNotes && (
        <Part title="Notes de modération">
          <p className="text-sm whitespace-pre-line wrap-anywhere">{summary.moderationNotes}</p>
        </Part>
      )}
      {summary.outcomes.length > 0 && (
        <Part title="Est-ce que ça tient ?">
          <OutcomeList outcomes={summary.outcomes} />
        </Part>
      )}
      <SummaryFacts summary={summary} />
      {summary.promptUsed !== null && <SummaryPrompt key={summary.id} summary={summary} />}
    </>
  );
}

/** Participants have 48 hours to name what they want out. */
function Participants({ summary }: Pick<CitedProps, 'summary'>) {
  const { status, reviewUntil, scheduledPrivacy, vetoes } = summary;
  const [now] = useState(serverNow);
  if (status !== 'pending') return null;
  const texts = new Set(vetoes.map(({ text }) => text));
  // A sentence that was corrected since counts as another one.
  const left = linesOf(summary).filter(({ text }) => texts.has(text)).length;
  const isOpen = reviewUntil !== null && Date.parse(reviewUntil) > now;
  if (!isOpen && left === 0) return null;
  return (
    <Note>
      <p>
        {`${isOpen ? `Les participants peuvent en écarter des phrases jusqu’au ${formatDateTime(reviewUntil)}. ` : ''}${
          isOpen && scheduledPrivacy
            ? `Approuvé\u00a0: publié après cette date (${privacyText(scheduledPrivacy)}). `
            : ''
        }${left > 0 ? `${plural(left, 'phrase écartée par eux ne sera pas publiée', 'phrases écartées par eux ne seront pas publiées')}.` : ''}`}
      </p>
    </Note>
  );
}

function ToReview({ summary }: Pick<CitedProps, 'summary'>) {
  const review = useAct(acts.reviewSummary);
  if (!summary.reviewSince) return null;
  return (
    <Note tone="warning">
      <div className="grid justify-items-start gap-3">
        <p>
          {`Le ${formatDateTime(summary.reviewSince)}, l’auteur du SOS a répondu que la solution n’a pas tenu. Retire le résumé, régénère-le, ou garde-le tel quel.`}
        </p>
        <Button
          size="sm"
          variant="outline"
          loading={review.isPending}
          onClick={() => review.start({ id: summary.id })}
        >
          Garder tel quel
        </Button>
      </div>
    </Note>
  );
}

const CHANGED_SOURCES: Record<SummaryStatus, string> = {
  pending: 'Vérifie qu’il n’en reprend rien\u202f; sinon, rejette-le ou régénère-le.',
  approved: 'Vérifie qu’il n’en reprend rien\u202f; sinon, retire-le ou régénère-le.',
  rejected: 'Il n’est pas publié.',
};

function ChangedSources({ summary }: Pick<CitedProps, 'summary'>) {
  const { changedSources, status } = summary;
  if (changedSources.length === 0) return null;
  return (
    <Note tone={status === 'rejected' ? 'neutral' : 'warning'}>
      <div className="grid justify-items-start gap-3">
        <p>
          {`Depuis que ce résumé a été écrit, on a modifié ou supprimé ${messagesText(changedSources)}. ${CHANGED_SOURCES[status]}`}
        </p>
        <WithdrawButton summary={summary} label="Retirer le résumé" />
      </div>
    </Note>
  );
}

function SummaryFacts({ summary }: { summary: AdminSummaryDetail }) {
  const { moderatedBy, moderatedAt } = summary;
  return (
    <Facts
      facts={[
        ['Visibilité', visibilityText(summary)],
        ['Créé', formatDateTime(summary.createdAt)],
        ['Participants', formatNumber(summary.participantsCount)],
        ['Messages sources', formatNumber(summary.sourceMessageCount)],
        ['Mots', formatNumber(summary.wordCount)],
        ['Durée de génération', secondsText(summary.generationTimeMs)],
        ['Coût de génération', costText(summary.generationCost)],
        ['Écrit par', authorText(summary)],
        summary.origin === 'ai' && [
          'Jetons',
          `${formatNumber(summary.inputTokens)} lus, ${formatNumber(summary.outputTokens)} écrits`,
        ],
        moderatedAt && [
          'Modéré',
          `${formatDateTime(moderatedAt)}${moderatedBy ? `, par ${moderatedBy}` : ''}`,
        ],
      ]}
    />
  );
}

function authorText({ origin, model, importedFrom, importedDay }: AdminSummaryDetail): string {
  if (origin === 'ai') return model;
  if (origin === 'event') return 'L’hôte de l’événement';
  if (importedFrom === null) return 'Outil local (sans IA)';
  const day = importedDay ? `, ${importedDayText(importedDay)}` : '';
  return `Importé\u00a0: ${optionLabel(IMPORT_SOURCES, importedFrom)}${day}`;
}
