import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiDocument } from '../src/platform/http/openapi.ts';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** Who may call a route at all. Every route of the OpenAPI document must be named here. */
const PUBLIC = [
  'get /api/health',
  'get /api/health/live',
  'get /api/health/ready',
  'post /api/auth/sign-up',
  'post /api/auth/sign-in',
  'post /api/auth/sign-out',
  'post /api/auth/code',
  'post /api/auth/code/verify',
  'post /api/auth/reset-request',
  'post /api/auth/reset-password/check',
  'post /api/auth/reset-password',
  'get /api/auth/confirm',
  'post /api/auth/confirm',
  'post /api/auth/confirm/check',
  'post /api/auth/confirm/resend',
  'get /api/auth/account',
  'post /api/invitations/lookup',
  'post /api/contact',
  'get /api/information/company',
  'get /api/information/figures',
  'get /api/settings/unsubscribe',
  'post /api/settings/unsubscribe',
];

const SIGNED_IN = [
  'get /api/auth/sessions',
  'delete /api/auth/sessions',
  'delete /api/auth/sessions/{sessionId}',
  'get /api/profile',
  'put /api/profile/step',
  'post /api/profile/complete',
  'put /api/profile/avatar',
  'delete /api/profile/avatar',
  'get /api/avatars/{file}',
  'get /api/account/personal-data',
  'post /api/account/password',
  'post /api/account/delete',
];

const MEMBERS = [
  'patch /api/profile',
  'get /api/members',
  'get /api/members/top-helpers',
  'get /api/members/{memberId}',
  'get /api/members/{memberId}/solved',
  'get /api/members/{memberId}/askable-sos',
  'get /api/settings',
  'put /api/settings',
  'get /api/invitations',
  'post /api/invitations',
  'post /api/invitations/{invitationId}/link',
  'delete /api/invitations/{invitationId}',
  'get /api/conversations',
  'get /api/conversations/unread',
  'get /api/conversations/by-sos/{sosId}',
  'get /api/conversations/{conversationId}',
  'get /api/conversations/{conversationId}/messages',
  'post /api/conversations/{conversationId}/messages',
  'put /api/conversations/{conversationId}/read',
  'get /api/live',
  'get /api/sos',
  'post /api/sos',
  'get /api/sos/{sosId}',
  'post /api/sos/{sosId}/view',
  'post /api/sos/{sosId}/join',
  'post /api/sos/{sosId}/leave',
  'post /api/sos/{sosId}/help-requests',
  'post /api/sos/{sosId}/close',
  'post /api/sos/{sosId}/reopen',
  'get /api/ratings/helpers/{sosId}',
  'post /api/ratings/resolve/{sosId}',
  'get /api/ratings/stats/{memberId}',
  'post /api/reports',
  'get /api/knowledge',
  'get /api/knowledge/overview',
  'get /api/knowledge/{summaryId}',
  'post /api/knowledge/suggestions',
  'post /api/knowledge/{summaryId}/openings',
  'get /api/home',
];

const ADMINS = [
  'get /api/admin/overview',
  'get /api/admin/journal',
  'post /api/admin/journal/export',
  'get /api/admin/journal/{entryId}',
  'get /api/admin/security',
  'get /api/admin/users',
  'get /api/admin/users/{userId}',
  'post /api/admin/users/{userId}/suspend',
  'post /api/admin/users/{userId}/restore',
  'put /api/admin/users/{userId}/role',
  'post /api/admin/users/{userId}/delete',
  'get /api/admin/reports',
  'get /api/admin/reports/{reportId}',
  'post /api/admin/reports/{reportId}/decide',
  'get /api/admin/sos',
  'get /api/admin/sos/{sosId}',
  'put /api/admin/sos/{sosId}/status',
  'post /api/admin/sos/{sosId}/summary',
  'post /api/admin/sos/{sosId}/delete',
  'get /api/admin/messages',
  'get /api/admin/messages/{messageId}',
  'post /api/admin/messages/{messageId}/delete',
  'get /api/admin/summaries',
  'get /api/admin/summaries/jobs',
  'post /api/admin/summaries/jobs/{sosId}/retry',
  'get /api/admin/summaries/{summaryId}',
  'post /api/admin/summaries/{summaryId}/approve',
  'post /api/admin/summaries/{summaryId}/reject',
  'post /api/admin/summaries/{summaryId}/withdraw',
  'put /api/admin/summaries/{summaryId}/prompt',
  'post /api/admin/summaries/{summaryId}/regenerate',
  'get /api/admin/contact',
  'get /api/admin/contact/{contactId}',
  'put /api/admin/contact/{contactId}/status',
  'post /api/admin/contact/{contactId}/answers',
  'post /api/admin/contact/{contactId}/delete',
];

