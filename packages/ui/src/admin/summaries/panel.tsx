import type { AdminSummaryDetail } from '@guilde/contracts/admin.ts';
import { useSummary } from '../data.ts';
import { Panel } from '../panel.tsx';
import { SummaryActs, SummaryDangers } from './acts.tsx';
import { useCitations } from './citations.ts';
import { SummaryContent } from './content.tsx';
import { SummaryConversation } from './conversation.tsx';

export function SummaryPanel({ openId, onClose }: { openId: string | undefined; onClose: () => void }) {
  const summary = useSummary(openId);
  return (
    <Panel<AdminSummaryDetail>
      openId={openId}
      onClose={onClose}
      query={summary}
      wide
      name="Résumé"
      failed="Erreur lors du chargement des résumés"
      title={({ title }) => title}
      actions={(shown) => <SummaryActs key={shown.id} summary={shown} />}
      dangers={(shown) => <SummaryDangers key={shown.id} summary={shown} />}
    >
      {(shown) => <SideBySide key={shown.id} summary={shown} />}
    </Panel>
  );
}

function SideBySide({ summary }: { summary: AdminSummaryDetail }) {
  const citations = useCitations(summary.createdAt);
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
      <div className="grid min-w-0 gap-6">
        <SummaryContent summary={summary} citations={citations} />
      </div>
      <SummaryConversation summary={summary} citations={citations} />
    </div>
  );
}
