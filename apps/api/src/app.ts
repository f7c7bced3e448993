import { BULK_BYTES_MAX } from '@guilde/contracts/bulk-invitations/rules.ts';
import { EVIDENCE_MAX_BYTES } from '@guilde/contracts/evidence/rules.ts';
import { FILE_PART_BYTES } from '@guilde/contracts/files/rules.ts';
import { AVATAR_MAX_BYTES } from '@guilde/contracts/profiles/rules.ts';
import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import type { ExtractSchema, Schema } from 'hono/types';
import { account } from './account/index.ts';
import { admin } from './admin/index.ts';
import { announcements } from './announcements/index.ts';
import { ROUTES_OF_KEYS, viewerOfKey } from './auth/api-keys.ts';
import type { AuthDeps } from './auth/better-auth.ts';
import { auth } from './auth/index.ts';
import { viewerOfCookies } from './auth/sessions.ts';
import { benchmarks } from './benchmarks/index.ts';
import { contact } from './contact/index.ts';
import { conversations } from './conversations/index.ts';
import { credentials } from './credentials/index.ts';
import { deals } from './deals/index.ts';
import { events } from './events/index.ts';
import { evidence } from './evidence/index.ts';
import { files } from './files/index.ts';
import { home } from './home/index.ts';
import { incidents } from './incidents/index.ts';
import { information } from './information/index.ts';
import { pageParts } from './information/page-parts.ts';
import { securityTextRoutes } from './information/security-txt.ts';
import { invitations } from './invitations/index.ts';
import { knowledge } from './knowledge/index.ts';
import { NOTICE_SOURCES } from './notice-sources.ts';
import { notices } from './notices/index.ts';
import { startNotices } from './notices/start.ts';
import { outcomes } from './outcomes/index.ts';
import type { Deletion } from './platform/deletion.ts';
import { compressAnswers } from './platform/http/compression.ts';
import { type Env, limitAddress } from './platform/http/http.ts';
import { answerError, answerNotFound } from './platform/http/http-errors.ts';
import {
  identify,
  limitBodies,
  noStore,
  protectPages,
  refuseForeignOrigins,
  traceRequests,
} from './platform/http/http-security.ts';
import { openApiRoutes } from './platform/http/openapi.ts';
import type { Limit } from './platform/http/rate-limit.ts';
import { webRoutes } from './platform/http/web.ts';
import { healthRoutes } from './platform/observe/health.ts';
import type { PersonalData } from './platform/personal-data.ts';
import { platformDeletions, startRetention } from './platform/retention.ts';
import { outboxRoutes } from './platform/services/outbox.ts';
import { resendWebhookRoutes } from './platform/services/resend-webhook.ts';
import { VERSION } from './platform/version.ts';
import { profiles } from './profiles/index.ts';
import { ratings } from './ratings/index.ts';
import { reports } from './reports/index.ts';
import { settings } from './settings/index.ts';
import { sos } from './sos/index.ts';
import { SPECIFICATION_CALLS } from './specification-calls.ts';
import { WEBHOOK_SOURCES } from './webhook-sources.ts';
import { startWebhooks, webhooks } from './webhooks/index.ts';

const REQUESTS: Limit = { name: 'request:address', points: 3000, seconds: 60 };

/** Mail programs send these for their users, some with an origin of their own (RFC 8058). */
const ONE_CLICK = ['/api/settings/unsubscribe', '/api/invitations/objection'];

const LARGE_BODIES = [
  { path: /^\/api\/profile\/avatar$/, maxBytes: AVATAR_MAX_BYTES, code: 'IMAGE_TOO_HEAVY' },
  { path: /^\/api\/evidence\/file$/, maxBytes: EVIDENCE_MAX_BYTES, code: 'BODY_TOO_LARGE' },
  {
    path: /^\/api\/admin\/invitations\/batches(?:\/preview)?$/,
    maxBytes: 2 * BULK_BYTES_MAX,
    code: 'BODY_TOO_LARGE',
  },
  { path: /^\/api\/files\/[^/]+\/parts\/\d+$/, maxBytes: FILE_PART_BYTES, code: 'BODY_TOO_LARGE' },
] as const;

type Feature = {
  routes: (deps: AuthDeps) => Hono<Env, Schema>;
  start?: (deps: AuthDeps) => void;
  personalData?: (deps: AuthDeps) => PersonalData;
  retention?: (deps: AuthDeps) => Deletion[];
};

/** Each imports only from those before it (scripts/boundaries.ts). */
const FEATURES = [
  auth,
  credentials,
  profiles,
  settings,
  webhooks,
  notices,
  invitations,
  files,
  evidence,
  conversations,
  sos,
  ratings,
  events,
  deals,
  knowledge,
  outcomes,
  incidents,
  benchmarks,
  reports,
  contact,
  information,
  announcements,
  home,
  account,
  admin,
] as const satisfies readonly Feature[];

export type Api = Hono<Env, ExtractSchema<ReturnType<(typeof FEATURES)[number]['routes']>>>;

export function features(deps: AuthDeps): Hono<Env> {
  const app = new Hono<Env>().route('/health', healthRoutes(deps)).route('/mails', resendWebhookRoutes(deps));
  for (const { routes } of FEATURES) app.route('/', routes(deps));
  return app;
}

export function createApp(deps: AuthDeps): Hono<Env> {
  const app = new Hono<Env>();
  const viewerOf = viewerOfCookies(deps);
  app.onError(answerError(deps.log, viewerOf));
  app.notFound(answerNotFound);
  app.use(requestId({ limitLength: 64 }));
  app.use(traceRequests(deps.config, deps.log));
  app.use(protectPages(deps));
  app.use(
    '/api/*',
    noStore,
    compressAnswers(deps.config),
    limitAddress(deps.limits, REQUESTS),
    refuseForeignOrigins(deps.config, ONE_CLICK),
  );
  app.use('/api/*', limitBodies(LARGE_BODIES));
  app.use('/api/*', identify(viewerOf, viewerOfKey(deps), deps.clock));
  app.route('/api', features(deps));
  app.route(
    '/api',
    openApiRoutes(app, {
      version: VERSION,
      scopes: ROUTES_OF_KEYS,
      calls: SPECIFICATION_CALLS,
      config: deps.config,
    }),
  );
  app.route('/.well-known', securityTextRoutes(deps));
  app.route('/dev/outbox', outboxRoutes(deps));
  app.route('/', webRoutes(deps, pageParts(deps)));
  return app;
}

export function startFeatures(deps: AuthDeps): void {
  for (const feature of FEATURES as readonly Feature[]) {
    feature.start?.(deps);
    if (feature.personalData) deps.personalData.push(feature.personalData(deps));
    if (feature.retention) deps.retention.push(...feature.retention(deps));
  }
  startNotices(deps, NOTICE_SOURCES);
  startWebhooks(deps, WEBHOOK_SOURCES);
  deps.retention.push(...platformDeletions(deps));
  startRetention(deps);
}