let guilde: Guilde;
let administrator: Client;
let member: Client;
let incomplete: Client;
/** Still has the cookies of before the suspension. */
let suspended: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  administrator = await guilde.as('nina');
  member = await guilde.as('claire');
  incomplete = await guilde.as('theo');
  suspended = await guilde.as('hugo');
  await administrator.put(`/api/admin/users/${suspended.id}/role`, { role: 'admin' });
  await administrator.post(`/api/admin/users/${suspended.id}/suspend`, { reason: 'Essai', rule: 'misuse' });
});
afterAll(() => guilde.close());

function isSaid(responses: ApiDocument['paths'][string][string]['responses'] = {}): boolean {
  if (responses[101] || responses[302]) return true;
  const [content] = Object.entries(responses[200]?.content ?? {});
  return content !== undefined && (content[0] !== 'application/json' || content[1].schema !== undefined);
}

async function knock(client: Client, route: string) {
  const [method = '', path = ''] = route.split(' ');
  const address = path.replace(/\{\w+\}/g, UNKNOWN);
  const body = ['get', 'delete'].includes(method)
    ? {}
    : { body: '{}', headers: { 'content-type': 'application/json' } };
  const answer = await client.request(address, { method: method.toUpperCase(), ...body });
  const text = await answer.text();
  const code = /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? '';
  return { status: answer.status, code, text };
}

describe('every route of the API', () => {
  it('is listed here with who may call it', async () => {
    const { body } = await guilde
      .visitor()
      .get<{ paths: Record<string, Record<string, unknown>> }>('/api/openapi.json');
    const routes = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(routes.sort()).toEqual([...PUBLIC, ...SIGNED_IN, ...MEMBERS, ...ADMINS].sort());
  });

  it('says what it answers: a schema with a name, a file or a redirection', async () => {
    const { body } = await guilde.visitor().get<ApiDocument>('/api/openapi.json');
    const without = Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { responses }]) => !isSaid(responses))
        .map(([method]) => `${method} ${path}`),
    );
    expect(without).toEqual([]);
    expect(Object.keys(body.components?.schemas ?? {})).toContain('SosDetail');
  });

  it.each([...SIGNED_IN, ...MEMBERS, ...ADMINS])('refuses a visitor: %s', async (route) => {
    expect(await knock(guilde.visitor(), route)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it.each([...SIGNED_IN, ...MEMBERS, ...ADMINS])('refuses a suspended administrator: %s', async (route) => {
    expect(await knock(suspended, route)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it.each(ADMINS)('is for administrators: %s', async (route) => {
    expect(await knock(member, route)).toMatchObject({ status: 403, code: 'ADMIN_ONLY' });
    const { status, text } = await knock(administrator, route);
    expect([200, 404, 409, 422]).toContain(status);
    expect(text).not.toMatch(/SQLITE|select |insert |at .*\.ts/i);
  });

  it.each([...MEMBERS, ...ADMINS])('asks for a complete profile: %s', async (route) => {
    expect(await knock(incomplete, route)).toMatchObject({ status: 403, code: 'PROFILE_INCOMPLETE' });
  });

  it.each([...MEMBERS, ...SIGNED_IN.filter((route) => !/^(delete|post) /.test(route))])(
    'never breaks for a member who names what does not exist: %s',
    async (route) => {
      const { status, text } = await knock(member, route);
      expect([200, 404, 422, 400, 415, 426]).toContain(status);
      expect(text).not.toMatch(/SQLITE|select |insert |at .*\.ts/i);
    },
  );
});

describe('what is not there', () => {
  it.each(['/api/nothing', '/api/sos/not-an-id', `/api/sos/${UNKNOWN}`, `/api/conversations/${UNKNOWN}`])(
    'is not found: %s',
    async (path) => {
      const answer = await member.get(path);
      expect(answer.status).toBe(404);
      expect(answer.error.code).toBe('NOT_FOUND');
    },
  );
});
