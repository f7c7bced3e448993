import type { ClientFrame } from '@guilde/contracts/live/input.ts';
import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';
import { WebSocket } from 'ws';
import { PATIENCE_MS } from '../../../scripts/extent.ts';
import { checkOfEvents } from './declared-answers.ts';

type EventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>;

/** Stands in for the live socket of a client, and remembers what arrived. */
export type LiveClient = {
  events: LiveEvent[];
  /** Resolves with the next event of a type that fits, past or future; rejects when none comes. */
  next: <T extends LiveEvent['type']>(type: T, fits?: (event: EventOf<T>) => boolean) => Promise<EventOf<T>>;
  send: (frame: ClientFrame | string) => void;
  /** Resolves with the close code once the server has closed the socket. */
  closed: Promise<number>;
  close: () => void;
  /** Stops reading, so that not even a close frame arrives. */
  pause: () => void;
};

/** Opens `/api/live` with the cookies, and checks every frame against its description; rejects with the HTTP status when the upgrade is refused. */
export async function openLive(url: string, cookie: string, origin = url): Promise<LiveClient> {
  const checkDeclared = await checkOfEvents();
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, { headers: { cookie }, origin });
  const events: LiveEvent[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    const event = JSON.parse((data as Buffer).toString()) as LiveEvent;
    checkDeclared(event);
    events.push(event);
    for (const check of waiting) check();
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('unexpected-response', (_, answer) => reject(new Error(String(answer.statusCode))));
    socket.once('error', reject);
  });
  const taken = new Set<LiveEvent>();
  const client: LiveClient = {
    events,
    next: (type, fits = () => true) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`No event « ${type} » in time`));
        }, PATIENCE_MS);
        const check = () => {
          const found = events.find(
            (event): event is EventOf<typeof type> =>
              event.type === type && !taken.has(event) && fits(event as EventOf<typeof type>),
          );
          if (!found) return;
          taken.add(found);
          clearTimeout(timer);
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    closed,
    close: () => socket.close(),
    pause: () => socket.pause(),
  };
  await client.next('hello');
  return client;
}
