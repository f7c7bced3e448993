import { STATUS_CODES } from 'node:http';
import { AppError, type ErrorBody, errorStatus } from '@guilde/contracts/errors.ts';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isDatabaseUnavailable, loggableError } from '../database/database-errors.ts';
import type { Log } from '../observe/log.ts';
import type { Env } from './http.ts';
import type { identify } from './http-security.ts';

type ViewerOfCookies = Parameters<typeof identify>[0];

/** Locks and network failures are mostly over by then. */
const RETRY_AFTER_SECONDS = '5';

/** Unexpected errors do not reveal their cause. */
export function answerError(log: Log, viewerOfCookies: ViewerOfCookies) {
  return async (error: Error, c: Context<Env>) => {
    const refusal = hasClientDisconnected(c)
      ? new AppError('MALFORMED_REQUEST')
      : (await isAccountGone(error, c, viewerOfCookies))
        ? new AppError('UNAUTHENTICATED')
        : asRefusal(error);
    if (refusal.code === 'INTERNAL' || refusal.code === 'UNAVAILABLE') {
      log.error({ requestId: c.get('requestId'), ...loggableError(error) }, 'request failed');
    }
    if (refusal.code === 'UNAVAILABLE') c.header('Retry-After', RETRY_AFTER_SECONDS);
    if (refusal.code === 'RATE_LIMITED' || refusal.code === 'TOO_BUSY')
      c.header('Retry-After', String(refusal.params.seconds));
    return answerRefusal(refusal, c);
  };
}

function hasClientDisconnected(c: Context<Env>): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return incoming !== undefined && !incoming.complete && incoming.destroyed;
}

async function isAccountGone(
  error: Error,
  c: Context<Env>,
  viewerOfCookies: ViewerOfCookies,
): Promise<boolean> {
  if (!c.get('session') || c.get('apiKey') || asRefusal(error).code !== 'INTERNAL') return false;
  return viewerOfCookies(c.req.header('cookie')).then(
    (viewer) => viewer === null,
    () => false,
  );
}

export function answerNotFound(c: Context<Env>) {
  return answerRefusal(new AppError('NOT_FOUND'), c);
}

function answerRefusal({ code, message, params, fields }: AppError, c: Context<Env>) {
  const status = errorStatus(code);
  const body: ErrorBody = {
    type: `tag:guilde.fr,2026:${code}`,
    title: STATUS_CODES[status] ?? '',
    status,
    detail: message,
    error: { code, message, params, fields, requestId: c.get('requestId') },
  };
  return c.json(body, status, { 'Content-Type': 'application/problem+json' });
}

function asRefusal(error: Error): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException) {
    if (error.status === 413) return new AppError('BODY_TOO_LARGE');
    if (error.status >= 400 && error.status < 500) return new AppError('MALFORMED_REQUEST');
  }
  return new AppError(isDatabaseUnavailable(error) ? 'UNAVAILABLE' : 'INTERNAL');
}
