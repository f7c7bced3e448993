import type { ErrorCode } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { Context, Handler, MiddlewareHandler, TypedResponse } from 'hono';
import type { z } from 'zod';
import type { Db, Queries, Tx } from '../database/db.ts';
import type { Deps } from '../deps.ts';
import { body, describe, type Env, limitMember, params, viewerOf } from './http.ts';
import type { Limit } from './rate-limit.ts';

/** A route validates its address and its input by the schemas, if there are such. */
export type Schema = z.ZodType | undefined;
export type Output<S extends Schema> = S extends z.ZodType ? S['_zod']['output'] : undefined;

/** The client's types read the route's input and answer from it. */
type Handlers<Params extends Schema, Input extends Schema, Answer> = [
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

export type Route<Params extends Schema, Input extends Schema> = {
  /** The API's description shows it, with `answer` and `refusals`. */
  summary: string;
  answer: z.ZodType;
  /** These are the error codes of the verb. */
  refusals?: readonly ErrorCode[];
  params?: Params;
  input?: Input;
};

/** A router's method takes them spread: guards and validators come before the verb. */
export function handlersOf<Answer, Params extends Schema = undefined, Input extends Schema = undefined>(
  { summary, answer, refusals, params: address, input }: Route<Params, Input>,
  guards: readonly MiddlewareHandler<Env>[],
  run: (viewer: Viewer, chosen: Output<Params>, sent: Output<Input>) => Promise<Answer>,
): Handlers<Params, Input, Answer> {
  const handle = async (c: Context<Env>) => {
    const chosen = (address && c.req.valid('param' as never)) as Output<Params>;
    const sent = (input && c.req.valid('json' as never)) as Output<Input>;
    return c.json(await run(viewerOf(c), chosen, sent), 200);
  };
  const list = [
    describe(summary, answer, refusals),
    ...guards,
    ...(address ? [params(address)] : []),
    ...(input ? [body(input)] : []),
    handle,
  ];
  // A router's types count handlers one by one, but their number differs from route to route.
  return list as unknown as Handlers<Params, Input, Answer>;
}

/** Each route is a verb on the one thing that its address names, which is answered as it then is. */
export function routesOn<Params extends z.ZodType>(
  of: { params: Params; answer: z.ZodType; refusals: readonly ErrorCode[] },
  idOf: (chosen: Output<Params>) => string,
) {
  return (deps: Deps, limit: Limit) =>
    <Detail, Input extends Schema = undefined>(
      summary: string,
      verb: (deps: Deps, viewer: Viewer, id: string, input: Output<Input>) => Promise<Detail>,
      input?: Input,
      refusals = of.refusals,
    ) =>
      handlersOf(
        { ...of, summary, refusals, ...(input && { input }) },
        [limitMember(deps.limits, limit)],
        (viewer, chosen: Output<Params>, sent: Output<Input>) => verb(deps, viewer, idOf(chosen), sent),
      );
}

/** A verb reads a thing for its viewer, changes it in one transaction, and answers with what it then is. */
export function verbsOn<D extends { db: Db }, Thing, Detail>(
  read: (queries: Queries, viewer: Viewer, id: string, deps: D) => Promise<Thing>,
  show: (deps: D, viewer: Viewer, id: string) => Promise<Detail>,
) {
  return <Input = void>(
    run: (acting: { tx: Tx; deps: D; viewer: Viewer } & Thing, input: Input) => Promise<unknown>,
  ) =>
    async (deps: D, viewer: Viewer, id: string, input: Input): Promise<Detail> => {
      await deps.db.write(async (tx) =>
        run({ ...(await read(tx.orm, viewer, id, deps)), tx, deps, viewer }, input),
      );
      return show(deps, viewer, id);
    };
}
