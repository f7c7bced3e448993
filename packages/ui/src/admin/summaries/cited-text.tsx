import type { CitedText as Line } from '@guilde/contracts/knowledge/rules.ts';
import { useEffect, useRef } from 'react';
import { Button } from '../../kit/button.tsx';
import { cn } from '../../kit/cn.ts';
import { plural } from '../../kit/format.ts';
import { Part } from '../panel.tsx';
import type { Citations, CitedProps } from './citations.ts';
import { isCorrectable } from './correction.ts';
import { CorrectionForm } from './correction-form.tsx';
import { sourcesText } from './labels.ts';

export type EditedProps = CitedProps & { isEditing: boolean; onEdit: (isEditing: boolean) => void };

/** The messages that a sentence rests on are marked in the conversation beside it. */
export function CitedText({ summary, citations, isEditing, onEdit }: EditedProps) {
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing) return <CorrectionForm summary={summary} onDone={() => onEdit(false)} />;
  return (
    <>
      <ShownText summary={summary} citations={citations} />
      {isCorrectable(summary) && (
        <Button
          ref={edit}
          size="sm"
          variant="outline"
          className="justify-self-start"
          onClick={() => onEdit(true)}
        >
          Corriger le texte
        </Button>
      )}
    </>
  );
}

function ShownText({ summary, citations }: CitedProps) {
  const { sentences, keyPoints, dropped, vetoes } = summary;
  return (
    <>
      <Part title="Résumé">
        <Lines lines={sentences} first={1} vetoes={vetoes} citations={citations} />
      </Part>
      <Part title="Points clés">
        {keyPoints.length === 0 ? (
          <p className="text-sm text-muted-foreground">Aucun point clé.</p>
        ) : (
          <Lines lines={keyPoints} first={sentences.length + 1} vetoes={vetoes} citations={citations} />
        )}
      </Part>
      {dropped > 0 && (
        <p className="text-sm text-muted-foreground">
          {`${plural(dropped, 'phrase écartée', 'phrases écartées')}\u00a0: les messages cités ne disent pas cela.`}
        </p>
      )}
    </>
  );
}

type Vetoes = CitedProps['summary']['vetoes'];

function Lines({
  lines,
  first,
  vetoes,
  citations,
}: {
  lines: readonly Line[];
  first: number;
  vetoes: Vetoes;
  citations: Citations;
}) {
  return (
    <ol start={first} className="grid gap-1.5">
      {lines.map((line, index) => {
        const against = vetoes.filter(({ text }) => text === line.text);
        return (
          <li key={line.text}>
            <LineButton
              line={line}
              place={first + index}
              isVetoed={against.length > 0}
              citations={citations}
            />
            <Vetoed vetoes={against} />
          </li>
        );
      })}
    </ol>
  );
}

function LineButton({
  line,
  place,
  isVetoed,
  citations,
}: {
  line: Line;
  place: number;
  isVetoed: boolean;
  citations: Citations;
}) {
  const isChosen = citations.chosen === place;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={cn(
        'flex w-full items-start gap-2.5 rounded-md border bg-card px-3 py-2 text-left text-sm transition-colors duration-150 hover:border-input max-md:min-h-11',
        isChosen && 'border-primary bg-primary-soft hover:border-primary',
      )}
      onClick={() => citations.choose(isChosen ? null : place)}
      onPointerEnter={() => citations.point(place)}
      onPointerLeave={() => citations.point(null)}
      onFocus={() => citations.point(place)}
      onBlur={() => citations.point(null)}
    >
      <LineNumber place={place} isChosen={isChosen} />
      <span className="grid min-w-0 gap-0.5">
        <span
          className={cn('leading-relaxed wrap-anywhere', isVetoed && 'text-muted-foreground line-through')}
        >
          {line.text}
        </span>{' '}
        <span className="text-xs text-muted-foreground">{originOf(line)}</span>
      </span>
    </button>
  );
}

/** It does not name who wants the sentence out. */
function Vetoed({ vetoes }: { vetoes: Vetoes }) {
  if (vetoes.length === 0) return null;
  const reasons = vetoes.flatMap(({ reason }) => (reason === '' ? [] : [`«\u00a0${reason}\u00a0»`]));
  return (
    <p className="mt-1 mb-2 pl-11 text-xs text-warning wrap-anywhere">
      {['Écartée par un participant, ne sera pas publiée.', ...reasons].join(' ')}
    </p>
  );
}

function originOf({ messages, byTeam }: Line): string {
  if (byTeam)
    return messages.length > 0
      ? `Corrigé par l’équipe, d’après ${sourcesText(messages)}`
      : 'Écrit par l’équipe';
  return messages.length > 0 ? `D’après ${sourcesText(messages)}` : 'Sans message cité';
}

export function LineNumber({ place, isChosen }: { place: number; isChosen: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        'mt-px inline-flex size-5 shrink-0 items-center justify-center rounded-full text-xs font-semibold tabular-nums',
        isChosen ? 'bg-primary text-primary-foreground' : 'bg-secondary text-secondary-foreground',
      )}
    >
      {place}
    </span>
  );
}
