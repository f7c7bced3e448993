import type { KnowledgeOverview } from '@guilde/contracts/knowledge/rules.ts';
import { formatNumber, pluralWord } from '../kit/format.ts';
import { Skeleton } from '../kit/skeleton.tsx';

/** These numbers give plural labels while loading. */
const NOT_YET = { summaries: 2, categories: 2, participants: 2, thousandsOfWords: 2 };

export function KnowledgeTiles({ overview }: { overview: KnowledgeOverview | undefined }) {
  const { summaries, categories, participants, thousandsOfWords } = overview ?? NOT_YET;
  const tiles = [
    { label: pluralWord(summaries, 'résumé'), value: summaries },
    { label: pluralWord(categories, 'catégorie'), value: categories },
    { label: pluralWord(participants, 'participant'), value: participants },
    { label: pluralWord(thousandsOfWords, 'millier de mots', 'milliers de mots'), value: thousandsOfWords },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2 sm:grid-cols-4 md:max-lg:grid-cols-2">
      {tiles.map(({ label, value }) => (
        <div
          key={label}
          className="flex flex-row-reverse items-baseline max-sm:flex-wrap-reverse justify-end gap-x-2 rounded-lg border bg-card px-3.5 py-2 sm:flex-col-reverse sm:items-start sm:justify-start sm:px-4 sm:py-3"
        >
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd className="font-title text-xl font-bold tracking-tight tabular-nums sm:text-2xl">
            {overview ? formatNumber(value) : <Skeleton className="h-5 w-6 sm:my-1 sm:h-6 sm:w-12" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
