import type { ReactNode } from 'react';
import { cn } from '../kit/cn.ts';

/** The first cell of a row is its heading, a plain text. */
export function DocumentTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly [heading: string, ...values: ReactNode[]])[];
}) {
  const cell = 'px-3 py-2 font-normal @max-xl:block @max-xl:px-4 @max-xl:py-1';
  const labelled =
    '@max-xl:before:block @max-xl:before:text-xs @max-xl:before:text-muted-foreground @max-xl:before:content-[attr(data-label)]';
  return (
    <div className="@container overflow-hidden rounded-lg border">
      <table className="w-full text-left text-sm @max-xl:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-muted/60 @max-xl:sr-only">
          <tr>
            {head.map((title) => (
              <th key={title} scope="col" className="px-3 py-2 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y @max-xl:block">
          {rows.map(([name, ...values]) => (
            <tr key={name} className="align-top @max-xl:block @max-xl:py-2">
              <th scope="row" className={cn(cell, '@max-xl:font-medium')}>
                {name}
              </th>
              {values.map((value, index) => (
                <td key={head[index + 1]} data-label={head[index + 1]} className={cn(cell, labelled)}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
