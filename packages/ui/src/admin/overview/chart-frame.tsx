import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { Card } from '../../kit/card.tsx';
import { cn } from '../../kit/cn.ts';
import { formatNumber } from '../../kit/format.ts';

export type ChartFrameProps = {
  title: string;
  sentence: string;
  to: string;
  headings: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  legend?: readonly { name: string; className: string; dashed?: boolean }[];
  /** Screen readers get its title with the sentence, and the table. */
  children: ReactNode;
};

/** The RGAA (1.9) asks for the role, which the element has by itself. */
const figureRole = { role: 'figure' } as const;

export function ChartFrame({ title, sentence, to, headings, rows, legend, children }: ChartFrameProps) {
  const captionId = useId();
  return (
    <Card asChild className="flex min-w-0 flex-col gap-3">
      <figure {...figureRole} aria-labelledby={captionId}>
        <figcaption id={captionId} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h3 className="text-base">{title}</h3>
          <Link to={to} className="text-sm text-muted-foreground tabular-nums hover:underline max-md:py-2">
            {sentence}
          </Link>
        </figcaption>
        {legend && (
          <ul aria-hidden className="flex gap-4 text-xs text-muted-foreground">
            {legend.map(({ name, className, dashed }) => (
              <li key={name} className="flex items-center gap-1.5">
                <span className={cn('h-0.5', dashed ? 'w-1.5' : 'w-4', className)} />
                {dashed && <span className={cn('-ml-0.5 h-0.5 w-1.5', className)} />}
                <span>{name}</span>
              </li>
            ))}
          </ul>
        )}
        <div role="img" aria-label={`${title}\u00a0: ${sentence}`}>
          {children}
        </div>
        <details className="text-sm">
          <summary className="w-fit rounded-sm text-muted-foreground hover:text-foreground max-md:py-2.5">
            Voir les chiffres
          </summary>
          <div className="mt-2 max-h-64 overflow-y-auto rounded-md border">
            <NumbersTable caption={title} headings={headings} rows={rows} />
          </div>
        </details>
      </figure>
    </Card>
  );
}

function NumbersTable({
  caption,
  headings,
  rows,
}: Pick<ChartFrameProps, 'headings' | 'rows'> & { caption: string }) {
  return (
    <table className="w-full text-left tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 bg-muted">
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col" className="px-3 py-1.5 font-medium">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...counts]) => (
          <tr key={name} className="border-t">
            <th scope="row" className="px-3 py-1 font-normal">
              {name}
            </th>
            {counts.map((count, index) => (
              <td key={headings[index + 1]} className="px-3 py-1">
                {typeof count === 'number' ? formatNumber(count) : count}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
