import { AppError } from '@guilde/contracts/errors.ts';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { validator } from 'hono-openapi';
import { z } from 'zod';
import { type Env, recheckSession } from '../platform/http/http.ts';

const MULTIPART = /^multipart\/form-data;\s*boundary="?([^\s";]{1,70})"?$/i;
const PART_HEAD_MAX = 4096;

/** A form has two boundaries around its only part. */
function isSinglePart(type: string, form: Buffer): boolean {
  const boundary = MULTIPART.exec(type)?.[1];
  if (boundary === undefined) return false;
  const head = form.subarray(0, PART_HEAD_MAX).indexOf('\r\n\r\n');
  const end = form.indexOf(boundary, head);
  return head > 0 && end > 0 && form.indexOf(boundary, end + boundary.length) === -1;
}

/** A large form may have 60,000 parts before its picture, which would block the process. */
export const singlePartOnly = createMiddleware<Env>(async (c, next) => {
  const form = Buffer.from(await c.req.arrayBuffer());
  if (!isSinglePart(c.req.header('content-type') ?? '', form)) throw new AppError('AVATAR_MISSING');
  await next();
});

export const avatarForm = validator('form', z.object({ file: z.file() }), async (result, c: Context) => {
  if (!result.success) throw new AppError('AVATAR_MISSING');
  await recheckSession(c);
});
