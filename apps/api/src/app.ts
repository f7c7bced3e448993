import { AVATAR_MAX_BYTES } from '@guilde/contracts/profiles.ts';
import { Hono } from 'hono';
import { accountRoutes } from './account/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import type { AuthDeps } from './auth/better-auth.ts';
import { authRoutes } from './auth/routes.ts';
import { viewerOfCookies } from './auth/sessions.ts';
import { startAuth } from './auth/start.ts';
import { contactRoutes } from './contact/routes.ts';
import { startContact } from './contact/start.ts';
import { conversationRoutes, liveRoutes } from './conversations/routes.ts';
import { startConversations } from './conversations/start.ts';
import { homeRoutes } from './home/routes.ts';
import { pageParts } from './information/page-parts.ts';
import { informationRoutes } from './information/routes.ts';
import { securityTextRoutes } from './information/security-txt.ts';
import {
  completionRoutes,
  invitationRoutes,
  memberProfileRoutes,
  signUpRoutes,
} from './invitations/routes.ts';
import { startInvitations } from './invitations/start.ts';
import { knowledgeRoutes, solvedRoutes } from './knowledge/routes.ts';
import { startKnowledge } from './knowledge/start.ts';
import { compressAnswers } from './platform/http/compression.ts';
import { adminsOnly, type Env, limitAddress, membersOnly, signedInOnly } from './platform/http/http.ts';
import { answerError, answerNotFound } from './platform/http/http-errors.ts';
import {
  identify,
  keepNothing,
  limitBodies,
  protectPages,
  refuseForeignOrigins,
  traceRequests,
} from './platform/http/http-security.ts';
import { openApiRoutes } from './platform/http/openapi.ts';
import { webRoutes } from './platform/http/web.ts';
import { healthRoutes } from './platform/observe/health.ts';
import { outboxRoutes } from './platform/services/outbox.ts';
import { avatarRoutes, memberRoutes, profileRoutes } from './profiles/routes.ts';
import { startProfiles } from './profiles/start.ts';
import { ratingRoutes } from './ratings/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { startReports } from './reports/start.ts';
import { settingsRoutes } from './settings/routes.ts';
import { askableSosRoutes, sosRoutes } from './sos/routes.ts';
import { startSos } from './sos/start.ts';
import { SPECIFICATION_CALLS } from './specification-calls.ts';

export const VERSION = '0.1.0';

/** All features' routes, in the order of the features; its type is the clients' contract. */
export function features(deps: AuthDeps) {
  return new Hono<Env>()
    .route('/health', healthRoutes(deps))
    .route('/auth', authRoutes(deps))
    .route('/auth', signUpRoutes(deps))
    .use('/profile/*', signedInOnly)
    .route('/profile', profileRoutes(deps))
    .route('/profile', completionRoutes(deps))
    .use('/members/*', membersOnly)
    .route('/members', memberRoutes(deps))
    .route('/members', memberProfileRoutes(deps))
    .use('/avatars/*', signedInOnly)
    .route('/avatars', avatarRoutes(deps))
    .route('/settings', settingsRoutes(deps))
    .route('/invitations', invitationRoutes(deps))
    .use('/conversations/*', membersOnly)
    .route('/conversations', conversationRoutes(deps))
    .use('/live', membersOnly)
    .route('/live', liveRoutes(deps))
    .use('/sos/*', membersOnly)
    .route('/sos', sosRoutes(deps))
    .route('/members', askableSosRoutes(deps))
    .use('/ratings/*', membersOnly)
    .route('/ratings', ratingRoutes(deps))
    .use('/knowledge/*', membersOnly)
    .route('/knowledge', knowledgeRoutes(deps))
    .route('/members', solvedRoutes(deps))
    .use('/reports/*', membersOnly)
    .route('/reports', reportRoutes(deps))
    .route('/contact', contactRoutes(deps))
    .route('/information', informationRoutes(deps))
    .use('/home/*', membersOnly)
    .route('/home', homeRoutes(deps))
    .use('/account/*', signedInOnly)
    .route('/account', accountRoutes(deps))
    .use('/admin/*', adminsOnly)
    .route('/admin', adminRoutes(deps));
}

export type Api = ReturnType<typeof features>;

/** The whole HTTP side: API, its documents, the developer's outbox and the web client. */
export function createApp(deps: AuthDeps): Hono<Env> {
  const app = new Hono<Env>();
  const viewerOf = viewerOfCookies(deps);
  app.onError(answerError(deps.log, viewerOf));
  app.notFound(answerNotFound);
  app.use(traceRequests(deps.config, deps.log));
  app.use(protectPages(deps.config));
  app.use(
    '/api/*',
    keepNothing,
    compressAnswers(deps.config),
    limitAddress(deps.limits, 'request:address'),
    refuseForeignOrigins(deps.config),
  );
  app.use('/api/*', limitBodies('/api/profile/avatar', AVATAR_MAX_BYTES));
  app.use('/api/*', identify(viewerOf, deps.clock));
  app.route('/api', features(deps));
  app.route(
    '/api',
    openApiRoutes(app, { version: VERSION, calls: SPECIFICATION_CALLS, config: deps.config }),
  );
  app.route('/.well-known', securityTextRoutes(deps));
  app.route('/dev/outbox', outboxRoutes(deps));
  app.route('/', webRoutes(deps, pageParts(deps)));
  return app;
}

/** Lets the features do their durable jobs and their regular work, and answer on the live socket. */
export function startFeatures(deps: AuthDeps): void {
  startAuth(deps);
  startProfiles(deps);
  startInvitations(deps);
  startConversations(deps);
  startSos(deps);
  startKnowledge(deps);
  startReports(deps);
  startContact(deps);
}
