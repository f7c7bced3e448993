import { IMPORT_SOURCES } from '@guilde/contracts/knowledge/import-rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos/rules.ts';
import { plural } from '../../../kit/format.ts';
import { StateBadge } from '../../../kit/state-badge.tsx';
import { importedDayText } from '../labels.ts';
import type { ExportText } from './read-export.ts';

export function faultOf(text: ExportText): string {
  return text.kind === 'article' ? text.fault : '';
}

/** These are all its words, to read and to search. */
export function wordsOf(text: ExportText): string {
  if (text.kind === 'thread')
    return text.messages.map((said) => `${text.names[said.author]}\u00a0: ${said.text}`).join('\n');
  const points = text.points.map((point) => `–\u00a0${point}`).join('\n');
  return [text.problem, text.solution, points].filter(Boolean).join('\n\n');
}

function factsOf(text: ExportText): string[] {
  const of = [optionLabel(IMPORT_SOURCES, text.source), text.day && importedDayText(text.day)];
  if (text.kind === 'thread')
    return [...of, plural(text.messages.length, 'message'), plural(text.names.length, 'personne')];
  return [`Ligne ${text.id}`, ...of, text.category && optionLabel(SOS_CATEGORIES, text.category)];
}

export function TextRow({
  text,
  isChosen,
  disabled,
  onToggle,
}: {
  text: ExportText;
  isChosen: boolean;
  disabled: boolean;
  onToggle: () => void;
}) {
  const fault = faultOf(text);
  const title = text.title || 'Résumé sans titre';
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-lg border px-3 py-2.5 text-sm">
      <input
        type="checkbox"
        aria-label={title}
        className="mt-0.5 size-4 accent-primary"
        checked={isChosen}
        disabled={disabled || fault !== ''}
        onChange={onToggle}
      />
      <details>
        <summary className="list-none [&::-webkit-details-marker]:hidden">
          <span className="block font-medium wrap-anywhere">{title}</span>
          <span className="block text-xs text-muted-foreground">
            {factsOf(text).filter(Boolean).join(' · ')}
          </span>
          {fault && (
            <StateBadge state="failed" className="mt-1 whitespace-normal">
              {fault}
            </StateBadge>
          )}
        </summary>
        <p className="mt-2 whitespace-pre-line wrap-anywhere">{wordsOf(text)}</p>
      </details>
    </li>
  );
}
