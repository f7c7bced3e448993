import {
  adminContactQuery,
  adminMessagesQuery,
  adminSosQuery,
  contactParams,
  messageParams,
} from '@guilde/contracts/admin/input.ts';
import {
  adminContactDetailOutput,
  adminContactPageOutput,
  adminMessageDetailOutput,
  adminMessagePageOutput,
  adminSosDetailOutput,
  adminSosPageOutput,
} from '@guilde/contracts/admin/output.ts';
import { adminFileParams } from '@guilde/contracts/files/input.ts';
import { sosParams } from '@guilde/contracts/sos/input.ts';
import { Hono } from 'hono';
import { SERVED_FILE, serveFile } from '../files/serving.ts';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, params, query, readingProofOnly, viewerOf } from '../platform/http/http.ts';
import { answerContact, contactDetail, deleteContact, listContact, setContactStatus } from './contact.ts';
import { conversationReads, logReads } from './journal/read-log.ts';
import { deleteMessage, fileOfMessage, listMessages, messageDetail } from './messages.ts';
import { openConversation } from './openings.ts';
import { adminSosDetail, listAllSos } from './sos.ts';
import { assign, deleteSos, requestSosSummary, setStatus } from './sos-actions.ts';

export function allSosRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get('/', describe('All SOS, newest first', adminSosPageOutput), query(adminSosQuery), async (c) =>
      c.json(await listAllSos(deps, c.req.valid('query')), 200),
    )
    .get('/:sosId', describe('An SOS in full', adminSosDetailOutput), params(sosParams), async (c) =>
      c.json(await adminSosDetail(deps, orm, c.req.valid('param').sosId), 200),
    )
    .put('/:sosId/status', ...setStatus.handlers(deps))
    .post('/:sosId/helpers', ...assign.handlers(deps))
    .post('/:sosId/summary', ...requestSosSummary.handlers(deps))
    .post('/:sosId/delete', ...deleteSos.handlers(deps));
}

export function allMessagesRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .use(readingProofOnly(deps.clock))
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
    .post('/:messageId/delete', ...deleteMessage.handlers(deps));
}

export function openingRoutes(deps: Deps) {
  return new Hono<Env>().post('/:conversationId/open', ...openConversation.handlers(deps));
}

export function contactInboxRoutes(deps: Deps) {
  const { orm } = deps.db;
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
    .put('/:contactId/status', ...setContactStatus.handlers(deps))
    .post('/:contactId/answers', ...answerContact.handlers(deps));
}

export function contactDeletionRoutes(deps: Deps) {
  return new Hono<Env>().post('/:contactId/delete', ...deleteContact.handlers(deps));
}
