import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Guilde, startGuilde } from './harness.ts';
import { until } from './until.ts';

/** Nginx keeps a connection to a server behind it for a minute, Caddy for two. */
const KEPT_BY_PROXIES_SECONDS = 120;

let guilde: Guilde;
beforeAll(async () => {
  guilde = await startGuilde({ metrics: true });
});
afterAll(() => guilde.close());

/** The connection does not close its side by itself; `received` returns all that has arrived so far. */
function open(): { socket: Socket; received: () => string } {
  const socket = connect({ port: guilde.port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => {
    socket.destroy();
  });
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  return { socket, received: () => received };
}

function ask(path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ Host: `127.0.0.1:${guilde.port}`, ...headers });
  return [`GET ${path} HTTP/1.1`, ...lines.map((pair) => pair.join(': ')), '', ''].join('\r\n');
}

it('a connection is kept for longer than a reverse proxy keeps it', async () => {
  const answer = await fetch(`${guilde.url}/api/health/live`);
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(KEPT_BY_PROXIES_SECONDS);
});

describe('whoever asks for another protocol', () => {
  it.each(['h2c', 'guilde', 'TLS/1.3'])('is answered in this one: %s', async (protocol) => {
    const { socket, received } = open();
    socket.write(ask('/api/health/live', { Connection: 'Upgrade', Upgrade: protocol }));
    await until(() => received().includes('\r\n\r\n'));
    expect(received()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('and gets no socket keeps no connection either, not even its own side of it', async () => {
    const { socket, received } = open();
    const failed = once(socket, 'error').then(() => true);
    const handshake = { 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' };
    socket.write(ask('/api/live', { Connection: 'Upgrade', Upgrade: 'websocket', ...handshake }));
    await once(socket, 'end');
    expect(received()).toMatch(/^HTTP\/1\.1 401 /);
    // A closed connection refuses a write; one that only the other side has ended accepts it.
    await until(() => Promise.race([failed, new Promise<false>((go) => socket.write('x', () => go(false)))]));
  });
});

it('whoever leaves in the middle of a request has not made the server fail', async () => {
  /** The counters belong to the process, in which other tests may have run before. */
  const answered = async () => {
    const figures = await fetch(`http://127.0.0.1:${guilde.metricsPort}/metrics`);
    const lines = (await figures.text()).split('\n');
    const count = (status: RegExp) =>
      lines
        .filter(
          (line) => line.startsWith('guilde_http_request_seconds_count{method="POST"') && status.test(line),
        )
        .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    return { refused: count(/status="400"/), failed: count(/status="5/) };
  };
  const before = await answered();
  const { socket } = open();
  const body = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
  socket.end(`${ask('/api/contact', body).replace('GET', 'POST')}40\r\n{"name":`);
  await until(async () => (await answered()).refused > before.refused);
  expect((await answered()).failed).toBe(before.failed);
});
