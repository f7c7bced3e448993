import type { ModerationArea } from '@guilde/contracts/admin/rules.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { publishModeration } from '../auth/administrators.ts';
import type { Deps } from '../platform/deps.ts';
import { handlersOf, type Output, type Route, type Schema } from '../platform/http/handlers.ts';
import { limitMember, recentProofOnly } from '../platform/http/http.ts';
import { type Administration, administer, type Done, moderate, UNCHANGED } from './journal/administer.ts';
import { ADMIN_ACTS } from './limits.ts';

/** `run` of an act gets the journal of its transaction, the dependencies and the acting member. */
export type Acting = Administration & {
  deps: Deps;
  viewer: Viewer;
  /** This is the batch of the act. Each member is acted on once in it. */
  batch: string | undefined;
};

type ActRow<Params extends Schema, Input extends Schema, Answer> = Route<Params, Input> & {
  /** Moderators may do it too (docs/specification.md#roles). */
  isForModerators?: boolean;
  /** A grave act needs a recent proof of the second factor. */
  needsProof?: boolean;
  /** The clients of the other administrators and moderators fetch these areas again. */
  areas?: readonly ModerationArea[];
  run: (acting: Acting, params: Output<Params>, input: Output<Input>) => Promise<Done>;
  /** The answer is read after the commit. */
  show: (deps: Deps, viewer: Viewer, params: Output<Params>, input: Output<Input>) => Promise<Answer>;
};

/** An act of the back office has an input, a role that may do it, an effect and an answer. */
export function act<Answer, Params extends Schema = undefined, Input extends Schema = undefined>(
  row: ActRow<Params, Input, Answer>,
) {
  const { areas = [] } = row;
  const transact = row.isForModerators ? moderate : administer;
  const perform = (
    deps: Deps,
    viewer: Viewer,
    chosen: Output<Params>,
    sent: Output<Input>,
    batch?: string,
  ): Promise<void> =>
    transact(
      deps,
      viewer,
      async (administration) => {
        const result = await row.run({ ...administration, deps, viewer, batch }, chosen, sent);
        if (result !== UNCHANGED && areas.length > 0)
          await publishModeration(administration.tx, deps, ...areas);
        return result;
      },
      batch,
    );
  const handlers = (deps: Deps) =>
    handlersOf(
      row,
      [...(row.needsProof ? [recentProofOnly(deps.clock)] : []), limitMember(deps.limits, ADMIN_ACTS)],
      async (viewer, chosen: Output<Params>, sent: Output<Input>) => {
        await perform(deps, viewer, chosen, sent);
        return row.show(deps, viewer, chosen, sent);
      },
    );
  return { perform, handlers };
}

/** Acts answer it when there is nothing to show. */
export const answersDone = { answer: done, show: async () => ({ ok: true }) as const };
