import { refuseIf } from '@guilde/contracts/errors.ts';
import type { correctSosInput, sosAdditionInput } from '@guilde/contracts/sos/input.ts';
import { denyAddToSos, denyCorrectSos, type SosDetail } from '@guilde/contracts/sos/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { publishConversations } from '../conversations/conversations.ts';
import { replaceFiles } from '../files/owned.ts';
import { iso } from '../platform/clock.ts';
import type { Tx } from '../platform/database/db.ts';
import { searchFields } from '../platform/database/search.ts';
import type { Deps } from '../platform/deps.ts';
import { publishSos, visibleSos } from './queries.ts';
import { sosRequests } from './tables.ts';

type CorrectionDeps = Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>;

/** Unchanged values change nothing. The conversation gets the new title too. Throws FILES_GONE. */
export function correctSos(
  deps: CorrectionDeps,
  viewer: Viewer,
  id: string,
  { files, ...input }: z.output<typeof correctSosInput>,
): Promise<SosDetail> {
  return deps.db.write(async (tx) => {
    const sos = await visibleSos(tx.orm, viewer, id);
    refuseIf(denyCorrectSos(viewer.id, sos));
    const hasOtherFiles = files !== undefined && files.join() !== sos.files.map((file) => file.id).join();
    if (sos.title === input.title && sos.description === input.description && !hasOtherFiles) return sos;
    if (hasOtherFiles) await replaceFiles(tx, deps, viewer, { sosId: id }, files);
    await change(tx, { ...sos, ...input }, input, deps);
    if (sos.conversation) publishConversations(tx, deps, [sos.conversation.id]);
    return publishSos(tx, deps, id);
  });
}

/** A « Précision » stands below the description. A repeated id adds it once. */
export function addToSos(
  deps: CorrectionDeps,
  viewer: Viewer,
  id: string,
  input: z.output<typeof sosAdditionInput>,
): Promise<SosDetail> {
  return deps.db.write(async (tx) => {
    const sos = await visibleSos(tx.orm, viewer, id);
    const isKnown = sos.author?.id === viewer.id && sos.additions.some((one) => one.id === input.id);
    if (isKnown) return sos;
    refuseIf(denyAddToSos(viewer.id, sos));
    const additions = [...sos.additions, { ...input, createdAt: iso(deps.clock.now()) }];
    await change(tx, { ...sos, additions }, { additions }, deps);
    return publishSos(tx, deps, id);
  });
}

/** `sos` has the new values, for the search. */
async function change(
  { orm }: Tx,
  { id, title, description, additions }: SosDetail,
  values: Partial<typeof sosRequests.$inferInsert>,
  { clock }: Pick<Deps, 'clock'>,
): Promise<void> {
  const now = clock.now();
  const text = [title, description, ...additions.map(({ content }) => content)].join('\n');
  await orm
    .update(sosRequests)
    .set({ ...values, ...searchFields(text), correctedAt: now, updatedAt: now })
    .where(eq(sosRequests.id, id));
}
