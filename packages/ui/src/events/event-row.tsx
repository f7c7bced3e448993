import { EVENT_KINDS, type Event } from '@guilde/contracts/events/rules.ts';
import { eventWhen, eventWhenIn } from '@guilde/contracts/events/words.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { serverNow } from '../kit/server-time.ts';
import { StateBadge } from '../kit/state-badge.tsx';
import { paths } from '../paths.ts';
import { LinkedRow } from '../shell/paged-list.tsx';
import { durationText, ownState, readerHour, readerZone, seatsText } from './labels.ts';

export function EventRow({ event }: { event: Event }) {
  const own = ownState(event, serverNow());
  const facts = [
    optionLabel(EVENT_KINDS, event.kind),
    event.city || 'En ligne',
    memberName(event.host),
    seatsText(event, serverNow()),
    eventWhenIn(event, readerZone()) !== null && eventWhen(event),
  ];
  return (
    <LinkedRow
      to={paths.event(event.id)}
      title={event.title}
      facts={facts}
      isStruck={event.status === 'cancelled'}
      lead={
        <>
          <span className="block font-semibold">{readerHour(event)}</span>
          <span className="block text-muted-foreground">{durationText(event.minutes)}</span>
        </>
      }
      badge={own && <StateBadge state={own.state}>{own.label}</StateBadge>}
    />
  );
}
