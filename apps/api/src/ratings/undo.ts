import { refuseIf } from '@guilde/contracts/errors.ts';
import { denyUndoResolution, type SosDetail } from '@guilde/contracts/sos/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { Deps } from '../platform/deps.ts';
import { excludedMembers } from '../sos/hidden-by-blocks.ts';
import { changeStatus } from '../sos/lifecycle.ts';
import { publishSos, visibleSos } from '../sos/queries.ts';
import { resumeWaves } from '../sos/waves/waves.ts';
import { undoResolution } from './ratings.ts';

/** A resolution that is not there any more was undone before. Throws SOS_NOT_YOURS, RESOLUTION_SETTLED. */
export function undoOwnResolution(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>,
  viewer: Viewer,
  id: string,
  { resolvedAt }: { resolvedAt: string },
): Promise<SosDetail> {
  return deps.db.write(async (tx) => {
    const sos = await visibleSos(tx.orm, viewer, id);
    const since = Date.parse(resolvedAt);
    if (sos.author?.id === viewer.id && since !== (sos.resolvedAt && Date.parse(sos.resolvedAt))) return sos;
    refuseIf(denyUndoResolution(viewer.id, sos, deps.clock.now()));
    const excludedBefore = await excludedMembers(tx.orm).all({ id });
    await undoResolution(tx, deps, id);
    await changeStatus(tx, deps, sos, { to: sos.conversation ? 'in_progress' : 'open', memberId: viewer.id });
    await deps.jobs.enqueue(tx, 'summary.withdraw', { sosId: id, since });
    await resumeWaves(tx, deps, id);
    return publishSos(tx, deps, id, { excludedBefore });
  });
}
