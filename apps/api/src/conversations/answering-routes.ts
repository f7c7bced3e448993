import {
  conversationParams,
  messageParams,
  mutedInput,
  reactionInput,
  solutionInput,
  unreadInput,
} from '@guilde/contracts/conversations/input.ts';
import { messageOutput, solutionsOutput, unreadOutput } from '@guilde/contracts/conversations/output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, viewerOf } from '../platform/http/http.ts';
import { markSolution, setReaction, solutionsOf } from './answering.ts';
import { markUnread, setMuted } from './choices.ts';
import { ANSWERS } from './limits.ts';

export function answeringRoutes(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'limits'>) {
  return new Hono<Env>()
    .put(
      '/:conversationId/messages/:messageId/reactions',
      describe('Give or take back my reaction', messageOutput, ['CONVERSATION_CLOSED', 'MESSAGE_DELETED']),
      limitMember(deps.limits, ANSWERS),
      params(messageParams),
      body(reactionInput),
      async (c) =>
        c.json(await setReaction(deps, viewerOf(c), c.req.valid('param'), c.req.valid('json')), 200),
    )
    .put(
      '/:conversationId/messages/:messageId/solution',
      describe('Say what solved the problem: the requester marks, a helper proposes', messageOutput, [
        'CONVERSATION_CLOSED',
        'MESSAGE_DELETED',
        'SOS_NOT_YOURS',
      ]),
      limitMember(deps.limits, ANSWERS),
      params(messageParams),
      body(solutionInput),
      async (c) => {
        const { isSolution } = c.req.valid('json');
        return c.json(await markSolution(deps, viewerOf(c), c.req.valid('param'), isSolution), 200);
      },
    )
    .get(
      '/:conversationId/solutions',
      describe('The messages that solved the problem', solutionsOutput),
      params(conversationParams),
      async (c) =>
        c.json(await solutionsOf(deps.db.orm, viewerOf(c), c.req.valid('param').conversationId), 200),
    )
    .put(
      '/:conversationId/muted',
      describe('Hear only of mentions and answers, or of all again', unreadOutput),
      limitMember(deps.limits, ANSWERS),
      params(conversationParams),
      body(mutedInput),
      async (c) => {
        const { conversationId } = c.req.valid('param');
        const { isMuted } = c.req.valid('json');
        return c.json(await setMuted(deps, viewerOf(c), conversationId, isMuted), 200);
      },
    )
    .put(
      '/:conversationId/unread',
      describe('Count as unread from a message on, until I read again', unreadOutput),
      limitMember(deps.limits, ANSWERS),
      params(conversationParams),
      body(unreadInput),
      async (c) => {
        const { conversationId } = c.req.valid('param');
        return c.json(await markUnread(deps, viewerOf(c), conversationId, c.req.valid('json').seq), 200);
      },
    );
}
