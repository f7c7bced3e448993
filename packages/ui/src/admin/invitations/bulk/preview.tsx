import type { TypedRow } from '@guilde/contracts/bulk-invitations/columns.ts';
import type { BulkRow } from '@guilde/contracts/bulk-invitations/rules.ts';
import { Link } from 'react-router-dom';
import { SectionHeader } from '../../../kit/card.tsx';
import { Skeleton, SkeletonGroup } from '../../../kit/skeleton.tsx';
import { Note } from '../../../kit/states.tsx';
import { paths } from '../../../paths.ts';
import { LoadFailed } from '../../../shell/load-failed.tsx';
import { useBulkPreview } from '../../data.ts';
import { Letter } from './letter.tsx';
import { RowTable } from './row-table.tsx';

/** Says of each row what becomes of it; nothing is stored. */
export function Preview({ rows }: { rows: TypedRow[] }) {
  const preview = useBulkPreview(rows);
  const { data } = preview;
  if (!data)
    return preview.error ? (
      <LoadFailed title="Impossible de vérifier la liste" query={preview} />
    ) : (
      <SkeletonGroup className="grid gap-3">
        <Skeleton className="h-9 w-80 max-w-full" />
        <Skeleton className="h-64 w-full" />
      </SkeletonGroup>
    );
  return (
    <>
      <section aria-label="Ce que devient chaque ligne">
        <SectionHeader title="Ce que devient chaque ligne" />
        <RowTable typed={rows} rows={data.rows} />
      </section>
      {data.batchId ? <SentAlready batchId={data.batchId} /> : <Sending typed={rows} rows={data.rows} />}
    </>
  );
}

function SentAlready({ batchId }: { batchId: string }) {
  return (
    <Note tone="primary">
      Cette liste est déjà envoyée.{' '}
      <Link
        to={paths.admin('invitations', batchId, { view: 'bulk' })}
        className="underline underline-offset-4"
      >
        Voir où elle en est
      </Link>
    </Note>
  );
}

function Sending({ typed, rows }: { typed: TypedRow[]; rows: readonly BulkRow[] }) {
  const count = (status: BulkRow['status']) => rows.filter((row) => row.status === status).length;
  const [ready, named] = [count('ready'), count('named')];
  if (ready + named === 0) return <Note tone="warning">Aucune ligne n’est prête.</Note>;
  return <Letter rows={typed} ready={ready} named={named} />;
}
