import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, callWith, createQueryClient } from './api.ts';

/** Each call waits here until a test answers it. */
let waiting: ServerResponse[];
let server: Server;

beforeEach(async () => {
  waiting = [];
  server = createServer((_request, response) => waiting.push(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Vitest's own waiting would move the played time on. */
const until = async (isSo: () => boolean) => {
  while (!isSo()) await turn();
};

function call(path: string, init: RequestInit = {}): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  const platform = { fetch: (to: string, how?: RequestInit) => fetch(`http://127.0.0.1:${port}${to}`, how) };
  return callWith<unknown>(platform, path, init).catch((error: unknown) => error);
}

/** Only the waiting of the client is played; the network goes by the real clock. */
async function begin(path: string, init: RequestInit = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let result: unknown = 'waiting';
  void call(path, init).then((value) => {
    result = value;
  });
  await until(() => waiting.length === 1);
  const [response] = waiting;
  if (!response) throw new Error('No call');
  return {
    response,
    result: async () => {
      for (let turns = 0; turns < 20; turns++) await turn();
      return result;
    },
    ended: async () => {
      await until(() => result !== 'waiting');
      return result;
    },
  };
}

const SILENT = 'Le serveur met trop de temps à répondre. Réessaie dans un instant.';

it('a server that takes the call and never answers is given up after 15 seconds, and said', async () => {
  const { result, ended } = await begin('/api/auth/account');
  await vi.advanceTimersByTimeAsync(14_900);
  expect(await result()).toBe('waiting');
  await vi.advanceTimersByTimeAsync(200);
  expect(await ended()).toMatchObject({ code: 'UNREACHABLE', message: SILENT });
});

it('so is one that stops in the middle of its answer', async () => {
  const { response, result, ended } = await begin('/api/sos');
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"items": [');
  // The first limit ends with the headers, and the next begins.
  await result();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await ended()).toMatchObject({ code: 'UNREACHABLE', message: SILENT });
});

it('an answer that comes slowly is waited for, however long it takes', async () => {
  const { response, result, ended } = await begin('/api/sos');
  response.writeHead(200, { 'content-type': 'application/json' }).write('[1');
  for (let part = 2; part < 8; part++) {
    expect(await result()).toBe('waiting');
    await vi.advanceTimersByTimeAsync(10_000);
    response.write(`, ${part}`);
    expect(await result()).toBe('waiting');
  }
  response.end(']');
  expect(await ended()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it.each([
  ['a part of a file', '/api/files/1/parts/0', { method: 'PUT', body: new ArrayBuffer(500_000) }],
  ['a sign-in, which the server may delay', '/api/auth/sign-in', { method: 'POST', body: '{}' }],
  ['an archive', '/api/account/personal-data', {}],
])('%s has more than 15 seconds', async (_what, path, init) => {
  const { result } = await begin(path, init);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(await result()).toBe('waiting');
});

it.each([
  [200, 'text/html', '<h1>Wi-Fi de la gare</h1>', /n’est pas Guilde/],
  [404, 'text/plain', '404 page not found', /n’est pas Guilde/],
  [404, 'application/json', '{"message":"no route"}', /n’est pas Guilde/],
  [502, 'text/html', '<h1>Bad Gateway</h1>', /rencontre un problème/],
  [503, 'application/json', '{}', /rencontre un problème/],
  [200, 'application/json', '{"cut', /réponse inattendue/],
])('an answer %i of the type %s that Guilde does not give is said as what it is', async (...given) => {
  const [status, type, body, text] = given;
  const asked = call('/api/sos');
  await until(() => waiting.length === 1);
  waiting[0]?.writeHead(status, { 'content-type': type }).end(body);
  const error = await asked;
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'UNREADABLE', message: expect.stringMatching(text) });
});

it('a page asks a silent server once, and then says it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const page = createQueryClient().fetchQuery({
    queryKey: ['page'],
    queryFn: () => {
      const { port } = server.address() as AddressInfo;
      return callWith({ fetch: (to, how) => fetch(`http://127.0.0.1:${port}${to}`, how) }, '/api/sos', {});
    },
  });
  const failed = expect(page).rejects.toMatchObject({ message: SILENT });
  await until(() => waiting.length === 1);
  await vi.advanceTimersByTimeAsync(15_100);
  await failed;
  expect(waiting).toHaveLength(1);
});
