import { HEARTBEAT_MS, HEARTBEAT_TIMEOUT_MS, RECONNECT_DELAYS_MS } from '@guilde/contracts/events.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveLink, type LiveLink, type PageEnd } from './live-link.ts';

/** A connection of which the test is the server. */
class Line extends EventTarget {
  static all: Line[] = [];
  readonly said: string[] = [];
  readyState = 0;
  constructor() {
    super();
    Line.all.push(this);
  }
  send(frame: string): void {
    this.said.push((JSON.parse(frame) as { type: string }).type);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  say(event: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));
  }
  end(code: number): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

const HELLO = { type: 'hello', memberId: 'claire', unread: { total: 0, conversations: {} } };

let link: LiveLink;
let heard: string[];
let complaints: string[];

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  heard = [];
  complaints = [];
  link = createLiveLink({
    WebSocket: Line as never,
    url: 'ws://server/api/live',
    options: () => ({ origin: 'http://server', headers: {} }),
    onEvent: (event) => {
      heard.push(event.type);
      if (event.type === 'conversation.updated') throw new TypeError('participants is undefined');
    },
    onClose: (code) => heard.push(`close ${code}`),
    now: () => Date.now(),
    report: (what) => complaints.push(what),
  });
});
afterEach(() => {
  link.stop();
  vi.useRealTimers();
});

const newest = () => Line.all.at(-1) as Line;
const greet = () => {
  newest().open();
  newest().say(HELLO);
};
function page(): { end: PageEnd; told: string[] } {
  const told: string[] = [];
  return {
    told,
    end: {
      opened: () => told.push('open'),
      heard: (frame) => told.push((JSON.parse(frame) as { type: string }).type),
      closed: (code) => told.push(`close ${code}`),
    },
  };
}

it('comes back after a break, later each time, and at once on return', () => {
  link.keep(true);
  greet();
  for (const delay of [...RECONNECT_DELAYS_MS, RECONNECT_DELAYS_MS.at(-1) ?? 0]) {
    const before = Line.all.length;
    newest().end(1006);
    vi.advanceTimersByTime(delay - 1);
    expect(Line.all.length).toBe(before);
    vi.advanceTimersByTime(1);
    expect(Line.all.length).toBe(before + 1);
  }
  newest().end(1006);
  const before = Line.all.length;
  link.check();
  expect(Line.all.length).toBe(before + 1);
});

it('does not hammer a server that greets and sends away', () => {
  link.keep(true);
  for (const delay of [...RECONNECT_DELAYS_MS, 10_000, 10_000]) {
    greet();
    newest().end(1012);
    const before = Line.all.length;
    vi.advanceTimersByTime(delay - 1);
    expect(Line.all.length).toBe(before);
    vi.advanceTimersByTime(1);
    expect(Line.all.length).toBe(before + 1);
  }
  greet();
  vi.advanceTimersByTime(20_000);
  newest().end(4003);
  const before = Line.all.length;
  vi.advanceTimersByTime(9999);
  expect(Line.all.length).toBe(before);
  vi.advanceTimersByTime(1);
  expect(Line.all.length).toBe(before + 1);
  greet();
  vi.advanceTimersByTime(20_000);
  newest().end(1006);
  vi.advanceTimersByTime(RECONNECT_DELAYS_MS[0]);
  expect(Line.all.length).toBe(before + 2);
});

it('does not come back when the session has ended', () => {
  link.keep(true);
  greet();
  newest().end(4001);
  vi.advanceTimersByTime(60_000);
  expect(Line.all.length).toBe(1);
  expect(heard).toEqual(['hello', 'close 4001']);
});

it('notices a connection that has died without a word', () => {
  link.keep(true);
  greet();
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(newest().said).toEqual(['ping']);
  newest().say({ type: 'pong' });
  vi.advanceTimersByTime(HEARTBEAT_MS);
  vi.advanceTimersByTime(HEARTBEAT_TIMEOUT_MS);
  expect(heard).toEqual(['hello', 'pong', 'close 1006']);
  vi.advanceTimersByTime(RECONNECT_DELAYS_MS[0]);
  expect(Line.all.length).toBe(2);
});

it('gives a page a greeting of its own, and outlives it', () => {
  link.keep(true);
  greet();
  const first = page();
  link.attach(first.end);
  expect(Line.all.length).toBe(2);
  greet();
  expect(first.told).toEqual(['open', 'hello']);
  link.detach(first.end);
  newest().say({ type: 'account.changed' });
  expect(first.told).toEqual(['open', 'hello']);
  expect(heard.at(-1)).toBe('account.changed');
  expect(newest().readyState).toBe(1);
});

it('shares a connection that is not greeted yet', () => {
  link.keep(true);
  const first = page();
  link.attach(first.end);
  greet();
  expect(Line.all.length).toBe(1);
  expect(first.told).toEqual(['open', 'hello']);
});

it('ends with the page when nobody keeps it', () => {
  const first = page();
  link.attach(first.end);
  greet();
  link.detach(first.end);
  expect(newest().readyState).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(Line.all.length).toBe(1);
});

it('asked again to stay connected while an attempt is waiting, it keeps its turn', () => {
  link.keep(true);
  newest().end(1006);
  const attempts = Line.all.length;
  link.keep(true);
  expect(Line.all.length).toBe(attempts);
  vi.advanceTimersByTime(60_000);
  expect(Line.all.length).toBe(attempts + 1);
});

it('an event that the app does not understand reaches the page and ends nothing', () => {
  const frames: string[] = [];
  link.keep(true);
  greet();
  link.attach({ opened: () => undefined, heard: (frame) => frames.push(frame), closed: () => undefined });
  greet();
  newest().say({ type: 'conversation.updated' });
  newest().say({ type: 'pong' });
  expect(frames.length).toBe(3);
  expect(heard.at(-1)).toBe('pong');
  expect(complaints).toEqual(['An event of the type conversation.updated was not understood']);
});
