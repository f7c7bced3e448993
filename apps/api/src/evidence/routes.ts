import { evidenceQuery } from '@guilde/contracts/evidence/input.ts';
import { evidenceOutput } from '@guilde/contracts/evidence/output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, limitMember, query, recheckSession, viewerOf } from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { evidenceOf, sendEvidence } from './evidence.ts';

/** Decoding a picture occupies a core. */
const EVIDENCE: Limit = { name: 'evidence:member', points: 20, seconds: 3600 };

export function evidenceRoutes(deps: Deps) {
  return new Hono<Env>()
    .get(
      '/',
      describe('What the team asks me to show; null: nothing', evidenceOutput.nullable()),
      async (c) => c.json(await evidenceOf(deps.db.orm, viewerOf(c).id), 200),
    )
    .put(
      '/file',
      describe('Show it: a picture or a PDF, which goes with the decision', evidenceOutput, [
        'EVIDENCE_NOT_ASKED',
        'BODY_TOO_LARGE',
        'EVIDENCE_TYPE_REFUSED',
        'FILE_TYPE_REFUSED',
        'FILE_HAS_MACROS',
        'FILE_PICTURE_UNREADABLE',
        'PICTURE_TOO_LARGE',
        'PICTURE_TOO_SLOW',
      ]),
      limitMember(deps.limits, EVIDENCE),
      query(evidenceQuery),
      async (c) => {
        const content = new Uint8Array(await c.req.arrayBuffer());
        await recheckSession(c);
        return c.json(await sendEvidence(deps, viewerOf(c), c.req.valid('query').name, content), 200);
      },
    );
}
