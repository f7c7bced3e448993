import type { KnowledgeOverview } from '@guilde/contracts/knowledge.ts';
import { formatNumber, pluralWord } from '../kit/format.ts';
import { Skeleton } from '../kit/skeleton.tsx';

/** What the whole knowledge base holds, in four numbers. */
export function KnowledgeTiles({ overview }: { overview: KnowledgeOverview | undefined }) {
  const { summaries = 0, categories = 0, participants = 0, thousandsOfWords = 0 } = overview ?? {};
  const tiles = [
    { label: pluralWord(summaries, 'résumé'), value: summaries },
    { label: pluralWord(categories, 'catégorie'), value: categories },
    { label: pluralWord(participants, 'participant'), value: participants },
    { label: pluralWord(thousandsOfWords, 'millier de mots', 'milliers de mots'), value: thousandsOfWords },
  ];
  return (
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {tiles.map(({ label, value }) => (
        <div
          key={label}
          className="flex flex-row-reverse items-baseline justify-end gap-x-2 rounded-lg border bg-card px-3.5 py-2 sm:flex-col-reverse sm:items-start sm:justify-start sm:px-4 sm:py-3"
        >
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd className="font-title text-xl font-bold tracking-tight tabular-nums sm:text-2xl">
            {overview ? formatNumber(value) : <Skeleton className="my-1 h-6 w-12" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
