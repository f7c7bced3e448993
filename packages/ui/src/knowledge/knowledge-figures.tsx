import type { KnowledgeOverview } from '@guilde/contracts/knowledge/rules.ts';
import { plural } from '../kit/format.ts';
import { Skeleton } from '../kit/skeleton.tsx';

export function KnowledgeFigures({ overview }: { overview: KnowledgeOverview | undefined }) {
  if (!overview) return <Skeleton className="w-72 max-w-full" />;
  const { summaries, categories, participants, thousandsOfWords } = overview;
  return (
    <p className="text-xs text-muted-foreground">
      {[
        plural(summaries, 'résumé'),
        plural(categories, 'catégorie'),
        plural(participants, 'participant'),
        plural(thousandsOfWords, 'millier de mots', 'milliers de mots'),
      ].join(' · ')}
    </p>
  );
}
