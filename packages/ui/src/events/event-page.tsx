import { denyNotes, EVENT_KINDS, endOf } from '@guilde/contracts/events/rules.ts';
import { optionLabel, SPECIALTIES } from '@guilde/contracts/profiles/rules.ts';
import { MessagesSquare } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { formatDay } from '../kit/format.ts';
import { Note } from '../kit/states.tsx';
import { DraftNotice } from '../knowledge/draft-notice.tsx';
import { Linkified } from '../linkified.tsx';
import { paths } from '../paths.ts';
import { MemberRow } from '../profiles/member-row.tsx';
import { ReportButton } from '../reports/report-dialog.tsx';
import { DetailColumns, DetailPage } from '../shell/detail.tsx';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { BackLink } from '../shell/links.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';
import { type ShownEvent, useEvent } from './data.ts';
import { EventAnswer } from './event-answer.tsx';
import { EventFacts } from './event-facts.tsx';
import { TITLE } from './labels.ts';

const HostDesk = lazyPart(async () => (await import('./host-desk.tsx')).HostDesk);

export function Component() {
  const { eventId = '' } = useParams();
  return (
    <DetailPage
      key={eventId}
      query={useEvent(eventId)}
      back={<BackLink to={paths.events}>Retour aux événements</BackLink>}
      section={TITLE}
      missing="Cet événement est introuvable"
      failed="Impossible de charger cet événement"
    >
      {(event) => <EventBody event={event} />}
    </DetailPage>
  );
}

function EventBody({ event }: { event: ShownEvent }) {
  return (
    <>
      <EventNotes event={event} />
      <DetailColumns
        card={
          <>
            <EventFacts event={event} />
            <EventAnswer event={event} />
            <EventLinks event={event} />
          </>
        }
      >
        <section aria-label="Description" className="grid gap-4">
          <div className="flex flex-wrap gap-1.5">
            <Badge tone="primary">{optionLabel(EVENT_KINDS, event.kind)}</Badge>
            {event.specialties.map((id) => (
              <Badge key={id} tone="outline">
                {optionLabel(SPECIALTIES, id)}
              </Badge>
            ))}
          </div>
          <Linkified text={event.description} className="max-w-prose" />
        </section>
        <Hosts event={event} />
        {event.participants.length > 0 && !event.isHost && (
          <section className="grid gap-3">
            <h2 className="text-base">Participants</h2>
            <PeopleList people={event.participants} />
          </section>
        )}
        {event.isHost && (
          <Suspense>
            <HostDesk event={event} />
          </Suspense>
        )}
        <Series event={event} />
      </DetailColumns>
    </>
  );
}

function EventNotes({ event }: { event: ShownEvent }) {
  if (event.status === 'cancelled')
    return (
      <Note tone="danger" className="mb-6">
        {`Annulé\u00a0: ${event.cancelReason}`}
      </Note>
    );
  if (event.status === 'proposed')
    return <Note className="mb-6">L’équipe relit cet atelier avant de le publier.</Note>;
  const wasThere = event.isHost || event.seat?.state === 'going';
  return wasThere && denyNotes(event, event.now) === null ? <DraftNotice sourceId={event.id} /> : null;
}

function EventLinks({ event }: { event: ShownEvent }) {
  const isInside = event.isHost || event.seat?.state === 'going';
  const isComing = event.status === 'published' && endOf(event) > event.now;
  const hasChat = isInside && event.kind === 'room' && event.status === 'published';
  if (!hasChat && !isComing) return null;
  return (
    <div className="grid gap-2 border-t pt-4">
      {hasChat && (
        <Button asChild variant="outline">
          <Link to={paths.chat({ event: event.id })}>
            <MessagesSquare />
            Ouvrir la conversation
          </Link>
        </Button>
      )}
      {isComing && <AddToCalendar eventId={event.id} />}
    </div>
  );
}

function Hosts({ event }: { event: ShownEvent }) {
  const { id, host, cohosts, isHost } = event;
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-base">{cohosts.length > 0 ? 'Organisé par' : 'L’hôte'}</h2>
        {!isHost && <ReportButton about="event" id={id} />}
      </div>
      {host ? (
        <PeopleList people={[host, ...cohosts]} />
      ) : (
        <p className="text-sm text-muted-foreground">L’hôte a quitté Guilde.</p>
      )}
    </section>
  );
}

function PeopleList({ people }: { people: ShownEvent['participants'] }) {
  return (
    <ul className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
      {people.map((member) => (
        <MemberRow key={member.id} member={member} />
      ))}
    </ul>
  );
}

function Series({ event: { id, series } }: { event: ShownEvent }) {
  if (series.length < 2) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-base">Toute la série</h2>
      <ul className="flex flex-wrap gap-2">
        {series.map((one) => (
          <li key={one.id}>
            <Button asChild size="sm" variant={one.id === id ? 'secondary' : 'outline'}>
              <Link to={paths.event(one.id)} aria-current={one.id === id ? 'page' : undefined}>
                <span className={one.status === 'cancelled' ? 'line-through' : undefined}>
                  {formatDay(one.startsAt)}
                </span>
                {one.status === 'cancelled' && <span>Annulé</span>}
              </Link>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
