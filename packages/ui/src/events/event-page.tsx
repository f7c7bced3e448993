import { denyNotes, EVENT_KINDS } from '@guilde/contracts/events/rules.ts';
import { memberName, optionLabel, SPECIALTIES } from '@guilde/contracts/profiles/rules.ts';
import { plainLine } from '@guilde/contracts/text.ts';
import { ArrowLeft, MessagesSquare, SearchX } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router-dom';
import { isRefusal } from '../api.ts';
import { Avatar } from '../kit/avatar.tsx';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { formatDay } from '../kit/format.ts';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState, Note } from '../kit/states.tsx';
import { DraftNotice } from '../knowledge/draft-notice.tsx';
import { Linkified } from '../linkified.tsx';
import { paths } from '../paths.ts';
import { ReportEventButton } from '../reports/report-dialog.tsx';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';
import { type ShownEvent, useEvent } from './data.ts';
import { EventAnswer } from './event-answer.tsx';
import { EventFacts } from './event-facts.tsx';
import { endOf, TITLE } from './labels.ts';

const HostDesk = lazyPart(async () => (await import('./host-desk.tsx')).HostDesk);

export function Component() {
  const { eventId = '' } = useParams();
  const { data: event, error, refetch, isFetching } = useEvent(eventId);
  const isMissing = isRefusal(error, 'NOT_FOUND');
  return (
    // Each event starts at its top.
    <Page key={eventId}>
      <PageHeader
        title={event && !isMissing ? <span className="wrap-anywhere">{event.title}</span> : TITLE}
        documentTitle={plainLine(event?.title ?? TITLE)}
        back={
          <Link
            to={paths.events}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-sm text-muted-foreground hover:text-foreground md:min-h-6"
          >
            <ArrowLeft aria-hidden strokeWidth={1.75} className="size-4" />
            Retour aux événements
          </Link>
        }
      />
      {isMissing && (
        <EmptyState title="Cet événement est introuvable" icon={<SearchX strokeWidth={1.75} />}>
          Il n’existe plus, ou le lien est incomplet.
        </EmptyState>
      )}
      {event && !isMissing && (
        <>
          <EventNotes event={event} />
          <EventBody event={event} />
        </>
      )}
      {!event && !error && (
        <SkeletonGroup className="grid gap-4">
          <Skeleton className="w-1/2" />
          <Skeleton className="h-40 w-full" />
        </SkeletonGroup>
      )}
      {!event && error && !isMissing && (
        <LoadFailed title="Impossible de charger cet événement" query={{ error, refetch, isFetching }} />
      )}
    </Page>
  );
}

function EventBody({ event }: { event: ShownEvent }) {
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card className="grid content-start gap-5 self-start lg:sticky lg:top-8 lg:col-start-2 lg:row-start-1">
        <EventFacts event={event} />
        <EventAnswer event={event} />
        <EventLinks event={event} />
      </Card>
      <div className="grid grid-cols-1 content-start gap-8 lg:col-start-1 lg:row-start-1">
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
          <People title="Participants" people={event.participants} />
        )}
        {event.isHost && (
          <Suspense>
            <HostDesk event={event} />
          </Suspense>
        )}
        <Series event={event} />
      </div>
    </div>
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
            <MessagesSquare aria-hidden strokeWidth={1.75} />
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
        {!isHost && <ReportEventButton eventId={id} />}
      </div>
      {host ? (
        <PeopleList people={[host, ...cohosts]} />
      ) : (
        <p className="text-sm text-muted-foreground">L’hôte a quitté Guilde.</p>
      )}
    </section>
  );
}

type PeopleProps = { people: ShownEvent['participants'] };

function People({ title, people }: PeopleProps & { title: string }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-base">{title}</h2>
      <PeopleList people={people} />
    </section>
  );
}

function PeopleList({ people }: PeopleProps) {
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {people.map((member) => (
        <li key={member.id} className="relative flex min-h-11 min-w-0 items-center gap-2.5 text-sm">
          <Avatar name={memberName(member)} src={member.avatarUrl} size="sm" />
          <span className="min-w-0">
            <Link
              to={paths.member(member.id)}
              className="block truncate rounded-sm font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {memberName(member)}
            </Link>
            <span className="block truncate text-muted-foreground">{member.storeName}</span>
          </span>
        </li>
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
