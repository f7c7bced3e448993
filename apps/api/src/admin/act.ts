import type { ModerationArea } from '@guilde/contracts/admin/rules.ts';
import type { ErrorCode } from '@guilde/contracts/errors.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { Context, Handler, TypedResponse } from 'hono';
import type { z } from 'zod';
import { publishModeration } from '../auth/administrators.ts';
import type { Deps } from '../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitMember,
  params as paramsOf,
  recentProofOnly,
  viewerOf,
} from '../platform/http/http.ts';
import { type Administration, administer, type Done, moderate, UNCHANGED } from './journal/administer.ts';
import { ADMIN_ACTS } from './limits.ts';

/** `run` of an act gets the journal of its transaction, the dependencies and the acting member. */
export type Acting = Administration & {
  deps: Deps;
  viewer: Viewer;
  /** This is the batch of the act. Each member is acted on once in it. */
  batch: string | undefined;
};

/** A route validates its input by the schema, if there is one. */
export type Schema = z.ZodType | undefined;
export type Output<S extends Schema> = S extends z.ZodType ? S['_zod']['output'] : undefined;

type ActRow<Params extends Schema, Input extends Schema, Answer> = {
  /** The API's description shows it, with `answer` and `refusals`. */
  summary: string;
  answer: z.ZodType;
  /** These are the error codes of `run`. */
  refusals?: readonly ErrorCode[];
  params?: Params;
  input?: Input;
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

/** The client's types read the route's input and answer from it. */
type ActHandlers<Params extends Schema, Input extends Schema, Answer> = [
  Handler<
    Env,
    string,
    {
      in: (Params extends z.ZodType ? { param: z.input<Params> } : object) &
        (Input extends z.ZodType ? { json: z.input<Input> } : object);
    },
    Promise<Response & TypedResponse<Answer, 200, 'json'>>
  >,
];

/** An act of the back office has an input, a role that may do it, an effect and an answer. */
export function act<Answer, Params extends Schema = undefined, Input extends Schema = undefined>(
  row: ActRow<Params, Input, Answer>,
) {
  const { summary, answer, refusals, params, input, needsProof, areas = [] } = row;
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
  /** A router's method takes the handlers spread: guards and validators come before the act. */
  const handlers = (deps: Deps) => {
    const handle = async (c: Context<Env>) => {
      const viewer = viewerOf(c);
      const chosen = (params && c.req.valid('param' as never)) as Output<Params>;
      const sent = (input && c.req.valid('json' as never)) as Output<Input>;
      await perform(deps, viewer, chosen, sent);
      return c.json(await row.show(deps, viewer, chosen, sent), 200);
    };
    const list = [
      describe(summary, answer, refusals),
      ...(needsProof ? [recentProofOnly(deps.clock)] : []),
      limitMember(deps.limits, ADMIN_ACTS),
      ...(params ? [paramsOf(params)] : []),
      ...(input ? [body(input)] : []),
      handle,
    ];
    // A router's types count handlers one by one, but their number differs from act to act.
    return list as unknown as ActHandlers<Params, Input, Answer>;
  };
  return { perform, handlers };
}

/** Acts answer it when there is nothing to show. */
export const answersDone = { answer: done, show: async () => ({ ok: true }) as const };
