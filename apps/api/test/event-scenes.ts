import { randomUUID } from 'node:crypto';
import type { Event, EventDetail, EventPage } from '@guilde/contracts/events/rules.ts';
import { localTime } from '@guilde/contracts/events/time.ts';
import type { Client } from './client.ts';
import type { Guilde } from './harness.ts';
import { granted } from './scenes.ts';

const DAY_MS = 86_400_000;

/** Returns the row of a meeting at an instant, without its moments. */
export function meeting(id: string, startsAt: number) {
  return {
    id,
    startsAt,
    kind: 'meeting' as const,
    title: 'Rencontre',
    description: 'Texte',
    localStart: '2020-01-01T10:00',
    timeZone: 'Europe/Paris',
    minutes: 60,
    capacity: 3,
    status: 'published' as const,
  };
}

/** An administrator switches the feature on. */
export async function withEvents(guilde: Guilde): Promise<void> {
  const nina = await guilde.as('nina');
  granted(await nina.put('/api/admin/community', { voiceMessages: true, events: true }));
}

/** Returns the local time of 18:30 in Paris, five days from now. */
export function inFiveDays(guilde: Guilde): string {
  return `${localTime(guilde.clock.now() + 5 * DAY_MS, 'Europe/Paris').slice(0, 10)}T18:30`;
}

/** Returns the complete input of a room with three seats; each call has a new id. */
export function eventInput(guilde: Guilde, values: Record<string, unknown> = {}) {
  return {
    id: randomUUID(),
    kind: 'room',
    title: 'Sortir d’un blocage Stripe',
    description: 'Je l’ai vécu en mars\u00a0: on déroule ce qui a marché.',
    localStart: inFiveDays(guilde),
    timeZone: 'Europe/Paris',
    minutes: 60,
    capacity: 3,
    link: 'https://visio.exemple.fr/abc',
    specialties: ['ads'],
    ...values,
  };
}

export async function propose(guilde: Guilde, client: Client, values: Record<string, unknown> = {}) {
  return granted(await client.post<EventDetail>('/api/events', eventInput(guilde, values)));
}

export function answerEvent(client: Client, id: string, state = 'going', wholeSeries = false) {
  return client.post<EventDetail>(`/api/events/${id}/answer`, { state, wholeSeries });
}

export async function seenEvent(client: Client, id: string): Promise<EventDetail> {
  return granted(await client.get<EventDetail>(`/api/events/${id}`));
}

export async function listEvents(client: Client, query = ''): Promise<Event[]> {
  return granted(await client.get<EventPage>(`/api/events${query}`)).items;
}

/** Moves the clock to so long before the beginning, in milliseconds, and runs what is due. */
export async function timeBefore(guilde: Guilde, event: Pick<Event, 'startsAt'>, before: number) {
  guilde.clock.set(Date.parse(event.startsAt) - before);
  await guilde.deps.jobs.drain();
}
