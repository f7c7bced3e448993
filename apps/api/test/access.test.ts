import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiDocument } from '../src/platform/http/openapi.ts';
import type { Client } from './client.ts';
import { apiDocument, responseOf } from './declared-answers.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { addPasskey } from './passkeys.ts';
import { granted } from './scenes.ts';
import { withSecondFactor } from './second-factor.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** These routes can be called by people who are not members yet. */
const PUBLIC = [
  'get /api/health',
  'get /api/health/live',
  'get /api/health/ready',
  'post /api/auth/sign-up',
  'post /api/auth/sign-in',
  'post /api/auth/sign-out',
  'post /api/auth/code',
  'post /api/auth/code/verify',
  'post /api/auth/second-factor',
  'post /api/auth/passkeys/request',
  'post /api/auth/passkeys/sign-in',
  'post /api/auth/passkeys/desktop/request',
  'post /api/auth/passkeys/desktop/allow',
  'post /api/auth/passkeys/desktop/sign-in',
  'post /api/auth/email-change/confirm',
  'post /api/auth/email-change/take-back',
  'post /api/auth/reset-request',
  'post /api/auth/reset-password/check',
  'post /api/auth/reset-password',
  'get /api/auth/confirm',
  'post /api/auth/confirm',
  'post /api/auth/confirm/check',
  'post /api/auth/confirm/resend',
  'get /api/auth/account',
  'post /api/invitations/lookup',
  'get /api/invitations/access/{code}',
  'post /api/invitations/access/{code}',
  'post /api/contact',
  'get /api/information/company',
  'get /api/information/figures',
  'get /api/invitations/objection',
  'post /api/invitations/objection',
  'delete /api/invitations/objection',
  'get /api/settings/unsubscribe',
  'post /api/settings/unsubscribe',
  'post /api/mails/resend',
  'post /api/outcomes/question',
  'post /api/outcomes/answers',
  'post /api/outcomes/details',
  'post /api/events/leave',
  'get /api/calendar/{token}',
  'post /api/decisions/contested',
  'post /api/decisions/contests',
];

const SIGNED_IN = [
  'post /api/auth/legal',
  'get /api/contact/rights',
  'get /api/auth/email-change',
  'post /api/auth/email-change',
  'delete /api/auth/email-change',
  'get /api/auth/second-factor',
  'post /api/auth/second-factor/setup',
  'post /api/auth/second-factor/add',
  'post /api/auth/second-factor/prove',
  'post /api/auth/second-factor/recovery-codes',
  'post /api/auth/second-factor/remove',
  'get /api/auth/passkeys',
  'post /api/auth/passkeys',
  'post /api/auth/passkeys/offer',
  'post /api/auth/passkeys/prove',
  'post /api/auth/passkeys/prove/request',
  'post /api/auth/passkeys/desktop/prove',
  'patch /api/auth/passkeys/{passkeyId}',
  'delete /api/auth/passkeys/{passkeyId}',
  'get /api/auth/sessions',
  'delete /api/auth/sessions',
  'delete /api/auth/sessions/{sessionId}',
  'get /api/profile',
  'put /api/profile/step',
  'post /api/profile/complete',
  'put /api/profile/siren',
  'put /api/profile/avatar',
  'delete /api/profile/avatar',
  'get /api/avatars/{file}',
  'get /api/account/personal-data',
  'post /api/account/password',
  'post /api/account/delete',
];

