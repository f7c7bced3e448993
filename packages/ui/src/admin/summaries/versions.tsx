import type { AdminSummaryDetail, SummaryVersion } from '@guilde/contracts/admin/rules.ts';
import { ChevronRight } from 'lucide-react';
import { Button } from '../../kit/button.tsx';
import { formatDateTime } from '../../kit/format.ts';
import { Note } from '../../kit/states.tsx';
import { acts, useAct } from '../acts.ts';
import { differenceOf, type Part } from './difference.ts';
import { linesOf } from './labels.ts';

export function Versions({ summary }: { summary: AdminSummaryDetail }) {
  const { versions } = summary;
  if (versions.length < 2) return null;
  return (
    <details className="group rounded-lg border">
      <summary className="flex list-none items-center gap-2 rounded-lg px-3 py-2.5 text-sm font-semibold hover:bg-muted max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform duration-150 group-open:rotate-90" />
        <span>{`Versions (${versions.length})`}</span>
      </summary>
      <ol className="grid gap-4 border-t px-3 py-3">
        {versions.map((version, index) => (
          <li key={version.version} className="grid gap-1.5 text-sm">
            <h4 className="font-medium">{nameOf(version)}</h4>
            <Difference before={versions[index - 1]} after={version} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function nameOf({ version, isCorrection, author, createdAt }: SummaryVersion): string {
  const made = isCorrection ? `corrigée par ${author ?? 'l’équipe'}` : 'générée';
  return `Version ${version}, ${made} le ${formatDateTime(createdAt)}`;
}

function textOf(version: SummaryVersion): string[] {
  return [version.title, ...linesOf(version).map(({ text }) => text)];
}

function Difference({ before, after }: { before: SummaryVersion | undefined; after: SummaryVersion }) {
  const lines = differenceOf(textOf(before ?? after), textOf(after));
  return (
    <ul className="grid gap-1 leading-relaxed text-muted-foreground">
      {lines.map((parts, line) => {
        const lineKey = `${line} ${parts[0]?.text}`;
        return (
          <li key={lineKey} className="wrap-anywhere">
            {parts.map((part, index) => {
              const key = `${index} ${part.kind}`;
              return <Words key={key} {...part} />;
            })}
          </li>
        );
      })}
    </ul>
  );
}

function Words({ kind, text }: Part) {
  if (kind === 'same') return text;
  return kind === 'out' ? (
    <del className="text-danger decoration-1">
      <span className="sr-only">Retiré : </span>
      <span>{text}</span>
    </del>
  ) : (
    <ins className="text-success decoration-1">
      <span className="sr-only">Ajouté : </span>
      <span>{text}</span>
    </ins>
  );
}

/** A text that was made anew replaces a corrected one only by a decision. */
export function Proposal({ summary }: { summary: AdminSummaryDetail }) {
  const choose = useAct(acts.chooseVersion);
  const proposed = summary.versions.find(({ version }) => version === summary.proposedVersion);
  if (!proposed) return null;
  const decide = (adopt: boolean) => choose.start({ id: summary.id, seen: summary.createdAt, adopt });
  return (
    <Note tone="warning">
      <section aria-label="Texte régénéré" className="grid justify-items-start gap-3">
        <p>
          Un texte régénéré attend à côté de ta correction. Choisis lequel garder ; l’autre est conservé parmi
          les versions.
        </p>
        <div className="grid gap-1.5 rounded-md border bg-card px-3 py-2 text-sm">
          <p className="font-medium wrap-anywhere">{proposed.title}</p>
          <ul className="grid list-disc gap-1 pl-4">
            {linesOf(proposed).map(({ text }) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="outline"
            aria-disabled={choose.isPending}
            onClick={() => !choose.isPending && decide(false)}
          >
            Garder le texte corrigé
          </Button>
          <Button
            size="sm"
            variant="outline"
            aria-disabled={choose.isPending}
            onClick={() => !choose.isPending && decide(true)}
          >
            Prendre le texte régénéré
          </Button>
        </div>
      </section>
    </Note>
  );
}
