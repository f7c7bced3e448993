import { type AdminSummary, denyRejection } from '@guilde/contracts/admin/rules.ts';
import { REJECTION_NOTE, type SummaryPrivacy } from '@guilde/contracts/knowledge/rules.ts';
import type { ArticleRuleId } from '@guilde/contracts/reports/conduct.ts';
import { type ReactNode, useState } from 'react';
import { RadioChips } from '../../kit/chips.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { formatDateTime } from '../../kit/format.ts';
import { letterShortcutOf } from '../../kit/letter-shortcuts.ts';
import { ReasonDialog } from '../../kit/reason-dialog.tsx';
import { serverNow } from '../../kit/server-time.ts';
import { useKeyDown } from '../../kit/use-key-down.ts';
import { acts, useAct } from '../acts.ts';
import { articleReason } from '../cases/reasons.ts';
import { hasPanelDraft } from '../panel-drafts.ts';
import { correctionKey } from './correction.ts';

type Decision = { key: 'a' | 'r'; summary: AdminSummary };

const PRIVACY = [
  { value: 'members', label: 'Membres' },
  { value: 'public', label: 'Public' },
] as const;

/** A approves and R rejects the open summary, else the focused row. Returns the dialogs. */
export function useModerationKeys(rows: readonly AdminSummary[], openId: string | undefined): ReactNode {
  const [confirming, setConfirming] = useState<Decision | null>(null);
  useKeyDown((event) => {
    const key = letterShortcutOf(event)?.toLowerCase();
    if ((key !== 'a' && key !== 'r') || isTyping(event.target)) return;
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
    const summary = rows.find(({ id }) => id === (openId ?? focused));
    if (summary?.status !== 'pending' || summary.scheduledPrivacy || confirming) return;
    if (openId !== undefined && hasPanelDraft(correctionKey(summary))) return;
    event.preventDefault();
    setConfirming({ key, summary });
  });
  const close = (open: boolean) => !open && setConfirming(null);
  if (!confirming) return null;
  return confirming.key === 'a' ? (
    <ApproveDialog summary={confirming.summary} onOpenChange={close} />
  ) : (
    <RejectDialog summary={confirming.summary} onOpenChange={close} />
  );
}

type DialogProps = { summary: AdminSummary; onOpenChange: (open: boolean) => void };

function ApproveDialog({ summary, onOpenChange }: DialogProps) {
  const [privacyLevel, setPrivacyLevel] = useState<SummaryPrivacy>('members');
  const approve = useAct(acts.approveSummary);
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Approuver ce résumé ?"
      description={publicationText(summary)}
      confirmLabel="Approuver"
      onConfirm={() => approve.run({ id: summary.id, privacyLevel, seen: summary.createdAt })}
    >
      <RadioChips label="Visible par" options={PRIVACY} value={privacyLevel} onChange={setPrivacyLevel} />
    </ConfirmDialog>
  );
}

function publicationText({ title, reviewUntil }: AdminSummary): string {
  const waits = reviewUntil !== null && Date.parse(reviewUntil) > serverNow();
  return waits
    ? `« ${title} » rejoindra la base de connaissances après le ${formatDateTime(reviewUntil)}, quand les participants auront eu le temps de le relire.`
    : `« ${title} » rejoint la base de connaissances.`;
}

/** The note is fixed (docs/specification.md#knowledge-base); a published summary is withdrawn. */
export function RejectDialog({ summary, onOpenChange }: DialogProps) {
  const reject = useAct(acts.rejectSummary);
  const withdraw = useAct(acts.withdrawSummary);
  // The dialog keeps what was read, so that a newer text is not rejected by mistake.
  const [read] = useState(summary);
  const { id, title, createdAt: seen } = read;
  const question = {
    open: true,
    onOpenChange,
    title: 'Rejeter ce résumé ?',
    confirmLabel: 'Rejeter',
    destructive: true,
  };
  return denyRejection(read) ? (
    <ReasonDialog
      {...question}
      description={`« ${title} » remplace un texte publié. Si tu le rejettes, rien n’est plus publié, et l’auteur du SOS reçoit le motif et le moyen de contester.`}
      {...articleReason}
      onConfirm={(reason, rule) => withdraw.run({ id, reason, rule: rule as ArticleRuleId, seen })}
    />
  ) : (
    <ConfirmDialog
      {...question}
      description={`« ${title} » ne sera pas publié. La note « ${REJECTION_NOTE} » l’accompagne.`}
      onConfirm={() => reject.run({ id, seen })}
    />
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [data-slot=confirm-dialog]') !== null)
  );
}
