import {
  outcomeAnswerInput,
  outcomeDetailsInput,
  outcomeLinkAnswerInput,
  outcomeLinkInput,
} from '@guilde/contracts/outcomes/input.ts';
import {
  givenOutcomeOutput,
  memberOutcomesOutput,
  outcomeQuestionOutput,
  sosOutcomesOutput,
} from '@guilde/contracts/outcomes/output.ts';
import { memberParams } from '@guilde/contracts/profiles/input.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { sosParams } from '@guilde/contracts/sos/input.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitAddress,
  limitMember,
  membersOnly,
  params,
  viewerOf,
} from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { addDetails, answerAsAuthor, answerByLink, questionOf } from './answers.ts';
import { outcomesOfMember, outcomesOfSos } from './shown.ts';

const LINKS: Limit = { name: 'outcome-link:address', points: 120, seconds: 600 };
const ANSWERS: Limit = { name: 'outcome-answers:member', points: 60, seconds: 600 };

/** The link's routes use POST so that no token appears in an address. */
export function outcomeRoutes(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'secrets' | 'limits'>) {
  const { limits } = deps;
  return new Hono<Env>()
    .post(
      '/question',
      describe('What the holder of a link is asked; changes nothing', outcomeQuestionOutput, [
        'OUTCOME_LINK_INVALID',
        'OUTCOME_CLOSED',
      ]),
      limitAddress(limits, LINKS),
      body(outcomeLinkInput),
      async (c) => c.json(await questionOf(deps, c.req.valid('json').token), 200),
    )
    .post(
      '/answers',
      describe('Answer with a link, once', givenOutcomeOutput, [
        'OUTCOME_LINK_INVALID',
        'OUTCOME_ANSWERED',
        'OUTCOME_CLOSED',
      ]),
      limitAddress(limits, LINKS),
      body(outcomeLinkAnswerInput),
      async (c) => c.json(await answerByLink(deps, c.req.valid('json')), 200),
    )
    .post(
      '/details',
      describe('Add a sentence and a figure to one’s answer, once', done, [
        'OUTCOME_LINK_INVALID',
        'OUTCOME_ANSWERED',
      ]),
      limitAddress(limits, LINKS),
      body(outcomeDetailsInput),
      async (c) => {
        await addDetails(deps, c.req.valid('json'));
        return c.json({ ok: true } as const, 200);
      },
    )
    .get(
      '/:sosId',
      describe('Whether a resolution held, and what its author is asked', sosOutcomesOutput),
      membersOnly,
      params(sosParams),
      async (c) => c.json(await outcomesOfSos(deps, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .post(
      '/:sosId/answers',
      describe('Answer on the page of my SOS', givenOutcomeOutput, [
        'SOS_NOT_YOURS',
        'OUTCOME_ANSWERED',
        'OUTCOME_CLOSED',
      ]),
      membersOnly,
      limitMember(limits, ANSWERS),
      params(sosParams),
      body(outcomeAnswerInput),
      async (c) => {
        const { sosId } = c.req.valid('param');
        return c.json(await answerAsAuthor(deps, viewerOf(c), sosId, c.req.valid('json').answer), 200);
      },
    );
}

export function memberOutcomeRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<Env>().get(
    '/:memberId/outcomes',
    describe('How many solutions of a member held', memberOutcomesOutput),
    params(memberParams),
    async (c) => c.json(await outcomesOfMember(db.orm, c.req.valid('param').memberId), 200),
  );
}
