import {
  adminContactQuery,
  adminMessagesQuery,
  adminSosQuery,
  contactAnswerInput,
  contactParams,
  contactStatusInput,
  helperInput,
  measureInput,
  messageParams,
  openingInput,
  optionalReasonInput,
  sosStatusInput,
} from '@guilde/contracts/admin-input.ts';
import {
  adminContactDetailOutput,
  adminContactPageOutput,
  adminMessageDetailOutput,
  adminMessagePageOutput,
  adminSosDetailOutput,
  adminSosPageOutput,
  openingOutput,
} from '@guilde/contracts/admin-output.ts';
import { conversationParams } from '@guilde/contracts/conversations-input.ts';
import { adminFileParams } from '@guilde/contracts/files-input.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { sosParams } from '@guilde/contracts/sos-input.ts';
import { Hono } from 'hono';
import { SERVED_FILE, serveFile } from '../files/serving.ts';
import type { Deps } from '../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitMember,
  params,
  query,
  recentProofOnly,
  viewerOf,
} from '../platform/http/http.ts';
import { answerContact, contactDetail, deleteContact, listContact, setContactStatus } from './contact.ts';
import { conversationReads, logReads } from './journal/read-log.ts';
import { ADMIN_ACTS } from './limits.ts';
import { deleteMessage, fileOfMessage, listMessages, messageDetail } from './messages.ts';
import { openConversation } from './openings.ts';
import { adminSosDetail, listAllSos } from './sos.ts';
import { assign, deleteSos, requestSosSummary, setStatus } from './sos-actions.ts';

