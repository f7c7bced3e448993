import type { AdminSummary, AdminSummaryDetail } from '@guilde/contracts/admin/rules.ts';
import { useState } from 'react';
import { useSummary } from '../data.ts';
import { Panel } from '../panel.tsx';
import { hasPanelDraft } from '../panel-drafts.ts';
import { SummaryActs, SummaryDangers } from './acts.tsx';
import { useCitations } from './citations.ts';
import type { EditedProps } from './cited-text.tsx';
import { SummaryContent } from './content.tsx';
import { SummaryConversation } from './conversation.tsx';
import { correctionKey, isCorrectable } from './correction.ts';
import { useModerationKeys } from './use-moderation-keys.tsx';

type Props = {
  openId: string | undefined;
  onClose: () => void;
  /** The keys decide on the focused one of these rows while none is open. */
  rows?: readonly AdminSummary[];
};

export function SummaryPanel({ openId, onClose, rows = [] }: Props) {
  const summary = useSummary(openId);
  const dialogs = useModerationKeys([...(summary.data ? [summary.data] : []), ...rows], openId);
  const [edited, setEdited] = useState<{ id: string; isEditing: boolean } | null>(null);
  const isEditing = (shown: AdminSummaryDetail) =>
    isCorrectable(shown) &&
    (edited?.id === shown.id ? edited.isEditing : hasPanelDraft(correctionKey(shown)));
  return (
    <>
      <Panel<AdminSummaryDetail>
        openId={openId}
        onClose={() => {
          setEdited(null);
          onClose();
        }}
        query={summary}
        wide
        name="Résumé"
        failed="Erreur lors du chargement des résumés"
        title={({ title }) => title}
        // A decision would be about the text before the correction.
        actions={(shown) => !isEditing(shown) && <SummaryActs summary={shown} />}
        dangers={(shown) => !isEditing(shown) && <SummaryDangers summary={shown} />}
      >
        {(shown) => (
          <SideBySide
            summary={shown}
            isEditing={isEditing(shown)}
            onEdit={(next) => setEdited({ id: shown.id, isEditing: next })}
          />
        )}
      </Panel>
      {dialogs}
    </>
  );
}

function SideBySide({ summary, ...editing }: Omit<EditedProps, 'citations'>) {
  const citations = useCitations(summary.createdAt);
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
      <div className="grid min-w-0 gap-6">
        <SummaryContent summary={summary} citations={citations} {...editing} />
      </div>
      <SummaryConversation summary={summary} citations={citations} />
    </div>
  );
}
