import {
  conversationListQuery,
  conversationParams,
  editMessageInput,
  historyQuery,
  messageParams,
  messageSearchQuery,
  readInput,
  sendMessageInput,
} from '@guilde/contracts/conversations/input.ts';
import {
  conversationOutput,
  conversationPageOutput,
  historyOutput,
  messageOutput,
  messageSearchOutput,
  messageVersionsOutput,
  unreadOutput,
} from '@guilde/contracts/conversations/output.ts';
import { dealParams } from '@guilde/contracts/deals/input.ts';
import { eventParams } from '@guilde/contracts/events/input.ts';
import { conversationFileParams, fileInput, fileListQuery } from '@guilde/contracts/files/input.ts';
import { fileListOutput, uploadOutput } from '@guilde/contracts/files/output.ts';
import { liveQuery } from '@guilde/contracts/live/input.ts';
import { liveEvent } from '@guilde/contracts/live/output.ts';
import { sosParams } from '@guilde/contracts/sos/input.ts';
import { type HttpBindings, upgradeWebSocket } from '@hono/node-server';
import { Hono } from 'hono';
import type { WebSocket } from 'ws';
import { SERVED_FILE, serveFile } from '../files/serving.ts';
import type { Deps } from '../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  json,
  limitMember,
  params,
  query,
  viewerOf,
} from '../platform/http/http.ts';
import { respondSerialised } from '../platform/http/json.ts';
import { conversationFor } from './conversations.ts';
import { deleteMessage, editMessage, versionsFor } from './corrections.ts';
import { addFile, fileFor, filesFor } from './files.ts';
import { historyFor } from './history.ts';
import { FILES, MESSAGES, SEARCHES, SOCKETS } from './limits.ts';
import { listConversations } from './list.ts';
import { readUpTo, unreadOf } from './reading.ts';
import { searchMessages } from './search.ts';
import { sendMessage } from './sending.ts';

type ConversationDeps = Pick<Deps, 'db' | 'clock' | 'live' | 'jobs' | 'limits' | 'storage' | 'config'>;

export function messageRoutes(deps: ConversationDeps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get(
      '/:conversationId/messages',
      describe('Messages in rising order, before or after a sequence number', historyOutput),
      params(conversationParams),
      query(historyQuery),
      async (c) => {
        const { conversationId } = c.req.valid('param');
        return respondSerialised(c, await historyFor(orm, viewerOf(c), conversationId, c.req.valid('query')));
      },
    )
    .post(
      '/:conversationId/messages',
      describe('Send a message; the same id sent again is the same message', messageOutput, [
        'CONVERSATION_CLOSED',
        'MESSAGE_ID_TAKEN',
        'FILES_GONE',
      ]),
      limitMember(deps.limits, MESSAGES),
      params(conversationParams),
      body(sendMessageInput),
      async (c) => {
        const { conversationId } = c.req.valid('param');
        const sent = await sendMessage(deps, viewerOf(c), conversationId, c.req.valid('json'));
        return c.json(sent.message, 200);
      },
    )
    .put(
      '/:conversationId/messages/:messageId',
      describe('Change the text of my message', messageOutput, [
        'CONVERSATION_CLOSED',
        'MESSAGE_DELETED',
        'MESSAGE_EDIT_TOO_LATE',
        'MESSAGE_NOT_YOURS',
      ]),
      limitMember(deps.limits, MESSAGES),
      params(messageParams),
      body(editMessageInput),
      async (c) =>
        c.json(await editMessage(deps, viewerOf(c), c.req.valid('param'), c.req.valid('json')), 200),
    )
    .delete(
      '/:conversationId/messages/:messageId',
      describe('Delete my message', messageOutput, ['MESSAGE_DELETED', 'MESSAGE_NOT_YOURS']),
      limitMember(deps.limits, MESSAGES),
      params(messageParams),
      async (c) => c.json(await deleteMessage(deps, viewerOf(c), c.req.valid('param')), 200),
    )
    .get(
      '/:conversationId/messages/:messageId/versions',
      describe('What a message said before it was changed', messageVersionsOutput),
      params(messageParams),
      async (c) => c.json(await versionsFor(orm, viewerOf(c), c.req.valid('param')), 200),
    );
}

