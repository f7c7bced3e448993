import {
  adminContactQuery,
  adminMessagesQuery,
  adminSosQuery,
  contactAnswerInput,
  contactParams,
  contactStatusInput,
  messageParams,
  optionalReasonInput,
  sosStatusInput,
} from '@guilde/contracts/admin-input.ts';
import { sosParams } from '@guilde/contracts/sos-input.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, query, viewerOf } from '../platform/http/http.ts';
import { answerContact, contactDetail, deleteContact, listContact, setContactStatus } from './contact.ts';
import { deleteMessage, listMessages, messageDetail } from './messages.ts';
import { noteReadings, readingsOf } from './readings.ts';
import { adminSosDetail, listAllSos } from './sos.ts';
import { deleteSos, requestSosSummary, setStatus } from './sos-acts.ts';

/** SOS of all: `/api/admin/sos`. */
export function allSosRoutes(deps: Deps) {
  const { orm } = deps.db;
  const limitActs = limitMember(deps.limits, 'admin-act:member');
  return new Hono<Env>()
    .get(
      '/',
      describe('All SOS, newest first', 'AdminSosPage', ['INVALID_INPUT']),
      query(adminSosQuery),
      async (c) => c.json(await listAllSos(deps, c.req.valid('query')), 200),
    )
    .get(
      '/:sosId',
      describe('An SOS in full', 'AdminSosDetail', ['NOT_FOUND']),
      params(sosParams),
      async (c) => c.json(await adminSosDetail(deps, orm, c.req.valid('param').sosId), 200),
    )
    .put(
      '/:sosId/status',
      describe('Give an SOS any status', 'AdminSosDetail', [
        'NOT_FOUND',
        'INVALID_INPUT',
        'SOS_STATUS_UNCHANGED',
        'RATE_LIMITED',
      ]),
      limitActs,
      params(sosParams),
      body(sosStatusInput),
      async (c) => {
        const { sosId } = c.req.valid('param');
        return c.json(await setStatus(deps, viewerOf(c), sosId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:sosId/summary',
      describe('Ask for the AI summary', 'AdminSosDetail', [
        'NOT_FOUND',
        'SUMMARY_NOTHING_TO_SAY',
        'SUMMARY_EXISTS',
        'SUMMARY_UNDER_WAY',
        'RATE_LIMITED',
      ]),
      limitActs,
      params(sosParams),
      async (c) => c.json(await requestSosSummary(deps, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .post(
      '/:sosId/delete',
      describe('Remove an SOS with its chat and its ratings', '{ ok }', [
        'NOT_FOUND',
        'INVALID_INPUT',
        'RATE_LIMITED',
      ]),
      limitActs,
      params(sosParams),
      body(optionalReasonInput),
      async (c) => {
        await deleteSos(deps, viewerOf(c), c.req.valid('param').sosId, c.req.valid('json'));
        return c.json({ ok: true } as const, 200);
      },
    );
}

/** What was written in chats: `/api/admin/messages`. */
export function allMessagesRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get(
      '/',
      describe('Messages of all chats, newest first', 'AdminMessagePage', ['INVALID_INPUT']),
      query(adminMessagesQuery),
      async (c) => {
        const page = await listMessages(orm, c.req.valid('query'));
        await noteReadings(deps, viewerOf(c), readingsOf(page.items));
        return c.json(page, 200);
      },
    )
    .get(
      '/:messageId',
      describe('A message', 'AdminMessage', ['NOT_FOUND']),
      params(messageParams),
      async (c) => {
        const message = await messageDetail(orm, c.req.valid('param').messageId);
        await noteReadings(deps, viewerOf(c), readingsOf([message]));
        return c.json(message, 200);
      },
    )
    .post(
      '/:messageId/delete',
      describe('Remove the text of a message', 'AdminMessage', [
        'NOT_FOUND',
        'INVALID_INPUT',
        'MESSAGE_DELETED',
        'RATE_LIMITED',
      ]),
      limitMember(deps.limits, 'admin-act:member'),
      params(messageParams),
      body(optionalReasonInput),
      async (c) => {
        const { messageId } = c.req.valid('param');
        return c.json(await deleteMessage(deps, viewerOf(c), messageId, c.req.valid('json')), 200);
      },
    );
}

/** What was written to the team: `/api/admin/contact`. */
export function contactInboxRoutes(deps: Deps) {
  const { orm } = deps.db;
  const limitActs = limitMember(deps.limits, 'admin-act:member');
  return new Hono<Env>()
    .get(
      '/',
      describe('Messages to the team, newest first', 'AdminContactPage', ['INVALID_INPUT']),
      query(adminContactQuery),
      async (c) => c.json(await listContact(orm, c.req.valid('query')), 200),
    )
    .get(
      '/:contactId',
      describe('A message to the team with its answers', 'AdminContactDetail', ['NOT_FOUND']),
      params(contactParams),
      async (c) => c.json(await contactDetail(orm, c.req.valid('param').contactId), 200),
    )
    .put(
      '/:contactId/status',
      describe('Take a message in charge, or end it', 'AdminContactDetail', [
        'NOT_FOUND',
        'INVALID_INPUT',
        'CONTACT_STATUS_PASSED',
        'RATE_LIMITED',
      ]),
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
      describe('Answer by e-mail; the same id sent again is the same answer', 'AdminContactDetail', [
        'NOT_FOUND',
        'INVALID_INPUT',
        'RATE_LIMITED',
      ]),
      limitActs,
      params(contactParams),
      body(contactAnswerInput),
      async (c) => {
        const { contactId } = c.req.valid('param');
        return c.json(await answerContact(deps, viewerOf(c), contactId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:contactId/delete',
      describe('Remove a message to the team', '{ ok }', ['NOT_FOUND', 'INVALID_INPUT', 'RATE_LIMITED']),
      limitActs,
      params(contactParams),
      body(optionalReasonInput),
      async (c) => {
        await deleteContact(deps, viewerOf(c), c.req.valid('param').contactId, c.req.valid('json'));
        return c.json({ ok: true } as const, 200);
      },
    );
}
