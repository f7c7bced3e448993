import { get, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { auditEntries } from '../src/platform/database/tables.ts';
import { pageHeaders } from '../src/platform/http/http-security.ts';
import { outboxUrl } from '../src/platform/services/outbox.ts';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { PASSWORD } from './people.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  guilde = await startGuilde({ rateLimits: true });
  [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
});
afterAll(() => guilde.close());

const json = { 'content-type': 'application/json' };

describe('requests that are not what they should be', () => {
  it.each([
    ['malformed JSON', '{"title":', 400, 'MALFORMED_REQUEST'],
    ['wrong types', '{"title":12,"description":[],"category":null}', 422, 'INVALID_INPUT'],
    ['an empty body', '', 400, 'MALFORMED_REQUEST'],
  ])('are refused clearly: %s', async (_, body, status, code) => {
    const answer = await claire.request('/api/sos', { method: 'POST', headers: json, body });
    expect(answer.status).toBe(status);
    const { error } = (await answer.json()) as {
      error: { code: string; message: string; requestId: string };
    };
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/^[A-ZÀ-Ý]/);
    expect(error.requestId).toBe(answer.headers.get('x-request-id'));
  });

  it('may not be larger than 64 KiB', async () => {
    const answer = await claire.post('/api/sos', { description: 'x'.repeat(70_000) });
    expect(answer.status).toBe(413);
    expect(answer.error.code).toBe('BODY_TOO_LARGE');
  });

  it('must be JSON', async () => {
    const answer = await claire.request('/api/sos', {
      method: 'POST',
      body: 'title=x',
      headers: { 'content-type': 'text/plain' },
    });
    expect([400, 415, 422]).toContain(answer.status);
  });
});

describe('requests from another site', () => {
  it.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
    'change nothing: %o',
    async (headers) => {
      const answer = await claire.request('/api/sos', {
        method: 'POST',
        headers: { ...json, ...headers },
        body: '{}',
      });
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain('FOREIGN_ORIGIN');
    },
  );

  it('do not get a socket', async () => {
    const cookie = [...claire.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const socket = new WebSocket(`${guilde.url.replace('http', 'ws')}/api/live`, {
      headers: { cookie },
      origin: 'https://evil.example',
    });
    const status = await new Promise((resolve) => {
      socket.once('unexpected-response', (_, answer) => resolve(answer.statusCode));
      socket.once('open', () => resolve('open'));
    });
    expect(status).toBe(403);
  });
});

describe('answers', () => {
  it('carry strict security headers, refusals too', async () => {
    for (const path of ['/', '/api/health', '/api/sos']) {
      const { headers } = await guilde.visitor().request(path);
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe-eval');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      // This keeps addresses that hold a secret, such as invitations, from other sites.
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-request-id')).toBeTruthy();
    }
  });

  it('ask browsers for https, where that is the address', () => {
    const headers = new Map(pageHeaders({ publicUrl: 'https://guilde.example' }));
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
    expect(new Map(pageHeaders({ publicUrl: guilde.url })).has('Strict-Transport-Security')).toBe(false);
  });

  it.each(['/', '/api/home'])('do not echo a request (TRACE %s)', async (path) => {
    const headers = { 'x-secret': 'not-to-be-seen' };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(new URL(path, guilde.url), { method: 'TRACE', headers }, resolve);
      asked.on('error', reject).end();
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(await text(answer)).not.toContain('not-to-be-seen');
  });

  it('about a person are kept by no cache', async () => {
    expect((await claire.get('/api/home')).headers.get('cache-control')).toBe('no-store');
  });

  it('say that the service is live and ready', async () => {
    const { status, body } = await guilde.visitor().get<{ ready: boolean }>('/api/health');
    expect([status, body.ready]).toEqual([200, true]);
  });

  it('describe the API for people too', async () => {
    const page = await guilde.visitor().request('/api/docs');
    expect(await page.text()).toContain('/api/conversations/{conversationId}/messages');
  });
});

describe('limits', () => {
  it('stop somebody who guesses a password, and say how long to wait', async () => {
    const visitor = guilde.visitor();
    const attempt = () =>
      visitor.post('/api/auth/sign-in', { email: claire.email, password: 'pas-le-bon-du-tout' });
    let answer = await attempt();
    for (let i = 0; i < 12 && answer.status !== 429; i++) answer = await attempt();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.error.message).toMatch(/Réessaie dans/);
  });

  it('do not stop the others', async () => {
    const answer = await guilde
      .visitor()
      .post('/api/auth/sign-in', { email: karim.email, password: PASSWORD });
    expect(answer.status).toBe(200);
  });
});

