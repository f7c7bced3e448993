import { reportInput } from '@guilde/contracts/reports-input.ts';
import { reportedOutput } from '@guilde/contracts/reports-output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, viewerOf } from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { reportMember } from './reports.ts';

const REPORTS: Limit = { name: 'reports:member', points: 10, seconds: 3600 };

export function reportRoutes(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'limits' | 'live'>) {
  return new Hono<Env>().post(
    '/',
    describe(
      'Reports a member to the administrators; the same id sent again is the same report',
      reportedOutput,
      ['NOT_FOUND', 'REPORT_SELF', 'REPORT_PENDING'],
    ),
    limitMember(deps.limits, REPORTS),
    body(reportInput),
    async (c) => c.json(await reportMember(deps, viewerOf(c), c.req.valid('json')), 200),
  );
}