/** These acts ask for the second factor again. */
const GRAVE = [
  'post /api/admin/access/links',
  'post /api/admin/integrations/keys',
  'post /api/admin/integrations/webhooks',
  'put /api/admin/integrations/webhooks/{webhookId}',
  'post /api/admin/integrations/webhooks/{webhookId}/secret',
  'post /api/admin/community/export',
  'post /api/admin/journal/export',
  'post /api/admin/users/export',
  'put /api/admin/invitations/batches',
  'post /api/admin/invitations/batches/{batchId}/remind',
  'put /api/admin/users/{userId}/role',
  'post /api/admin/users/{userId}/delete',
  'post /api/admin/users/{userId}/handover',
  'post /api/admin/events/{eventId}/cancel',
  'post /api/admin/deals/{dealId}/cancel',
  'post /api/admin/ratings/{ratingId}/remove',
  'post /api/admin/sos/{sosId}/delete',
  'post /api/admin/messages/{messageId}/delete',
  'post /api/admin/conversations/{conversationId}/open',
  'post /api/admin/contact/{contactId}/delete',
];

/** These show private data: they ask for the second factor once a working session. */
const READING = [
  'post /api/admin/cases/{caseId}/context',
  'get /api/admin/messages',
  'get /api/admin/messages/{messageId}',
  'get /api/admin/messages/{messageId}/files/{fileId}/{size}',
  'get /api/admin/summaries/{summaryId}',
];

/** These acts change who may enter, or end the account: they ask again for a second factor that exists. */
const OF_HOLDERS = [
  'post /api/auth/email-change',
  'post /api/auth/second-factor/setup',
  'post /api/auth/passkeys/offer',
  'delete /api/auth/passkeys/{passkeyId}',
  'post /api/account/password',
  'post /api/account/delete',
];

/** All other routes are for members, or for administrators if the path begins with /api/admin/. */
const others = await unnamedRoutes();
const BACK_OFFICE = others.filter((route) => route.includes(' /api/admin/'));
const MEMBERS = others.filter((route) => !BACK_OFFICE.includes(route));
/** The guard of a route says in the API's description that the route is for administrators only. */
const described = await apiDocument();
const ADMINS = BACK_OFFICE.filter((route) => {
  const [method = '', path = ''] = route.split(' ');
  return JSON.stringify(responseOf(described, path, method, 403)).includes('ADMIN_ONLY');
});
const TEAM = BACK_OFFICE.filter((route) => !ADMINS.includes(route));
/** Moderators may not call these routes (docs/specification.md#roles). */
const NOT_FOR_MODERATORS =
  /benchmarks|delete|role|handover|export|journal|security|community|overview|messages|conversations|users|saved-filters|invitations|integrations|admin\/sos/;

async function unnamedRoutes(): Promise<string[]> {
  const { paths } = await apiDocument();
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  const named = [...PUBLIC, ...SIGNED_IN];
  expect(named.filter((route) => !routes.includes(route))).toEqual([]);
  return routes.filter((route) => !named.includes(route));
}

let guilde: Guilde;
let administrator: Client;
let moderator: Client;
let member: Client;
let incomplete: Client;
/** This client still has the cookies of the time before the suspension. */
let suspended: Client;
/** This administrator has no second factor, and has signed in with a code that was mailed. */
let unsecured: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  administrator = await guilde.as('nina');
  member = await guilde.as('claire');
  incomplete = await guilde.as('theo');
  suspended = await guilde.as('hugo');
  unsecured = await byMailedCode(await guilde.as('zoe'));
  moderator = await withSecondFactor(guilde, await guilde.as('paul'));
  await administrator.put(`/api/admin/users/${moderator.id}/role`, { role: 'moderator' });
  for (const { id } of [suspended, unsecured])
    await administrator.put(`/api/admin/users/${id}/role`, { role: 'admin' });
  await administrator.post(`/api/admin/users/${suspended.id}/suspend`, { reason: 'Essai', rule: 'misuse' });
});
afterAll(() => guilde.close());

