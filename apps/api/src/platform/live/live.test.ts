import { setImmediate as turn } from 'node:timers/promises';
import {
  HEARTBEAT_MS,
  HEARTBEAT_TIMEOUT_MS,
  type HelloEvent,
  type LiveEvent,
} from '@guilde/contracts/live/protocol.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { liveServer } from '../../../test/live-server.ts';

const typing = (text: string): LiveEvent => ({ type: 'typing', conversationId: text, memberId: 'karim' });

const hello = (memberId: string): HelloEvent => ({
  type: 'hello',
  memberId,
  sessionId: memberId,
  unread: { total: 0, conversations: {}, positions: {} },
});

describe('events', () => {
  it('arrive whole and in order, whatever their size and whatever else is said on the socket', async () => {
    const { live, listen } = await liveServer();
    const karim = await listen('karim');
    const sizes = [0, 12, 13, 60, 61, 300, 32_700, 32_800, 70_000];
    const said: string[] = [];
    for (let n = 0; n < 2000; n++) {
      const event = typing(`${n} ${'é'.repeat(sizes[n % sizes.length] ?? 0)}`);
      live.publish(['karim', 'karim', 'claire'], event);
      said.push(JSON.stringify(event));
      if (n % 7 === 0) {
        karim.server.ping(String(n));
        said.push(`ping ${n}`);
      }
      if (n % 11 === 0) {
        karim.server.send(`by ws ${n} ${'à'.repeat(n % 200)}`);
        said.push(`by ws ${n} ${'à'.repeat(n % 200)}`);
      }
      if (n % 13 === 0) await turn();
    }
    await expect.poll(() => karim.received.length).toBe(said.length);
    const last = typing('x'.repeat(70_000));
    live.publish('everyone', last);
    said.push(JSON.stringify(last));
    live.close();
    live.publish('everyone', typing('after the goodbye'));
    expect(await karim.closed).toBe(1012);
    expect(karim.received.length).toBe(said.length);
    expect(karim.received.findIndex((one, at) => one !== said[at])).toBe(-1);
  });

  it.each([70, 125, 126, 65_535, 65_536])('may be %i bytes long', async (length) => {
    const { live, listen } = await liveServer();
    const karim = await listen('karim');
    const around = JSON.stringify(typing('')).length;
    const event = typing('x'.repeat(length - around));
    live.publish('everyone', event);
    await expect.poll(() => karim.received).toEqual([JSON.stringify(event)]);
  });

  it('do not fill the memory for a client that does not read, and reach the others', async () => {
    const { live, listen } = await liveServer();
    const [slow, karim] = [await listen('slow'), await listen('karim')];
    slow.client.pause();
    let sent = 0;
    let most = 0;
    while (live.size() === 2 && sent < 4000) {
      for (let n = 0; n < 5; n++) live.publish('everyone', typing(`${sent++} ${'x'.repeat(20_000)}`));
      most = Math.max(most, slow.server.bufferedAmount);
      await turn();
    }
    expect(live.size()).toBe(1);
    expect(most).toBeLessThan(1_200_000);
    await expect.poll(() => karim.received.length).toBe(sent);
  });

  it('follow hello, which may be older than they are', async () => {
    const { live, listen } = await liveServer();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: counted, resolve: count } = Promise.withResolvers<HelloEvent>();
    live.onHello(() => {
      ask();
      return counted;
    });
    const karim = await listen('karim');
    await asked;
    live.publish(['karim'], typing('during the count'));
    live.publish('everyone', typing('as well'));
    count(hello('karim'));
    await expect.poll(() => karim.received.length).toBe(3);
    live.publish(['karim'], typing('after it'));
    await expect
      .poll(() => karim.received)
      .toEqual(
        [hello('karim'), ...['during the count', 'as well', 'after it'].map(typing)].map((event) =>
          JSON.stringify(event),
        ),
      );
  });

  it('that came after the page was served follow its hello, and a page that may lack some is told', async () => {
    let elapsed = 0;
    const { live, listen } = await liveServer(undefined, { now: Date.now, elapsed: () => elapsed });
    live.onHello(async ({ id }) => hello(id));
    const mark = live.mark();
    elapsed = 5;
    live.publish(['karim'], { type: 'knowledge.changed' });
    live.publish(['claire'], { type: 'incidents.changed' });
    live.publish({ everyoneBut: ['karim'] }, { type: 'invitations.changed' });
    live.publish('everyone', typing('a moment that is over'));
    live.publish('everyone', { type: 'account.changed' });
    const greeted = async (since?: string) => {
      const { received } = await listen('karim', since);
      live.publish('everyone', { type: 'pong' });
      await expect.poll(() => received.at(-1)).toBe('{"type":"pong"}');
      return received.slice(0, -1).map((frame) => JSON.parse(frame) as LiveEvent);
    };
    expect(await greeted(mark)).toEqual([
      { ...hello('karim'), isComplete: true },
      { type: 'knowledge.changed' },
      { type: 'account.changed' },
    ]);
    elapsed = 6;
    expect(await greeted(live.mark())).toEqual([{ ...hello('karim'), isComplete: true }]);
    const [, moment] = mark.split('.');
    for (const unknown of [undefined, '', 'nonsense', `another-instance.${moment}`])
      expect(await greeted(unknown)).toEqual([hello('karim')]);
    elapsed = 60_000;
    live.publish(['claire'], { type: 'knowledge.changed' });
    expect(await greeted(mark)).toEqual([hello('karim')]);
    const large = live.mark();
    elapsed = 60_001;
    for (let n = 0; n < 60; n++) live.publish(['claire'], { type: 'refused', reason: 'x'.repeat(10_000) });
    expect(await greeted(large)).toEqual([hello('karim')]);
  });

  it('may be many megabytes at once for a client that reads', async () => {
    const { live, listen } = await liveServer();
    const karim = await listen('karim');
    for (let n = 0; n < 150; n++) live.publish(['karim'], typing(`${n} ${'x'.repeat(10_000)}`));
    await expect.poll(() => karim.received.length).toBe(150);
  });
});

