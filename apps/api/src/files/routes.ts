import { AppError } from '@guilde/contracts/errors.ts';
import { fileAltInput, fileParams, filePartParams } from '@guilde/contracts/files/input.ts';
import { uploadOutput } from '@guilde/contracts/files/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitMember,
  params,
  recheckSession,
  viewerOf,
} from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { cancelUpload, describeFile, storePart, uploadState } from './uploads.ts';

/** The limit allows twenty large files. */
const PARTS: Limit = { name: 'file-parts:member', points: 600, seconds: 600 };
const UPLOAD_ACTS: Limit = { name: 'uploads:member', points: 300, seconds: 600 };

/** Uploads begin in the routes of conversations and SOS. */
export function fileRoutes(deps: Deps) {
  const { limits } = deps;
  const limitActs = limitMember(limits, UPLOAD_ACTS);
  return new Hono<Env>()
    .get('/:fileId', describe('How far an upload of mine is', uploadOutput), params(fileParams), async (c) =>
      c.json(await uploadState(deps.db.orm, viewerOf(c), c.req.valid('param').fileId), 200),
    )
    .put(
      '/:fileId/parts/:part',
      describe('Send a part, in order; the same part again is the same part', uploadOutput, [
        'FILE_PART_WRONG',
        'FILES_MEMBER_FULL',
        'FILES_CONVERSATION_FULL',
        'FILE_TYPE_REFUSED',
        'FILE_HAS_MACROS',
        'FILE_PICTURE_UNREADABLE',
        'PICTURE_TOO_LARGE',
        'PICTURE_TOO_SLOW',
        'VOICE_UNREADABLE',
        'VOICE_TOO_LONG',
      ]),
      limitMember(limits, PARTS),
      params(filePartParams),
      async (c) => {
        const content = new Uint8Array(await arrived(c.req.arrayBuffer()));
        await recheckSession(c);
        return c.json(await storePart(deps, viewerOf(c), c.req.valid('param'), content), 200);
      },
    )
    .patch(
      '/:fileId',
      describe('Say what a picture shows, before it is sent', uploadOutput),
      limitActs,
      params(fileParams),
      body(fileAltInput),
      async (c) => {
        const { fileId } = c.req.valid('param');
        return c.json(await describeFile(deps, viewerOf(c), fileId, c.req.valid('json').alt), 200);
      },
    )
    .delete(
      '/:fileId',
      describe('Cancel an upload, or take a file back before it is sent', done),
      limitActs,
      params(fileParams),
      async (c) => {
        await cancelUpload(deps, viewerOf(c), c.req.valid('param').fileId);
        return c.json({ ok: true as const }, 200);
      },
    );
}

/** A client whose body was cut gets no answer. */
async function arrived(content: Promise<ArrayBuffer>): Promise<ArrayBuffer> {
  return content.catch(() => {
    throw new AppError('FILE_PART_WRONG');
  });
}
