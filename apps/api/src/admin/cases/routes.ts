import { caseParams } from '@guilde/contracts/cases/input.ts';
import { adminCaseOutput, caseContextOutput } from '@guilde/contracts/cases/output.ts';
import { Hono } from 'hono';
import type { Deps } from '../../platform/deps.ts';
import {
  describe,
  type Env,
  limitMember,
  params,
  readingProofOnly,
  viewerOf,
} from '../../platform/http/http.ts';
import { ADMIN_ACTS } from '../limits.ts';
import { caseDetail, closeCase } from './cases.ts';
import { caseContext } from './context.ts';

export function caseRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get(
      '/:caseId',
      describe('What is reported about a member or a message, with its history', adminCaseOutput),
      params(caseParams),
      async (c) => c.json(await caseDetail(orm, viewerOf(c), c.req.valid('param').caseId), 200),
    )
    .post(
      '/:caseId/context',
      describe('Read a reported message with the few around it', caseContextOutput),
      readingProofOnly(deps.clock),
      limitMember(deps.limits, ADMIN_ACTS),
      params(caseParams),
      async (c) => c.json(await caseContext(deps, viewerOf(c), c.req.valid('param').caseId), 200),
    )
    .post('/:caseId/close', ...closeCase.handlers(deps));
}