export function conversationFileRoutes(deps: ConversationDeps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .post(
      '/:conversationId/files',
      describe('Begin to upload a file for a message; the same id again is the same file', uploadOutput, [
        'CONVERSATION_CLOSED',
        'FILE_ID_TAKEN',
        'FILES_MEMBER_FULL',
        'FILES_CONVERSATION_FULL',
        'VOICE_OFF',
        'VOICE_TOO_LONG',
      ]),
      limitMember(deps.limits, FILES),
      params(conversationParams),
      body(fileInput),
      async (c) => {
        const { conversationId } = c.req.valid('param');
        return c.json(await addFile(deps, viewerOf(c), conversationId, c.req.valid('json')), 200);
      },
    )
    .get(
      '/:conversationId/files',
      describe('The files of a conversation by message, the newest first', fileListOutput),
      params(conversationParams),
      query(fileListQuery),
      async (c) => {
        const { conversationId } = c.req.valid('param');
        return c.json(await filesFor(orm, viewerOf(c), conversationId, c.req.valid('query')), 200);
      },
    )
    .get(
      '/:conversationId/files/:fileId/:size',
      describe('A file of a message, for its participants', SERVED_FILE),
      params(conversationFileParams),
      async (c) => {
        const named = c.req.valid('param');
        return serveFile(c, deps, await fileFor(orm, viewerOf(c), named), named.size);
      },
    );
}

export function conversationRoutes(deps: ConversationDeps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get(
      '/',
      describe('My conversations, the newest activity first', conversationPageOutput),
      query(conversationListQuery),
      async (c) => c.json(await listConversations(orm, viewerOf(c), c.req.valid('query')), 200),
    )
    .get(
      '/search',
      describe('Messages of my conversations with all these words, the newest first', messageSearchOutput),
      limitMember(deps.limits, SEARCHES),
      query(messageSearchQuery),
      async (c) => c.json(await searchMessages(orm, viewerOf(c), c.req.valid('query')), 200),
    )
    .get('/unread', describe('What I have not read', unreadOutput), async (c) =>
      c.json(await unreadOf(orm, viewerOf(c).id), 200),
    )
    .get(
      '/by-sos/:sosId',
      describe('The conversation about an SOS, for its participants', conversationOutput),
      params(sosParams),
      async (c) =>
        c.json(await conversationFor(orm, viewerOf(c), 'sosRequestId', c.req.valid('param').sosId), 200),
    )
    .get(
      '/by-event/:eventId',
      describe('The conversation of an event, for its participants', conversationOutput),
      params(eventParams),
      async (c) =>
        c.json(await conversationFor(orm, viewerOf(c), 'eventId', c.req.valid('param').eventId), 200),
    )
    .get(
      '/by-deal/:dealId',
      describe('The conversation of a deal, for its participants', conversationOutput),
      params(dealParams),
      async (c) =>
        c.json(await conversationFor(orm, viewerOf(c), 'dealId', c.req.valid('param').dealId), 200),
    )
    .get(
      '/:conversationId',
      describe('A conversation, for its participants', conversationOutput),
      params(conversationParams),
      async (c) =>
        c.json(await conversationFor(orm, viewerOf(c), 'id', c.req.valid('param').conversationId), 200),
    )
    .put(
      '/:conversationId/read',
      describe('Say how far I have read', unreadOutput),
      params(conversationParams),
      body(readInput),
      async (c) => {
        const { conversationId } = c.req.valid('param');
        return c.json(await readUpTo(deps, viewerOf(c), conversationId, c.req.valid('json').seq), 200);
      },
    );
}

export function liveRoutes({ live, limits }: Pick<Deps, 'live' | 'limits'>) {
  return new Hono<Env>().get(
    '/',
    // OpenAPI has no place for frames, so that those of the server stand where a body would.
    describe(
      'WebSocket: frames say what happens (LiveEvent), and take messages too (ClientFrame)',
      json(liveEvent, 101),
      ['NOT_FOUND'],
    ),
    query(liveQuery),
    limitMember(limits, SOCKETS),
    upgradeWebSocket((c) => {
      const viewer = viewerOf(c);
      const since = c.req.query('since');
      const { socket: stream } = (c.env as HttpBindings).incoming;
      return {
        // The adapter's type describes only a part of the socket of `ws`.
        onOpen: (_event, { raw }) => live.connect(raw as WebSocket, stream, viewer, since),
      };
    }),
  );
}
