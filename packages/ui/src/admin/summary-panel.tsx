import type { AdminSummaryDetail } from '@guilde/contracts/admin.ts';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../kit/toast.ts';
import { useSummary } from './data.ts';
import { Panel } from './panel.tsx';
import { SummaryActs, SummaryDangers } from './summary-acts.tsx';
import { SummaryContent } from './summary-content.tsx';
import { SummaryConversation } from './summary-conversation.tsx';

/** A summary beside the conversation that it rests on. */
export function SummaryPanel({ openId, onClose }: { openId: string | undefined; onClose: () => void }) {
  const summary = useSummary(openId);
  useOutcome(summary.data);
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
  const [point, setPoint] = useState<number | null>(null);
  // A text that was made again has other points.
  const [of, setOf] = useState(summary.createdAt);
  if (of !== summary.createdAt) {
    setOf(summary.createdAt);
    setPoint(null);
  }
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
      <div className="grid min-w-0 gap-6">
        <SummaryContent summary={summary} point={point} onPoint={setPoint} />
      </div>
      <SummaryConversation summary={summary} point={point} onPoint={setPoint} />
    </div>
  );
}

/** What became of a generation while its summary is open (texts of the specification, section 8). */
function useOutcome(summary: AdminSummaryDetail | undefined): void {
  const previous = useRef(summary);
  useEffect(() => {
    const known = previous.current;
    previous.current = summary;
    if (!known || !summary || known.id !== summary.id) return;
    if (known.createdAt !== summary.createdAt) toast.success('Résumé généré avec succès');
    else if (known.job && known.job !== 'failed' && summary.job === 'failed')
      toast.error('Erreur lors de la génération du résumé');
  }, [summary]);
}