describe('the socket', () => {
  it('is refused without a session', async () => {
    await expect(guilde.visitor().live()).rejects.toThrow('401');
  });

  it('answers a frame that only a newer client would send with the reason, and stays open', async () => {
    const live = await claire.live();
    live.send(JSON.stringify({ type: 'message.created' }));
    expect((await live.next('refused')).reason).toMatch(/erreur technique/);
    live.send({ type: 'ping' });
    await live.next('pong');
    live.close();
  });

  it('closes at a frame that no client of ours would send', async () => {
    const live = await claire.live();
    live.send('x'.repeat(70_000));
    expect(await live.closed).toBe(1009);
  });

  it('closes on a client that never stops talking', async () => {
    const live = await claire.live();
    for (let i = 0; i < 500; i++) live.send({ type: 'ping' });
    // A client that still sends is cut off, and may not receive the code.
    expect([4003, 1006]).toContain(await live.closed);
  });

  it('lets one member hold twenty, and closes the oldest for another', async () => {
    const first = await claire.live();
    const others = await Promise.all(Array.from({ length: 20 }, () => claire.live()));
    expect(await first.closed).toBe(4003);
    for (const live of others) live.close();
  });

  it('is cut off after a sign-out even if the client does not listen', async () => {
    const other = guilde.visitor();
    await other.post('/api/auth/sign-in', { email: karim.email, password: PASSWORD });
    const live = await other.live();
    live.pause();
    await other.post('/api/auth/sign-out');
    await expect.poll(() => guilde.deps.live.size()).toBe(0);
  });

  it('says goodbye when the session ends', async () => {
    const other = guilde.visitor();
    await other.post('/api/auth/sign-in', { email: karim.email, password: PASSWORD });
    const live = await other.live();
    await other.post('/api/auth/sign-out');
    expect(await live.closed).toBe(4001);
  });
});

describe('the developer’s outbox', () => {
  const keyed = () => new URL(outboxUrl(guilde.deps) ?? '');
  const path = () => `${keyed().pathname}${keyed().search}`;

  it.each([{ host: 'guilde.example' }, { 'x-forwarded-for': '127.0.0.1' }])(
    'is for this machine only, asked directly: not %o',
    async (headers) => {
      const { port } = guilde;
      const status = await new Promise((resolve) => {
        get({ host: '127.0.0.1', port, path: path(), headers }, (answer) => resolve(answer.statusCode));
      });
      expect(status).toBe(404);
    },
  );

  it('shows a developer what would have been sent, once with the key and then with its cookie', async () => {
    const opened = await fetch(guilde.url + path(), { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/dev/outbox']);
    const cookie = opened.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/; Path=\/dev\/outbox; HttpOnly; SameSite=Strict/);
    const kept = await fetch(`${guilde.url}/dev/outbox`, { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(kept.status).toBe(200);
    const listed = await fetch(guilde.url + path(), { headers: { accept: 'application/json' } });
    expect(await listed.json()).toEqual([]);
  });

  it('notes an opening once an hour, however the clock of the machine is set meanwhile', async () => {
    const isOpening = eq(auditEntries.action, 'outbox.read');
    const open = async () => {
      await fetch(guilde.url + path(), { headers: { accept: 'application/json' } });
      return guilde.deps.db.orm.$count(auditEntries, isOpening);
    };
    const before = await open();
    guilde.clock.set(guilde.clock.now() + 2 * 3_600_000);
    expect(await open()).toBe(before);
    guilde.clock.advance(3_600_000);
    expect(await open()).toBe(before + 1);
  });

  it.each(['/dev/outbox', '/dev/outbox?key=', '/dev/outbox?key=0123456789abcdef', '/dev/outbox/anything'])(
    'is not found without the key that the start prints: %s',
    async (address) => {
      expect((await guilde.visitor().request(address)).status).toBe(404);
      expect((await (await guilde.as('nina')).request(address)).status).toBe(404);
    },
  );
});

describe('stopping', () => {
  it('does not wait for a client that does not answer', async () => {
    const second = await startGuilde();
    const nina = await second.as('nina');
    const live = await nina.live();
    live.pause();
    await expect(second.close()).resolves.toBeUndefined();
  });

  it('asks the clients to come back', async () => {
    const second = await startGuilde();
    const live = await (await second.as('nina')).live();
    await second.close();
    expect(await live.closed).toBe(1012);
  });
});
