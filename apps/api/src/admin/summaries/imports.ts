import type { importInput } from '@guilde/contracts/knowledge/import-input.ts';
import type { ImportAnswer } from '@guilde/contracts/knowledge/import-rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { z } from 'zod';
import { publishModeration } from '../../auth/administrators.ts';
import { prepareImport, storeImport } from '../../knowledge/imports.ts';
import type { Deps } from '../../platform/deps.ts';
import { administer, UNCHANGED } from '../journal/administer.ts';

/** One text of another place becomes a draft, which the team decides on as on any other. Throws ADMIN_ONLY. */
export async function importSummary(
  deps: Deps,
  viewer: Viewer,
  input: z.output<typeof importInput>,
): Promise<ImportAnswer> {
  const prepared = await prepareImport(deps.db.orm, input);
  let answer: ImportAnswer = { status: 'known', summaryId: null, similar: null };
  await administer(deps, viewer, async ({ tx, record }) => {
    answer = await storeImport(tx, deps, prepared);
    if (answer.status !== 'imported' || answer.summaryId === null) return UNCHANGED;
    await record({
      action: 'summary.import',
      subject: { type: 'summary', id: answer.summaryId, label: prepared.draft?.title ?? '' },
      after: { source: input.source },
    });
    await publishModeration(tx, deps, 'summaries');
  });
  return answer;
}
