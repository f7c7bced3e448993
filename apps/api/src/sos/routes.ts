import { conversationOutput } from '@guilde/contracts/conversations/output.ts';
import { fileInput, sosFileParams } from '@guilde/contracts/files/input.ts';
import { uploadOutput } from '@guilde/contracts/files/output.ts';
import { memberParams } from '@guilde/contracts/profiles/input.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import {
  correctSosInput,
  createSosInput,
  feedQuery,
  helpRequestInput,
  sosAdditionInput,
  sosParams,
} from '@guilde/contracts/sos/input.ts';
import {
  askableSosOutput,
  reachOutput,
  sosDetailOutput,
  sosForViewerOutput,
  sosPageOutput,
  sosViewsOutput,
} from '@guilde/contracts/sos/output.ts';
import { Hono } from 'hono';
import { z } from 'zod';
import { SERVED_FILE, serveFile } from '../files/serving.ts';
import { beginUpload } from '../files/uploads.ts';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, query, viewerOf } from '../platform/http/http.ts';
import { respondSerialised } from '../platform/http/json.ts';
import { addToSos, correctSos } from './corrections.ts';
import { listSos } from './feed.ts';
import { fileOfSos } from './files.ts';
import { askableSos, requestHelp, sosForViewer } from './help-requests.ts';
import { joinSos, leaveSos } from './helping.ts';
import { HELP_REQUESTS, NEW_SOS, SOS_ACTS, SOS_FILES } from './limits.ts';
import { closeSos, createSos, reopenSos, viewSos } from './sos.ts';
import { declineAlert } from './waves/alerts.ts';
import { reachOf } from './waves/reach.ts';

export function helpingRoutes(deps: Deps) {
  const limitActs = limitMember(deps.limits, SOS_ACTS);
  return new Hono<Env>()
    .post(
      '/:sosId/join',
      describe('Reply, or take a free seat', conversationOutput, [
        'SOS_OWN',
        'SOS_ENDED',
        'CONVERSATION_FULL',
      ]),
      limitActs,
      params(sosParams),
      async (c) => c.json(await joinSos(deps, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .post(
      '/:sosId/leave',
      describe('Give my seat back', done, ['REQUESTER_CANNOT_LEAVE', 'SOS_ENDED']),
      limitActs,
      params(sosParams),
      async (c) => {
        await leaveSos(deps, viewerOf(c), c.req.valid('param').sosId);
        return c.json({ ok: true as const }, 200);
      },
    )
    .post(
      '/:sosId/help-requests',
      describe('Invite a member to help on my SOS; the same again is the same', askableSosOutput, [
        'SOS_OWN',
        'SOS_ENDED',
        'ALREADY_HELPING',
        'CONVERSATION_FULL',
        'HELP_REQUESTS_EXHAUSTED',
      ]),
      limitMember(deps.limits, HELP_REQUESTS),
      params(sosParams),
      body(helpRequestInput),
      async (c) => {
        const { sosId } = c.req.valid('param');
        return c.json(await requestHelp(deps, viewerOf(c), sosId, c.req.valid('json').memberId), 200);
      },
    )
    .get(
      '/:sosId/reach',
      describe('How many members are asked to help on my SOS, and what comes next', reachOutput),
      params(sosParams),
      async (c) => c.json(await reachOf(deps, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .post(
      '/:sosId/decline',
      describe('I was asked and cannot help; nobody learns it', done),
      limitActs,
      params(sosParams),
      async (c) => {
        await declineAlert(deps, viewerOf(c), c.req.valid('param').sosId);
        return c.json({ ok: true as const }, 200);
      },
    );
}

export function sosFileRoutes(deps: Deps) {
  return new Hono<Env>()
    .post(
      '/files',
      describe('Begin to upload a file for an SOS; the same id again is the same file', uploadOutput, [
        'FILE_ID_TAKEN',
        'FILES_MEMBER_FULL',
        'FILE_TYPE_REFUSED',
      ]),
      limitMember(deps.limits, SOS_FILES),
      body(fileInput),
      async (c) => c.json(await beginUpload(deps, viewerOf(c), null, c.req.valid('json')), 200),
    )
    .get(
      '/:sosId/files/:sosFileId/:size',
      describe('A file of an SOS', SERVED_FILE),
      params(sosFileParams),
      async (c) => {
        const named = c.req.valid('param');
        return serveFile(c, deps, await fileOfSos(deps.db.orm, viewerOf(c), named), named.size);
      },
    );
}

export function sosRoutes(deps: Deps) {
  const limitActs = limitMember(deps.limits, SOS_ACTS);
  return new Hono<Env>()
    .get(
      '/',
      describe('The feed with its filters, urgent first within a day', sosPageOutput),
      query(feedQuery),
      async (c) => respondSerialised(c, await listSos(deps, viewerOf(c), c.req.valid('query'))),
    )
    .post(
      '/',
      describe('Post an SOS; the same id sent again is the same SOS', sosDetailOutput, ['FILES_GONE']),
      limitMember(deps.limits, NEW_SOS),
      body(createSosInput),
      async (c) => c.json(await createSos(deps, viewerOf(c), c.req.valid('json')), 200),
    )
    .get('/:sosId', describe('An SOS in full', sosForViewerOutput), params(sosParams), async (c) =>
      c.json(await sosForViewer(deps.db.orm, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .put(
      '/:sosId',
      describe('Correct title, description and files of my SOS', sosDetailOutput, [
        'SOS_NOT_YOURS',
        'SOS_ENDED',
        'FILES_GONE',
      ]),
      limitActs,
      params(sosParams),
      body(correctSosInput),
      async (c) =>
        c.json(await correctSos(deps, viewerOf(c), c.req.valid('param').sosId, c.req.valid('json')), 200),
    )
    .post(
      '/:sosId/additions',
      describe('Add to my SOS; the same id sent again adds once', sosDetailOutput, [
        'SOS_NOT_YOURS',
        'SOS_ENDED',
        'SOS_ADDITIONS_EXHAUSTED',
      ]),
      limitActs,
      params(sosParams),
      body(sosAdditionInput),
      async (c) =>
        c.json(await addToSos(deps, viewerOf(c), c.req.valid('param').sosId, c.req.valid('json')), 200),
    )
    .post(
      '/:sosId/view',
      describe('Count my look at it, once', sosViewsOutput),
      limitActs,
      params(sosParams),
      async (c) => c.json(await viewSos(deps, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .post(
      '/:sosId/close',
      describe('End my SOS without a resolution', sosDetailOutput, ['SOS_NOT_YOURS', 'SOS_ENDED']),
      limitActs,
      params(sosParams),
      async (c) => c.json(await closeSos(deps, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .post(
      '/:sosId/reopen',
      describe('Take the closing back, within 24 hours', sosDetailOutput, [
        'SOS_NOT_YOURS',
        'SOS_NOT_CLOSED',
        'SOS_REOPEN_TOO_LATE',
        'SOS_CLOSED_BY_TEAM',
      ]),
      limitActs,
      params(sosParams),
      async (c) => c.json(await reopenSos(deps, viewerOf(c), c.req.valid('param').sosId), 200),
    );
}

export function askableSosRoutes(deps: Pick<Deps, 'db'>) {
  return new Hono<Env>().get(
    '/:memberId/askable-sos',
    describe(
      'My SOS on which a member could help, and to which I have invited them',
      z.array(askableSosOutput),
    ),
    params(memberParams),
    async (c) => c.json(await askableSos(deps, viewerOf(c), c.req.valid('param').memberId), 200),
  );
}
