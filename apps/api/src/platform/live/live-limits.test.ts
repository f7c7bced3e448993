import type { ClientFrame } from '@guilde/contracts/live/input.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Listener, type LiveServer, liveServer } from '../../../test/live-server.ts';
import { createRateLimits } from '../http/rate-limit.ts';
import { SOCKETS_PER_MEMBER } from './sockets.ts';

const PING = JSON.stringify({ type: 'ping' } satisfies ClientFrame);

function many(server: LiveServer, member: string, count: number): Promise<Listener[]> {
  return Promise.all(Array.from({ length: count }, () => server.listen(member)));
}

/** The answer shows that all earlier frames of this socket have been handled. */
async function answered({ client, received }: Listener): Promise<void> {
  const before = received.length;
  client.send(PING);
  await expect.poll(() => received.slice(before)).toContain('{"type":"pong"}');
}

function isOpen({ client }: Listener): boolean {
  return client.readyState === WebSocket.OPEN;
}

describe('the sockets of one member', () => {
  it('are never more than the cap, however many are opened at once; others do not notice', async () => {
    const server = await liveServer();
    const karim = await server.listen('karim');
    let most = 0;
    const opening = Array.from({ length: 500 }, async () => {
      const listener = await server.listen('claire');
      most = Math.max(most, server.live.size() - 1);
      return listener;
    });
    const listeners = await Promise.all(opening);
    expect(most).toBe(SOCKETS_PER_MEMBER);
    await expect.poll(() => listeners.filter(isOpen).length).toBe(SOCKETS_PER_MEMBER);
    server.live.publish(['claire', 'karim'], { type: 'account.changed' });
    await expect
      .poll(() => listeners.filter(({ received }) => received.length > 0).length)
      .toBe(SOCKETS_PER_MEMBER);
    await answered(karim);
    expect(karim.received[0]).toBe('{"type":"account.changed"}');
  });

  it('make room for a new one at once, although the oldest never answers the goodbye', async () => {
    const server = await liveServer();
    const [oldest, ...others] = await many(server, 'claire', SOCKETS_PER_MEMBER);
    oldest?.client.pause();
    const ended = new Promise((resolve) => oldest?.server.once('close', resolve));
    await many(server, 'claire', SOCKETS_PER_MEMBER - 1);
    await ended;
    expect(server.live.size()).toBe(SOCKETS_PER_MEMBER);
    await expect.poll(() => others.filter(isOpen).length).toBe(1);
  });
});

describe('what one member says', () => {
  it('about where they are is passed on once a second, the newest of each connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const server = await liveServer();
    const witness = await server.listen('claire');
    const voices = await many(server, 'claire', SOCKETS_PER_MEMBER - 1);
    const signs = () => witness.received.filter((frame) => frame.includes('attention'));
    for (const { client } of voices)
      for (let count = 0; count < 15; count++)
        client.send(JSON.stringify({ type: 'attention', state: count % 2 ? 'near' : 'looking' }));
    const settled = async () => {
      for (const { client } of [...voices, witness]) {
        const pong = new Promise((resolve) => client.once('message', resolve));
        client.send(PING);
        await pong;
      }
    };
    await settled();
    expect(signs()).toHaveLength(1);
    vi.advanceTimersByTime(999);
    await settled();
    expect(signs()).toHaveLength(1);
    for (let second = 0; second < 2 * SOCKETS_PER_MEMBER; second++) vi.advanceTimersByTime(1000);
    await settled();
    const said = signs().map((frame) => JSON.parse(frame) as { connectionId: string; state: string });
    expect(new Set(said.map(({ connectionId }) => connectionId)).size).toBe(voices.length);
    // The first speaker's signs are the first and the last.
    expect(said).toHaveLength(voices.length + 1);
    expect(said.slice(1).map(({ state }) => state)).toEqual(voices.map(() => 'looking'));
  });

  it('is counted for all of their sockets together, here and on other instances', async () => {
    const limits = createRateLimits(true);
    const instances = [await liveServer(limits), await liveServer(limits)];
    const sockets = (await Promise.all(instances.map((one) => many(one, 'claire', 4)))).flat();
    const [karim] = await many(instances[0] as LiveServer, 'karim', 1);
    for (const { client } of sockets) for (let count = 0; count < 60; count++) client.send(PING);
    await expect.poll(() => sockets.filter(isOpen).length).toBeLessThan(sockets.length);
    await answered(karim as Listener);
  });

  it.each<[string, (client: WebSocket) => void]>([
    ['pongs that nobody asked for', (client) => client.pong()],
    ['pings of the protocol', (client) => client.ping()],
    ['frames that nobody knows', (client) => client.send('{"type":"other"}')],
  ])('counts with control and foreign frames: %s', async (_, say) => {
    const server = await liveServer();
    const [flooding, karim] = await Promise.all([server.listen('claire'), server.listen('karim')]);
    let answers = 0;
    flooding.client.on('message', () => answers++);
    flooding.client.on('pong', () => answers++);
    for (let count = 0; count < 2000; count++) say(flooding.client);
    await flooding.closed;
    expect(server.live.size()).toBe(1);
    expect(answers).toBeLessThanOrEqual(400);
    await answered(karim);
  });

  it('is counted by its bytes too', async () => {
    const server = await liveServer();
    const { client, received, closed } = await server.listen('claire');
    client.on('error', () => undefined);
    const padded = JSON.stringify({ type: 'ping', more: 'x'.repeat(24_000) });
    for (let count = 0; count < 100; count++) client.send(padded);
    await closed;
    expect(received.length).toBeLessThan(100);
    expect(server.live.size()).toBe(0);
  });

  it('an answer to the heartbeat is no frame of its own', async () => {
    const server = await liveServer();
    const listeners = await many(server, 'claire', SOCKETS_PER_MEMBER);
    for (const { client } of listeners) for (let count = 0; count < 20; count++) client.send(PING);
    await expect.poll(() => listeners.flatMap(({ received }) => received).length).toBe(400);
    expect(server.live.size()).toBe(SOCKETS_PER_MEMBER);
  });
});
