import { eventNotesInput, eventParams } from '@guilde/contracts/events/input.ts';
import { eventDetailOutput } from '@guilde/contracts/events/output.ts';
import {
  articleParams,
  consentInput,
  draftParams,
  knowledgeQuery,
  openingInput,
  suggestionsInput,
  vetoInput,
} from '@guilde/contracts/knowledge/input.ts';
import {
  articleOutput,
  knowledgeOverviewOutput,
  knowledgePageOutput,
  solvedSosOutput,
  suggestionOutput,
  summaryDraftAnswerOutput,
  workedOutput,
} from '@guilde/contracts/knowledge/output.ts';
import { memberParams } from '@guilde/contracts/profiles/input.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, query, viewerOf } from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { listArticles } from './article-search.ts';
import { knowledgeOverview, readArticle } from './articles.ts';
import { confirmArticle } from './confirmations.ts';
import { consentToDraft, readDraft, vetoSentence } from './drafts.ts';
import { storeNotes } from './event-notes.ts';
import { solvedWith } from './solved.ts';
import { countOpening, suggestArticles } from './suggestions.ts';

/** A client sends a query at every pause while an SOS is written. */
export const SUGGESTIONS: Limit = { name: 'suggestions:member', points: 120, seconds: 60 };
const DRAFT_ANSWERS: Limit = { name: 'summary-drafts:member', points: 120, seconds: 600 };
const EVENT_NOTES: Limit = { name: 'event-notes:member', points: 10, seconds: 600 };
const CONFIRMATIONS: Limit = { name: 'article-confirmations:member', points: 60, seconds: 600 };
const SUGGESTION_OPENINGS: Limit = { name: 'suggestion-openings:member', points: 60, seconds: 600 };

type KnowledgeDeps = Pick<Deps, 'db' | 'clock' | 'limits' | 'config' | 'jobs' | 'live'>;

export function draftRoutes(deps: KnowledgeDeps) {
  return new Hono<Env>()
    .get(
      '/drafts/:sourceId',
      describe('The summary of a conversation or an event in which I took part', summaryDraftAnswerOutput),
      params(draftParams),
      async (c) => c.json(await readDraft(deps, viewerOf(c), c.req.valid('param').sourceId), 200),
    )
    .put(
      '/drafts/:sourceId/veto',
      describe('Leave out one of its sentences, or take it back in', summaryDraftAnswerOutput, [
        'SUMMARY_CHANGED',
        'SUMMARY_REVIEW_OVER',
      ]),
      limitMember(deps.limits, DRAFT_ANSWERS),
      params(draftParams),
      body(vetoInput),
      async (c) =>
        c.json(
          await vetoSentence(deps, viewerOf(c), c.req.valid('param').sourceId, c.req.valid('json')),
          200,
        ),
    )
    .put(
      '/drafts/:sourceId/consent',
      describe('Nothing more is to be left out of it', summaryDraftAnswerOutput, [
        'SUMMARY_CHANGED',
        'SUMMARY_REVIEW_OVER',
      ]),
      limitMember(deps.limits, DRAFT_ANSWERS),
      params(draftParams),
      body(consentInput),
      async (c) =>
        c.json(
          await consentToDraft(deps, viewerOf(c), c.req.valid('param').sourceId, c.req.valid('json')),
          200,
        ),
    );
}

export function knowledgeRoutes(deps: KnowledgeDeps) {
  return new Hono<Env>()
    .get(
      '/',
      describe('Articles, newest first, or what fits a search best', knowledgePageOutput),
      query(knowledgeQuery),
      async (c) => c.json(await listArticles(deps, c.req.valid('query')), 200),
    )
    .get(
      '/overview',
      describe('The most frequent categories and what is counted', knowledgeOverviewOutput),
      async (c) => c.json(await knowledgeOverview(deps), 200),
    )
    .post(
      '/suggestions',
      describe('Articles that resemble an SOS being written', z.array(suggestionOutput)),
      limitMember(deps.limits, SUGGESTIONS),
      body(suggestionsInput),
      async (c) => c.json(await suggestArticles(deps, c.req.valid('json')), 200),
    )
    .get('/:summaryId', describe('An article in full', articleOutput), params(articleParams), async (c) =>
      c.json(await readArticle(deps, viewerOf(c), c.req.valid('param').summaryId), 200),
    )
    .put(
      '/:summaryId/worked',
      describe('What an article says worked for me, too', workedOutput, ['ARTICLE_OWN']),
      limitMember(deps.limits, CONFIRMATIONS),
      params(articleParams),
      async (c) => c.json(await confirmArticle(deps, viewerOf(c), c.req.valid('param').summaryId, true), 200),
    )
    .delete(
      '/:summaryId/worked',
      describe('Take that back', workedOutput, ['ARTICLE_OWN']),
      limitMember(deps.limits, CONFIRMATIONS),
      params(articleParams),
      async (c) =>
        c.json(await confirmArticle(deps, viewerOf(c), c.req.valid('param').summaryId, false), 200),
    )
    .post(
      '/:summaryId/openings',
      describe('Count that a proposal was opened, once per draft', done),
      limitMember(deps.limits, SUGGESTION_OPENINGS),
      params(articleParams),
      body(openingInput),
      async (c) =>
        c.json(
          await countOpening(deps, viewerOf(c), c.req.valid('param').summaryId, c.req.valid('json')),
          200,
        ),
    );
}

export function eventNotesRoutes(deps: KnowledgeDeps) {
  return new Hono<Env>().post(
    '/:eventId/notes',
    describe(
      'Write the « compte rendu » of my event; again replaces it until it is decided',
      eventDetailOutput,
      ['NOT_FOUND', 'EVENT_CANCELLED', 'EVENT_NOT_STARTED', 'EVENT_NOTES_DECIDED'],
    ),
    limitMember(deps.limits, EVENT_NOTES),
    params(eventParams),
    body(eventNotesInput),
    async (c) =>
      c.json(await storeNotes(deps, viewerOf(c), c.req.valid('param').eventId, c.req.valid('json')), 200),
  );
}

export function solvedRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<Env>().get(
    '/:memberId/solved',
    describe('The last SOS resolved with a member’s help', z.array(solvedSosOutput)),
    params(memberParams),
    async (c) => c.json(await solvedWith(db.orm, c.req.valid('param').memberId), 200),
  );
}
