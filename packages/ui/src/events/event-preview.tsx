import { EVENT_KINDS, endOf } from '@guilde/contracts/events/rules.ts';
import { instantOf } from '@guilde/contracts/events/time.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { Badge } from '../kit/badge.tsx';
import { Card } from '../kit/card.tsx';
import { serverNow } from '../kit/server-time.ts';
import { Linkified } from '../linkified.tsx';
import { useOwnEvents } from './data.ts';
import { ClashNote } from './event-answer.tsx';
import type { EventForm } from './event-draft.ts';
import { EventFacts } from './event-facts.tsx';

/** Shows the event as others will see it, and what the member has at that hour. */
export function EventPreview() {
  const { control } = useFormContext<EventForm>();
  const values = useWatch({ control }) as EventForm;
  const startsAt = instantOf(values.localStart, values.timeZone);
  const event = startsAt === null ? null : previewOf(values, startsAt);
  const clash = useClash(event);
  return (
    <aside aria-label="Aperçu" className="grid content-start gap-4 lg:sticky lg:top-8 lg:self-start">
      {clash && <ClashNote clash={clash} />}
      <Card className="grid gap-4">
        <div className="grid justify-items-start gap-2">
          <Badge tone="primary">{optionLabel(EVENT_KINDS, values.kind)}</Badge>
          <p className="font-title text-lg leading-snug font-bold wrap-anywhere">
            {values.title || 'Ton titre'}
          </p>
        </div>
        {event ? (
          <EventFacts event={event} />
        ) : (
          <p className="text-sm text-muted-foreground">Le jour et l’heure s’affichent ici.</p>
        )}
        {values.description && <Linkified text={values.description} className="text-sm" />}
      </Card>
    </aside>
  );
}

function previewOf({ city = '', address = '', link, ...values }: EventForm, startsAt: number) {
  return {
    ...{ ...values, city, address, startsAt: new Date(startsAt).toISOString(), now: serverNow() },
    ...{ taken: 0, waiting: 0, status: 'published' as const, isHost: false, seat: null },
    ...{ link: null, hasLink: Boolean(link) },
  };
}

function useClash(event: ReturnType<typeof previewOf> | null) {
  const own = useOwnEvents();
  if (!event) return null;
  return own.find(
    (other) =>
      other.id !== event.id &&
      other.status === 'published' &&
      Date.parse(other.startsAt) < endOf(event) &&
      endOf(other) > Date.parse(event.startsAt),
  );
}
