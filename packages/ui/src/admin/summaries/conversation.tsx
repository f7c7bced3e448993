import type { SourceMessage } from '@guilde/contracts/admin.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { systemMessageText } from '../../conversations/labels.ts';
import { cn } from '../../kit/cn.ts';
import { formatDay, formatTime } from '../../kit/format.ts';
import { Note } from '../../kit/states.tsx';
import { paths } from '../../paths.ts';
import { PointNumber, type PointProps } from './content.tsx';
import { pointsOn } from './labels.ts';

export function SummaryConversation({ summary, point, onPoint }: PointProps) {
  const list = useRef<HTMLOListElement>(null);
  const chosen = point === null ? [] : (summary.keyPoints[point - 1]?.messages ?? []);
  const first = chosen.length > 0 ? Math.min(...chosen) : null;
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
      <SosHead summary={summary} />
      {summary.sources === null ? (
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
              points={pointsOn(summary.keyPoints, message)}
              point={point}
              onPoint={onPoint}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function SosHead({ summary }: Pick<PointProps, 'summary'>) {
  if (summary.sosId === null || summary.sosTitle === null)
    return <p className="text-sm text-muted-foreground">Le SOS de ce résumé a été supprimé.</p>;
  return (
    <header className="grid gap-1 border-b pb-3">
      <h3 className="text-base">
        <Link to={paths.admin('sos', summary.sosId)} className="hover:underline">
          {summary.sosTitle}
        </Link>
      </h3>
      <p className="max-h-32 overflow-y-auto text-sm whitespace-pre-line text-muted-foreground wrap-anywhere">
        {summary.sosDescription}
      </p>
    </header>
  );
}

function Source({
  message,
  points,
  point,
  onPoint,
}: {
  message: SourceMessage;
  points: readonly number[];
  point: number | null;
  onPoint: (point: number) => void;
}) {
  const isChosen = point !== null && points.includes(point);
  if (message.kind !== 'text')
    return (
      <li data-seq={message.seq} className="px-3 py-1 text-center text-xs text-muted-foreground">
        {systemMessageText(message, message.senderName)}
      </li>
    );
  return (
    <li
      data-seq={message.seq}
      aria-current={isChosen ? 'true' : undefined}
      className={cn(
        'grid gap-0.5 rounded-md border-l-2 border-transparent px-3 py-2 text-sm',
        isChosen && 'border-primary bg-primary-soft',
      )}
    >
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
        <span className="tabular-nums">{message.seq}</span>
        <span className="text-sm font-medium text-foreground">{message.senderName}</span>
        <time dateTime={message.createdAt}>
          {`${formatDay(message.createdAt)}, ${formatTime(message.createdAt)}`}
        </time>
        {points.map((place) => (
          <button
            key={place}
            type="button"
            aria-label={`Voir les messages du point clé ${place}`}
            className="-my-1 inline-flex size-6 items-center justify-center rounded-full max-md:size-8"
            onClick={() => onPoint(place)}
          >
            <PointNumber place={place} isChosen={point === place} />
          </button>
        ))}
      </span>
      <p className="whitespace-pre-line wrap-anywhere">{message.content}</p>
    </li>
  );
}
