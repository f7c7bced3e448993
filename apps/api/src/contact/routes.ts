import { contactInput } from '@guilde/contracts/contact/input.ts';
import { rightRequestsOutput } from '@guilde/contracts/contact/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitAddress, signedInOnly, viewerOf } from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { rightRequestsOf, sendContactMessage } from './contact.ts';

const MESSAGES_OF_MEMBER: Limit = { name: 'contact:member', points: 10, seconds: 3600 };
const MESSAGES_OF_ADDRESS: Limit = { name: 'contact:address', points: 10, seconds: 3600 };

export function contactRoutes(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'limits' | 'live'>) {
  const limitWriter = createMiddleware<Env>(async (c, next) => {
    const viewer = c.get('session');
    if (viewer) await deps.limits.consume(MESSAGES_OF_MEMBER, viewer.id);
    await next();
  });
  return new Hono<Env>()
    .get(
      '/rights',
      describe('One’s own requests about data, newest first', rightRequestsOutput),
      signedInOnly,
      async (c) => c.json(await rightRequestsOf(deps.db.orm, viewerOf(c)), 200),
    )
    .post(
      '/',
      describe('Writes to the team; the same id sent again is the same message', done),
      limitAddress(deps.limits, MESSAGES_OF_ADDRESS),
      limitWriter,
      body(contactInput),
      async (c) => {
        await sendContactMessage(deps, c.get('session'), c.req.valid('json'));
        return c.json({ ok: true } as const, 200);
      },
    );
}