async function byMailedCode({ id, email }: Client): Promise<Client> {
  const client = guilde.visitor();
  granted(await client.post('/api/auth/code', { email }));
  const mail = (await guilde.mails()).findLast(({ to }) => to === email);
  granted(
    await client.post('/api/auth/code/verify', { email, code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] }),
  );
  return Object.assign(client, { id, email });
}

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
  it('is found in the description of the API', () => {
    expect(MEMBERS).toContain('get /api/sos/{sosId}');
    expect(ADMINS).toContain('get /api/admin/users/{userId}');
    expect(TEAM).toContain('get /api/admin/reports');
    expect(TEAM.filter((route) => NOT_FOR_MODERATORS.test(route))).toEqual([]);
    expect(BACK_OFFICE.length + MEMBERS.length).toBeGreaterThan(60);
  });

  it('says what it answers: a schema with a name, a file or a redirection', async () => {
    const { paths, components } = await apiDocument();
    const without = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { responses }]) => !isSaid(responses))
        .map(([method]) => `${method} ${path}`),
    );
    expect(without).toEqual([]);
    expect(Object.keys(components?.schemas ?? {})).toContain('SosDetail');
  });

  it.each([...SIGNED_IN, ...MEMBERS, ...BACK_OFFICE])('refuses a visitor: %s', async (route) => {
    expect(await knock(guilde.visitor(), route)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it.each([...SIGNED_IN, ...MEMBERS, ...BACK_OFFICE])(
    'refuses a suspended administrator: %s',
    async (route) => {
      expect(await knock(suspended, route)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    },
  );

  it.each(ADMINS)('is not for moderators: %s', async (route) => {
    expect(await knock(moderator, route)).toMatchObject({ status: 403, code: 'ADMIN_ONLY' });
  });

  it.each([
    ...BACK_OFFICE.map((route) => ['administrators', route] as const),
    ...TEAM.map((route) => ['moderators', route] as const),
  ])('is for %s: %s', async (who, route) => {
    expect(await knock(member, route)).toMatchObject({ status: 403, code: 'TEAM_ONLY' });
    const { status, text } = await knock(who === 'moderators' ? moderator : administrator, route);
    expect([200, 404, 409, 422]).toContain(status);
    expect(text).not.toMatch(/SQLITE|select |insert |at .*\.ts/i);
  });

  it.each(BACK_OFFICE)('asks an administrator for a second factor: %s', async (route) => {
    expect(await knock(unsecured, route)).toMatchObject({ status: 403, code: 'SECOND_FACTOR_REQUIRED' });
  });

  it('asks for the second factor again for grave acts after 15 minutes, to read private data after 8 hours', async () => {
    const asked = async () => {
      const refused: string[] = [];
      for (const route of BACK_OFFICE)
        if ((await knock(administrator, route)).code === 'PROOF_REQUIRED') refused.push(route);
      return refused.sort();
    };
    const { prove } = administrator;
    const everything = [...GRAVE, ...READING].toSorted();
    administrator.prove = undefined;
    guilde.clock.advance(16 * 60_000);
    expect(await asked()).toEqual(GRAVE.toSorted());
    guilde.clock.advance(8 * 3_600_000);
    expect(await asked()).toEqual(everything);
    administrator.prove = prove;
    for (const route of everything) expect((await knock(administrator, route)).status).not.toBe(403);
  });

  it('asks a member who has a second factor for it again, before the account changes hands or ends', async () => {
    const asked = async (client: Client) => {
      const refused: string[] = [];
      for (const route of SIGNED_IN)
        if ((await knock(client, route)).code === 'PROOF_REQUIRED') refused.push(route);
      return refused.sort();
    };
    const holder = await withSecondFactor(guilde, await guilde.as('lucie'));
    holder.prove = undefined;
    expect(await asked(holder)).toEqual([]);
    guilde.clock.advance(16 * 60_000);
    expect(await asked(holder)).toEqual(OF_HOLDERS.toSorted());
    // A member without a second factor gives the password only; a passkey does not make the act ask for more.
    const karim = await guilde.as('karim');
    await addPasskey(guilde, karim);
    guilde.clock.advance(16 * 60_000);
    expect(await asked(karim)).toEqual([]);
  });

  it.each([...MEMBERS, ...BACK_OFFICE])('asks for a complete profile: %s', async (route) => {
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
