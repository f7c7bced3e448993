import { RETRY_DELAYS_MS } from '@guilde/contracts/retry.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SocketEvent } from '../bridge.ts';
import { createLiveLink, type LiveLink } from './live-link.ts';

/** The test plays the server of this connection. */
class Line extends EventTarget {
  static all: Line[] = [];
  readonly sent: string[] = [];
  readyState = 0;
  constructor() {
    super();
    Line.all.push(this);
  }
  send(frame: string): void {
    this.sent.push((JSON.parse(frame) as { type: string }).type);
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
let received: string[];
let pages: SocketEvent[];
let complaints: string[];

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  received = [];
  pages = [];
  complaints = [];
  link = createLiveLink({
    WebSocket: Line as never,
    url: 'ws://server/api/live',
    options: () => ({ origin: 'http://server', headers: {} }),
    toPage: (event) => pages.push(event),
    onEvent: (event) => {
      received.push(event.type);
      if (event.type === 'conversation.updated') throw new TypeError('participants is undefined');
    },
    onClose: (code) => received.push(`close ${code}`),
    elapsed: () => Date.now(),
    random: () => 0,
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
const toPage = (id: number) =>
  pages
    .filter((event) => event.id === id)
    .map((event) =>
      event.type === 'message'
        ? (JSON.parse(event.frame) as { type: string }).type
        : `${event.type} ${event.code}`,
    );

it('tells the page and the shell of a break, and comes back', () => {
  link.keep(true);
  link.page.open(1);
  greet();
  newest().end(1006);
  expect(toPage(1)).toEqual(['hello', 'close 1006']);
  expect(received).toEqual(['hello', 'close 1006']);
  // The page's turn comes first, whatever random delay it drew.
  vi.advanceTimersByTime(RETRY_DELAYS_MS[0] * 1.25 - 1);
  expect(Line.all.length).toBe(1);
  vi.advanceTimersByTime(1);
  expect(Line.all.length).toBe(2);
});

it('without a page it comes back for itself', () => {
  link.keep(true);
  greet();
  newest().end(1006);
  vi.advanceTimersByTime(RETRY_DELAYS_MS[0]);
  expect(Line.all.length).toBe(2);
});

it('says nothing on a connection that is not open', () => {
  link.keep(true);
  link.send('{"type":"ping"}');
  expect(newest().sent).toEqual([]);
  greet();
  link.send('{"type":"ping"}');
  expect(newest().sent).toEqual(['ping']);
});

it('gives a page a greeting of its own, and outlives it', () => {
  link.keep(true);
  greet();
  link.page.open(1);
  expect(Line.all.length).toBe(2);
  greet();
  expect(toPage(1)).toEqual(['hello']);
  link.page.gone();
  newest().say({ type: 'account.changed' });
  expect(toPage(1)).toEqual(['hello']);
  expect(received.at(-1)).toBe('account.changed');
  expect(newest().readyState).toBe(1);
});

it('shares a connection that is not greeted yet', () => {
  link.keep(true);
  link.page.open(1);
  greet();
  expect(Line.all.length).toBe(1);
  expect(toPage(1)).toEqual(['hello']);
});

it('hears only the newest socket of the page, and tells the one before that it is lost', () => {
  link.keep(true);
  link.page.open(1);
  greet();
  link.page.open(2);
  greet();
  expect(toPage(1)).toEqual(['hello', 'close 1006']);
  expect(toPage(2)).toEqual(['hello']);
  link.page.send(1, '{"type":"ping"}');
  link.page.close(1);
  expect(newest().sent).toEqual([]);
  link.page.send(2, '{"type":"ping"}');
  link.page.close(2);
  expect(newest().sent).toEqual(['ping']);
  expect(toPage(2)).toEqual(['hello', 'close 1000']);
});

it('ends with the page when nobody keeps it', () => {
  link.page.open(1);
  greet();
  link.page.close(1);
  expect(newest().readyState).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(Line.all.length).toBe(1);
});

it('an event that the app does not understand reaches the page and ends nothing', () => {
  link.keep(true);
  greet();
  link.page.open(1);
  greet();
  newest().say({ type: 'conversation.updated' });
  newest().say({ type: 'pong' });
  expect(toPage(1)).toEqual(['hello', 'conversation.updated', 'pong']);
  expect(received.at(-1)).toBe('pong');
  expect(complaints).toEqual(['An event of the type conversation.updated was not understood']);
});
