import type { AdminSummaryDetail } from '@guilde/contracts/admin/rules.ts';
import type { ArticleRuleId } from '@guilde/contracts/reports/conduct.ts';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { ReasonDialog } from '../../kit/reason-dialog.tsx';
import { acts, useAct } from '../acts.ts';
import { articleReason } from '../cases/reasons.ts';

/** The dialog stays open when another administrator was quicker. */
export function WithdrawButton({ summary, label }: { summary: AdminSummaryDetail; label: string }) {
  const withdraw = useAct(acts.withdrawSummary);
  const [open, setOpen] = useState(false);
  // `createdAt` is that of the text on screen, so that a newer text is not withdrawn by mistake.
  const [seen, setSeen] = useState(summary.createdAt);
  const ask = () => {
    setSeen(summary.createdAt);
    setOpen(true);
  };
  return (
    <>
      {(summary.status === 'approved' || summary.scheduledPrivacy) && (
        <Button size="sm" variant="outline" onClick={ask}>
          {label}
        </Button>
      )}
      <ReasonDialog
        open={open}
        onOpenChange={setOpen}
        title="Retirer ce résumé ?"
        description={withdrawalText(summary)}
        confirmLabel="Retirer"
        destructive
        {...articleReason}
        onConfirm={(reason, rule) =>
          withdraw.run({ id: summary.id, reason, rule: rule as ArticleRuleId, seen })
        }
      />
    </>
  );
}

/** A rejected summary can be approved only after it was generated again. */
function withdrawalText({ sosId, eventId }: AdminSummaryDetail): string {
  if (eventId !== null)
    return 'Il n’est plus publié. Cette action est irréversible\u00a0: un compte rendu n’est pas régénéré. L’hôte de l’événement reçoit le motif et le moyen de contester.';
  return sosId === null
    ? 'Il n’est plus publié. Cette action est irréversible\u00a0: sans SOS, le texte ne pourra pas être régénéré.'
    : 'Il n’est plus publié\u202f; il faudra le régénérer pour l’approuver de nouveau. L’auteur du SOS reçoit le motif et le moyen de contester.';
}
