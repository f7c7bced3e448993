import { type LegalText, legalAnnounced, legalVersion } from '@guilde/contracts/legal.ts';
import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { cn } from '../../kit/cn.ts';
import { formatDate } from '../../kit/format.ts';
import { Note } from '../../kit/states.tsx';
import { LegalChanges } from '../legal-changes.tsx';
import { useScrollToAnchor } from '../scroll-to-anchor.ts';

export type LegalSection = { id: string; title: string; body: ReactNode };

const bodyClasses = [
  'grid grid-cols-1 gap-3 leading-relaxed [&_a]:text-primary [&_a]:underline [&_a]:underline-offset-4',
  '[&_ul]:grid [&_ul]:grid-cols-1 [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5 [&_ul]:marker:text-muted-foreground',
  '[&_dl]:grid [&_dl]:grid-cols-1 [&_dl]:gap-x-6 [&_dl]:gap-y-2 sm:[&_dl]:grid-cols-[2fr_3fr] [&_dt]:text-muted-foreground [&_dd]:mb-2 sm:[&_dd]:mb-0',
].join(' ');

/** `level`: of the section headings, one below the page’s. */
export function LegalDocument({
  text,
  summary,
  sections,
  level = 2,
}: {
  text: LegalText;
  summary: ReactNode;
  sections: readonly LegalSection[];
  level?: 2 | 3;
}) {
  const [now] = useState(() => Date.now());
  const { version, from } = legalVersion(text, now);
  const announced = legalAnnounced(now);
  useScrollToAnchor();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid grid-cols-1 gap-4">
        <p className="max-w-prose">{summary}</p>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-muted-foreground">
          <p>
            Version {version}, en vigueur depuis le{' '}
            <time dateTime={from.slice(0, 10)}>{formatDate(from)}</time>
          </p>
          <Button variant="outline" size="sm" className="print:hidden" onClick={() => window.print()}>
            <Printer aria-hidden strokeWidth={1.75} />
            Imprimer
          </Button>
        </div>
      </div>
      {announced && (
        <Note>
          <p className="font-medium">
            Une nouvelle version s’applique à partir du {formatDate(announced.from)}
          </p>
          <LegalChanges changes={[...announced.changes]} />
        </Note>
      )}
      <Contents sections={sections} />
      {sections.map((section, index) => (
        <section
          key={section.id}
          id={section.id}
          aria-labelledby={`${section.id}-titre`}
          className="scroll-mt-[calc(var(--shell-top,0rem)+1rem)]"
        >
          <Heading id={`${section.id}-titre`} className="mb-3 text-lg">
            {index + 1}. {section.title}
          </Heading>
          <div className={bodyClasses}>{section.body}</div>
        </section>
      ))}
    </div>
  );
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <nav aria-label="Sommaire" className="rounded-lg border bg-muted/60 p-4 print:hidden">
      <ol className="grid gap-x-6 text-sm sm:grid-cols-2">
        {sections.map(({ id, title }, index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center gap-2 rounded-sm py-1.5 leading-snug hover:underline hover:underline-offset-4 md:min-h-8"
            >
              <span className="min-w-6 shrink-0 text-right text-muted-foreground tabular-nums">
                {index + 1}.
              </span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

export function LegalTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
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
          {rows.map(([name = '', ...values]) => (
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
