import { useListAddress } from '../../list-address.ts';
import { BatchDetail } from './batch-detail.tsx';
import { BatchList } from './batch-list.tsx';
import { NewBatch } from './new-batch.tsx';

/** The address names the open list. */
export function BulkInvitations() {
  const { openId } = useListAddress('invitations');
  if (openId !== undefined) return <BatchDetail key={openId} id={openId} />;
  return (
    <div className="grid grid-cols-1 gap-8">
      <NewBatch />
      <BatchList />
    </div>
  );
}
