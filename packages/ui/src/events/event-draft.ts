import type { createEventInput } from '@guilde/contracts/events/input.ts';
import type { EventDetail } from '@guilde/contracts/events/rules.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import type { z } from 'zod';
import { createDrafts } from '../kit/member-drafts.ts';
import { HOME_ZONE } from './zones.ts';

export type EventForm = z.input<typeof createEventInput>;

export const useEventDrafts = createDrafts<EventForm>('event-drafts');

/** `id` stays until it is sent, so that a retry makes no second event. */
export function newEvent(): EventForm {
  return {
    ...{ id: newUuid(), kind: 'room', title: '', description: '', localStart: '', timeZone: HOME_ZONE },
    ...{ minutes: 60, capacity: 8, city: '', address: '', link: '', specialties: [] },
    ...{ repeat: 'none', times: 4 },
  };
}

export function formOf(event: EventDetail): EventForm {
  const { id, kind, title, description, localStart, timeZone, minutes, capacity } = event;
  const { city, address, link, specialties } = event;
  return {
    ...{ id, kind, title, description, localStart, timeZone, minutes, capacity },
    ...{ city, address, link: link ?? '', specialties, repeat: 'none', times: 2 },
  };
}

export function isWritten({ title, description, localStart, city, address, link }: EventForm): boolean {
  return [title, description, localStart, city, address, link].some((text) => text?.trim());
}
