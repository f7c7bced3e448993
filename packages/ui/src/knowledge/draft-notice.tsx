import { FileText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { formatDateTime } from '../kit/format.ts';
import { paths } from '../paths.ts';
import { textName, useSummaryDraft } from './data.ts';

/** It is shown above a resolved conversation or an event, while who took part may leave out sentences. */
export function DraftNotice({ sourceId }: { sourceId: string }) {
  const { data: draft } = useSummaryDraft(sourceId);
  if (!draft || draft.isOver) return null;
  return (
    <div className="mx-auto mb-2 flex max-w-3xl flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-card py-2.5 pr-2.5 pl-4 text-sm">
      <FileText className="size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-[11rem]">
        <p className="font-medium">{`Le ${textName(draft.origin)} est prêt`}</p>
        <p className="text-muted-foreground text-pretty">
          {draft.hasConsented
            ? 'Tu l’as relu, merci.'
            : `Tu peux en écarter des phrases jusqu’au ${formatDateTime(draft.until)}.`}
        </p>
      </div>
      <Button asChild variant="outline" size="sm">
        <Link to={paths.draft(sourceId)}>{`Relire le ${textName(draft.origin)}`}</Link>
      </Button>
    </div>
  );
}