describe('the heartbeat', () => {
  it('asks every client whether it is there, and cuts off those that do not answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { live, listen } = await liveServer();
    const [karim, silent] = [await listen('karim'), await listen('silent')];
    silent.client.pause();
    const answered = new Promise((resolve) => karim.server.once('pong', resolve));
    vi.advanceTimersByTime(HEARTBEAT_MS);
    await answered;
    expect(karim.received).toEqual(['ping ']);
    vi.advanceTimersByTime(HEARTBEAT_TIMEOUT_MS);
    await new Promise((resolve) => silent.server.once('close', resolve));
    expect(live.size()).toBe(1);
    expect(karim.server.readyState).toBe(WebSocket.OPEN);
  });
});

describe('the heartbeat of many', () => {
  it('asks some of them in one turn of the event loop, and all of them in the end', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { listen } = await liveServer();
    const members = await Promise.all(Array.from({ length: 250 }, (_, index) => listen(`member-${index}`)));
    const pings = members.map(({ server }) => vi.spyOn(server, 'ping'));
    const asked = () => pings.filter(({ mock }) => mock.calls.length > 0).length;
    vi.advanceTimersByTime(HEARTBEAT_MS);
    expect(asked()).toBeGreaterThan(0);
    expect(asked()).toBeLessThan(250);
    while (asked() < 250) await turn();
    expect(pings.every(({ mock }) => mock.calls.length === 1)).toBe(true);
  });
});

describe('a session that runs out', () => {
  it('ends its quiet socket at that moment, before the next heartbeat', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    let now = 0;
    const { live, listen } = await liveServer(undefined, { now: () => now, elapsed: () => now });
    const ends = new Map([
      ['karim', HEARTBEAT_MS - 1],
      ['claire', HEARTBEAT_MS * 9],
    ]);
    live.onSessionCheck(async () => ends);
    const [karim, claire] = [await listen('karim'), await listen('claire')];
    await turn();
    now = HEARTBEAT_MS - 1;
    vi.advanceTimersByTime(HEARTBEAT_MS - 1);
    expect(await karim.closed).toBe(4001);
    expect(karim.received).toEqual([expect.stringContaining('"signed-out"')]);
    expect(claire.client.readyState).toBe(WebSocket.OPEN);
  });
});
