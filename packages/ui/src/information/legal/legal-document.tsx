import { type LegalText, legalAnnounced, legalVersion } from '@guilde/contracts/information/legal.ts';
import { Printer } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { formatDate } from '../../kit/format.ts';
import { serverNow } from '../../kit/server-time.ts';
import { Note } from '../../kit/states.tsx';
import { readDocument, type Section } from '../document.ts';
import { DocumentBlocks, lineOf } from '../document-blocks.tsx';
import { LegalChanges } from '../legal-changes.tsx';
import { useScrollToAnchor } from '../scroll-to-anchor.ts';

const bodyClasses = [
  'grid grid-cols-1 gap-3 leading-relaxed [&_a]:text-primary [&_a]:underline [&_a]:underline-offset-4',
  '[&_ul]:grid [&_ul]:grid-cols-1 [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5 [&_ul]:marker:text-muted-foreground',
  '[&_dl]:grid [&_dl]:grid-cols-1 [&_dl]:gap-x-6 [&_dl]:gap-y-2 sm:[&_dl]:grid-cols-[2fr_3fr] [&_dt]:text-muted-foreground [&_dd]:mb-2 sm:[&_dd]:mb-0',
].join(' ');

/** `text` is null for a document without versions. */
export function LegalDocument({ text, source }: { text: LegalText | null; source: string }) {
  const { summary, sections } = useMemo(() => readDocument(source), [source]);
  const [now] = useState(serverNow);
  const announced = text && legalAnnounced(now);
  useScrollToAnchor();
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid grid-cols-1 gap-4">
        <p className="max-w-prose">{lineOf(summary)}</p>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-muted-foreground">
          {text && <Version {...legalVersion(text, now)} />}
          <Button variant="outline" size="sm" className="print:hidden" onClick={() => window.print()}>
            <Printer />
            Imprimer
          </Button>
        </div>
      </div>
      {announced && (
        <Note>
          <p className="font-medium">
            {`Une nouvelle version s’applique à partir du ${formatDate(announced.from)}`}
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
          <h2 id={`${section.id}-titre`} className="mb-3 text-lg">
            {`${index + 1}. ${section.title}`}
          </h2>
          <div className={bodyClasses}>
            <DocumentBlocks blocks={section.blocks} />
          </div>
        </section>
      ))}
    </div>
  );
}

function Version({ version, from }: ReturnType<typeof legalVersion>) {
  return (
    <p>
      <span>{`Version ${version}, en vigueur depuis le `}</span>
      <time dateTime={from.slice(0, 10)}>{formatDate(from)}</time>
    </p>
  );
}

function Contents({ sections }: { sections: readonly Section[] }) {
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
                {`${index + 1}.`}
              </span>
              <span>{title}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