export function allSosRoutes(deps: Deps) {
  const { orm } = deps.db;
  const limitActs = limitMember(deps.limits, ADMIN_ACTS);
  return new Hono<Env>()
    .get('/', describe('All SOS, newest first', adminSosPageOutput), query(adminSosQuery), async (c) =>
      c.json(await listAllSos(deps, c.req.valid('query')), 200),
    )
    .get('/:sosId', describe('An SOS in full', adminSosDetailOutput), params(sosParams), async (c) =>
      c.json(await adminSosDetail(deps, orm, c.req.valid('param').sosId), 200),
    )
    .put(
      '/:sosId/status',
      describe('Give an SOS any status', adminSosDetailOutput, ['SOS_STATUS_UNCHANGED']),
      limitActs,
      params(sosParams),
      body(sosStatusInput),
      async (c) => {
        const { sosId } = c.req.valid('param');
        return c.json(await setStatus(deps, viewerOf(c), sosId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:sosId/helpers',
      describe('Give a member a seat in the conversation of an SOS', adminSosDetailOutput, [
        'ACT_ON_SELF',
        'SOS_OWN',
        'SOS_ENDED',
        'ALREADY_HELPING',
        'CONVERSATION_FULL',
      ]),
      limitActs,
      params(sosParams),
      body(helperInput),
      async (c) => {
        const { sosId } = c.req.valid('param');
        return c.json(await assign(deps, viewerOf(c), sosId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:sosId/summary',
      describe('Ask for the AI summary', adminSosDetailOutput, [
        'SUMMARY_SOS_NOT_RESOLVED',
        'SUMMARY_NOTHING_TO_SAY',
        'SUMMARY_EXISTS',
        'SUMMARY_UNDER_WAY',
      ]),
      limitActs,
      params(sosParams),
      async (c) => c.json(await requestSosSummary(deps, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .post(
      '/:sosId/delete',
      describe('Remove an SOS with its chat and its ratings, for a reason that its author is sent', done, [
        'REMOVAL_OWN',
        'CASE_DECIDED',
      ]),
      recentProofOnly(deps.clock),
      limitActs,
      params(sosParams),
      body(measureInput),
      async (c) => {
        await deleteSos(deps, viewerOf(c), c.req.valid('param').sosId, c.req.valid('json'));
        return c.json({ ok: true } as const, 200);
      },
    );
}

export function allMessagesRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .use(recentProofOnly(deps.clock))
    .get(
      '/',
      describe('Messages of all chats, newest first', adminMessagePageOutput),
      query(adminMessagesQuery),
      async (c) => {
        const page = await listMessages(deps, viewerOf(c), c.req.valid('query'));
        await logReads(deps, viewerOf(c), conversationReads(page.items));
        return c.json(page, 200);
      },
    )
    .get('/:messageId', describe('A message', adminMessageDetailOutput), params(messageParams), async (c) => {
      const message = await messageDetail(deps, orm, viewerOf(c), c.req.valid('param').messageId);
      await logReads(deps, viewerOf(c), conversationReads([message]));
      return c.json(message, 200);
    })
    .get(
      '/:messageId/files/:fileId/:size',
      describe('A file of a message', SERVED_FILE, ['CONVERSATION_SEALED']),
      params(adminFileParams),
      async (c) => {
        const named = c.req.valid('param');
        const message = await messageDetail(deps, orm, viewerOf(c), named.messageId);
        const served = await fileOfMessage(orm, message, named.fileId);
        await logReads(deps, viewerOf(c), conversationReads([message]));
        return serveFile(c, deps, served, named.size);
      },
    )
    .post(
      '/:messageId/delete',
      describe(
        'Remove the text of a message, for a reason that its author is sent',
        adminMessageDetailOutput,
        ['MESSAGE_DELETED', 'REMOVAL_OWN', 'CASE_DECIDED'],
      ),
      limitMember(deps.limits, ADMIN_ACTS),
      params(messageParams),
      body(measureInput),
      async (c) => {
        const { messageId } = c.req.valid('param');
        return c.json(await deleteMessage(deps, viewerOf(c), messageId, c.req.valid('json')), 200);
      },
    );
}

export function openingRoutes(deps: Deps) {
  return new Hono<Env>().post(
    '/:conversationId/open',
    describe('Open a private conversation for 24 hours, for a reason', openingOutput, ['CONVERSATION_OPEN']),
    recentProofOnly(deps.clock),
    limitMember(deps.limits, ADMIN_ACTS),
    params(conversationParams),
    body(openingInput),
    async (c) => {
      const { conversationId } = c.req.valid('param');
      return c.json(await openConversation(deps, viewerOf(c), conversationId, c.req.valid('json')), 200);
    },
  );
}

export function contactInboxRoutes(deps: Deps) {
  const { orm } = deps.db;
  const limitActs = limitMember(deps.limits, ADMIN_ACTS);
  return new Hono<Env>()
    .get(
      '/',
      describe('Messages to the team, newest first', adminContactPageOutput),
      query(adminContactQuery),
      async (c) => c.json(await listContact(orm, c.req.valid('query')), 200),
    )
    .get(
      '/:contactId',
      describe('A message to the team with its answers', adminContactDetailOutput),
      params(contactParams),
      async (c) => c.json(await contactDetail(orm, c.req.valid('param').contactId), 200),
    )
    .put(
      '/:contactId/status',
      describe('Take a message in charge, or end it', adminContactDetailOutput, ['CONTACT_STATUS_PASSED']),
      limitActs,
      params(contactParams),
      body(contactStatusInput),
      async (c) => {
        const { contactId } = c.req.valid('param');
        return c.json(await setContactStatus(deps, viewerOf(c), contactId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:contactId/answers',
      describe('Answer by e-mail; the same id sent again is the same answer', adminContactDetailOutput),
      limitActs,
      params(contactParams),
      body(contactAnswerInput),
      async (c) => {
        const { contactId } = c.req.valid('param');
        return c.json(await answerContact(deps, viewerOf(c), contactId, c.req.valid('json')), 200);
      },
    );
}

export function contactDeletionRoutes(deps: Deps) {
  return new Hono<Env>().post(
    '/:contactId/delete',
    describe('Remove a message to the team', done),
    recentProofOnly(deps.clock),
    limitMember(deps.limits, ADMIN_ACTS),
    params(contactParams),
    body(optionalReasonInput),
    async (c) => {
      await deleteContact(deps, viewerOf(c), c.req.valid('param').contactId, c.req.valid('json'));
      return c.json({ ok: true } as const, 200);
    },
  );
}
