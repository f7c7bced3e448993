import type { SourceMessage } from '@guilde/contracts/admin/rules.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useMember } from '../../auth/account.ts';
import { cn } from '../../kit/cn.ts';
import { formatDay, formatTime } from '../../kit/format.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { Note } from '../../kit/states.tsx';
import { paths } from '../../paths.ts';
import type { Citations, CitedProps } from './citations.ts';
import { LineNumber } from './cited-text.tsx';
import { linesOf, linesOn } from './labels.ts';

/** Shows the masked text that the summariser got. */
export function SummaryConversation({ summary, citations }: CitedProps) {
  const list = useRef<HTMLOListElement>(null);
  const lines = linesOf(summary);
  const cited = citations.chosen === null ? [] : (lines[citations.chosen - 1]?.messages ?? []);
  const first = cited.length > 0 ? Math.min(...cited) : null;
  useEffect(() => {
    if (first === null) return;
    list.current
      ?.querySelector(`[data-seq="${first}"]`)
      ?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  }, [first]);
  return (
    <section
      aria-label="Conversation"
      className="grid min-w-0 gap-3 rounded-lg border bg-card p-4 lg:sticky lg:top-4"
    >
      <SosHead summary={summary} citations={citations} />
      {summary.origin === 'import' || summary.origin === 'event' ? null : summary.sources === null ? (
        <Note>La conversation n’existe plus.</Note>
      ) : (
        <ol
          ref={list}
          className="relative grid max-h-[60dvh] gap-1 overflow-y-auto overscroll-contain lg:max-h-[calc(100dvh-19rem)]"
        >
          {summary.sources.map((message) => (
            <Source
              key={message.seq}
              message={message}
              places={linesOn(lines, message.seq)}
              citations={citations}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function SosHead({ summary, citations }: CitedProps) {
  const isAdmin = useMember().role === 'admin';
  if (summary.origin === 'import')
    return <p className="text-sm text-muted-foreground">Guilde n’a que ce texte de l’ancien groupe.</p>;
  if (summary.origin === 'event')
    return (
      <p className="text-sm text-muted-foreground">
        <span>{'L’hôte a écrit ce compte rendu. '}</span>
        {summary.eventId && (
          <Link to={paths.event(summary.eventId)} className="underline underline-offset-2">
            Voir l’événement
          </Link>
        )}
      </p>
    );
  if (summary.sosId === null || summary.sosTitle === null)
    return <p className="text-sm text-muted-foreground">Le SOS de ce résumé a été supprimé.</p>;
  const places = linesOn(linesOf(summary), 0);
  const isCited = citations.shown !== null && places.includes(citations.shown);
  return (
    <header
      aria-current={isCited ? 'true' : undefined}
      className={cn(
        'grid gap-1 rounded-t-md border-b border-l-2 border-l-transparent px-3 pb-3',
        isCited && 'border-l-primary bg-primary-soft pt-2',
      )}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-base">
          {isAdmin ? (
            <Link to={paths.admin('sos', summary.sosId)} className="hover:underline">
              {summary.sosTitle}
            </Link>
          ) : (
            summary.sosTitle
          )}
        </h3>
        <Places places={places} citations={citations} />
      </div>
      <p className="max-h-32 overflow-y-auto text-sm whitespace-pre-line text-muted-foreground wrap-anywhere">
        {summary.sosDescription}
      </p>
    </header>
  );
}

function Source({
  message,
  places,
  citations,
}: {
  message: SourceMessage;
  places: readonly number[];
  citations: Citations;
}) {
  const { seq, speaker, isRequester, isSolution, text, createdAt } = message;
  const isCited = citations.shown !== null && places.includes(citations.shown);
  return (
    <li
      data-seq={seq}
      aria-current={isCited ? 'true' : undefined}
      className={cn(
        'grid gap-0.5 rounded-md border-l-2 border-transparent px-3 py-2 text-sm',
        isCited && 'border-primary bg-primary-soft',
      )}
    >
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
        <span className="tabular-nums">{seq}</span>
        {text !== null && (
          <span className="text-sm font-medium text-foreground">
            {isRequester ? `${speaker}, auteur du SOS` : speaker}
          </span>
        )}
        <time dateTime={createdAt}>{`${formatDay(createdAt)}, ${formatTime(createdAt)}`}</time>
        {isSolution && <StateBadge state="done">Solution</StateBadge>}
        <Places places={places} citations={citations} />
      </span>
      {text === null ? (
        <p className="text-muted-foreground">Message supprimé</p>
      ) : (
        <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      )}
    </li>
  );
}

function Places({ places, citations }: { places: readonly number[]; citations: Citations }) {
  return places.map((place) => (
    <button
      key={place}
      type="button"
      aria-label={`Voir les messages de la phrase ${place}`}
      className="-my-1 inline-flex size-6 items-center justify-center rounded-full max-md:-my-3 max-md:size-11"
      onClick={() => citations.choose(place)}
    >
      <LineNumber place={place} isChosen={citations.chosen === place} />
    </button>
  ));
}
