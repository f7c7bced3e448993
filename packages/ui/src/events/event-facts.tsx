import { type Event, endOf } from '@guilde/contracts/events/rules.ts';
import { eventDay, eventHour, eventWhenIn, zoneName } from '@guilde/contracts/events/words.ts';
import { CalendarDays, ExternalLink, type LucideIcon, MapPin, UsersRound, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { plural } from '../kit/format.ts';
import { NewTabHint } from '../kit/new-tab-hint.tsx';
import type { ShownEvent } from './data.ts';
import { durationText, readerZone, seatsText } from './labels.ts';

/** A preview has no more of an event. */
type Facts = Pick<ShownEvent, 'kind' | 'status' | 'localStart' | 'timeZone' | 'startsAt' | 'minutes'> &
  Pick<ShownEvent, 'capacity' | 'taken' | 'waiting' | 'city' | 'address' | 'link' | 'hasLink'> &
  Pick<ShownEvent, 'isHost' | 'seat' | 'now'>;

export function EventFacts({ event }: { event: Facts }) {
  const { waiting, city, kind } = event;
  return (
    <ul className="grid gap-4 text-sm">
      <When event={event} />
      <Fact icon={UsersRound}>
        <span className="font-medium">{seatsText(event, event.now)}</span>
        {waiting > 0 && event.status === 'published' && (
          <span className="block text-muted-foreground">{`${plural(waiting, 'membre')} en liste d’attente`}</span>
        )}
      </Fact>
      {kind === 'meeting' ? (
        <Fact icon={MapPin}>
          <span className="block font-medium">{city}</span>
          <span className="text-muted-foreground">
            {event.address || 'L’adresse s’affiche quand tu viens.'}
          </span>
        </Fact>
      ) : (
        <Fact icon={Video}>
          <span className="block font-medium">En ligne</span>
          <Call event={event} />
        </Fact>
      )}
    </ul>
  );
}

type WhenProps = { event: Pick<Event, 'localStart' | 'timeZone' | 'startsAt' | 'minutes'> };

/** The hour of the event’s zone comes first; the reader’s own follows where it differs. */
export function When({ event }: WhenProps) {
  const own = eventWhenIn(event, readerZone());
  return (
    <Fact icon={CalendarDays}>
      <span className="block font-medium first-letter:uppercase">{eventDay(event)}</span>
      <span className="block text-muted-foreground">
        {`${eventHour(event)} (${zoneName(event.timeZone)}) · ${durationText(event.minutes)}`}
      </span>
      {own && <span className="block text-muted-foreground">{`Chez toi\u00a0: ${own}`}</span>}
    </Fact>
  );
}

export function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon className="size-5 shrink-0 text-primary" />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </li>
  );
}

function Call({ event }: { event: Facts }) {
  const isInside = event.isHost || event.seat?.state === 'going';
  if (endOf(event) <= event.now || event.status === 'cancelled') return null;
  if (event.link) return <CallLink link={event.link} />;
  return <span className="text-muted-foreground">{callText(event, isInside)}</span>;
}

function callText({ hasLink, isHost }: Facts, isInside: boolean): string {
  if (!hasLink)
    return isHost
      ? 'Guilde n’a pas de visio intégrée : ajoute le lien de la tienne.'
      : 'Guilde n’a pas de visio intégrée, et l’hôte n’a pas encore donné de lien.';
  return isInside
    ? 'Le lien s’affichera 15 minutes avant le début.'
    : 'Le lien s’affiche quand tu viens, 15 minutes avant le début.';
}

/** The host name says where the link leads. */
function CallLink({ link }: { link: string }) {
  return (
    <span className="mt-2 grid justify-items-start gap-1">
      <Button asChild size="sm">
        <a href={link} target="_blank" rel="noopener noreferrer">
          <ExternalLink />
          Rejoindre l’appel
          <NewTabHint />
        </a>
      </Button>
      <span className="text-muted-foreground">{new URL(link).host}</span>
    </span>
  );
}
