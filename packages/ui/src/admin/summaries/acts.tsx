import type { AdminSummaryDetail } from '@guilde/contracts/admin/rules.ts';
import { denySummaryRequest, type SummaryPrivacy } from '@guilde/contracts/knowledge/rules.ts';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { useLetterShortcuts } from '../../kit/letter-shortcuts.ts';
import { ActButton } from '../../kit/reason-dialog.tsx';
import { paths } from '../../paths.ts';
import { acts, useAct } from '../acts.ts';
import { PlaceButton } from '../panel.tsx';
import { RejectDialog } from './use-moderation-keys.tsx';
import { WithdrawButton } from './withdrawal.tsx';

export function SummaryActs({ summary }: { summary: AdminSummaryDetail }) {
  const approve = useAct(acts.approveSummary);
  const [rejecting, setRejecting] = useState(false);
  const hasLetters = useLetterShortcuts(({ areOn }) => areOn);
  if (summary.status !== 'pending' || summary.scheduledPrivacy) return null;
  // The button is not disabled while pending, because it would lose the focus.
  const approveFor = (privacyLevel: SummaryPrivacy) => {
    if (!approve.isPending)
      approve.run({ id: summary.id, seen: summary.createdAt, privacyLevel }).catch(() => undefined);
  };
  return (
    <>
      <Button size="sm" aria-disabled={approve.isPending} onClick={() => approveFor('public')}>
        Approuver (Public)
      </Button>
      <Button
        size="sm"
        variant="secondary"
        aria-disabled={approve.isPending}
        onClick={() => approveFor('members')}
      >
        Approuver (Membres)
      </Button>
      <Button size="sm" variant="outline" onClick={() => setRejecting(true)}>
        Rejeter
      </Button>
      <p className="ml-auto self-center text-xs text-muted-foreground max-md:hidden">
        {hasLetters && (
          <span>
            <Key name="A" /> approuver, <Key name="R" /> rejeter,{' '}
          </span>
        )}
        <Key name="↑" /> <Key name="↓" />
        <span> autre résumé</span>
      </p>
      {rejecting && <RejectDialog summary={summary} onOpenChange={setRejecting} />}
    </>
  );
}

function Key({ name }: { name: string }) {
  return <kbd className="rounded-sm border px-1.5 py-px font-sans text-xs">{name}</kbd>;
}

/** Making it again discards the decision and needs the conversation. */
export function SummaryDangers({ summary }: { summary: AdminSummaryDetail }) {
  const regenerate = useAct(acts.regenerate);
  const isGenerating = summary.job !== null && summary.job !== 'failed';
  return (
    <>
      <WithdrawButton summary={summary} label="Retirer" />
      {summary.sosStatus !== null && !denySummaryRequest({ status: summary.sosStatus }) && (
        <ActButton
          label="Régénérer"
          variant="outline"
          disabled={isGenerating}
          title="Régénérer ce résumé ?"
          description={regenerationText(summary)}
          onConfirm={() => regenerate.run({ id: summary.id })}
        />
      )}
      {summary.status === 'approved' && (
        <PlaceButton to={paths.article(summary.id)}>Voir la page publiée</PlaceButton>
      )}
    </>
  );
}

/** A correction of the team is never overwritten. */
function regenerationText({ correctedAt, status }: AdminSummaryDetail): string {
  if (correctedAt !== null)
    return 'Le nouveau texte attend à côté de ta correction\u00a0: tu choisis ensuite lequel garder. Le prompt personnalisé est pris en compte.';
  const leaves = status === 'approved' ? 'Il quitte la base de connaissances. ' : '';
  return `${leaves}Un nouveau texte, selon le prompt personnalisé, le remplace et annule sa modération\u202f; l’ancien est conservé parmi les versions.`;
}
