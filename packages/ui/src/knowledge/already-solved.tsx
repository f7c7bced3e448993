import type { SuggestionsInput } from '@guilde/contracts/knowledge/input.ts';
import type { Suggestion } from '@guilde/contracts/knowledge/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos/rules.ts';
import { Lightbulb } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isRefusal } from '../api.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Dialog, DialogContent, DialogFooter } from '../kit/dialog.tsx';
import { formatShortDate, plural } from '../kit/format.ts';
import { Note } from '../kit/states.tsx';
import { useDebouncedValue } from '../kit/use-debounced-value.ts';
import { OutcomeBadge } from '../outcomes/outcome-badge.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { ArticleContent, ArticleSkeleton } from './article-content.tsx';
import { useArticle, useCountOpening, useSuggestions } from './data.ts';

const DEBOUNCE_MS = 500;
/** « TVA » is the shortest word worth a search. */
const WORD_MIN = 3;

export type AlreadySolvedProps = {
  /** `id` is that of the future SOS. */
  draft: SuggestionsInput & { id: string };
  /** A member to whom a solution has failed gets no article that failed others. */
  omitsFailed: boolean;
  onAnswered: (summaryId: string) => void;
};

export function AlreadySolved({
  draft: { id: draftId, ...draft },
  omitsFailed,
  onAnswered,
}: AlreadySolvedProps) {
  const debounced = useDebouncedDraft(draft.title?.trim() && hasWord(draft.title) ? draft : null);
  const { data } = useSuggestions(debounced);
  const { mutate: countOpening } = useCountOpening();
  // Keeps the last article while its dialog fades out.
  const [shown, setShown] = useState<Shown>({ open: false });
  const found = debounced ? (data ?? []) : [];
  const suggestions = omitsFailed ? found.filter(({ standing }) => standing?.answer !== 'no') : found;
  const read = (suggestion: Suggestion) => {
    setShown({ open: true, suggestion });
    countOpening({ summaryId: suggestion.id, draftId });
  };
  const count = suggestions.length;
  useEffect(() => {
    if (count > 0) announce(`${plural(count, 'résumé ressemble', 'résumés ressemblent')} à ton SOS.`);
  }, [count]);
  return (
    <>
      {count > 0 && <Suggestions suggestions={suggestions} onRead={read} />}
      <ArticleDialog
        shown={shown}
        onClose={() => setShown({ ...shown, open: false })}
        onAnswered={onAnswered}
      />
    </>
  );
}

type Shown = { open: boolean; suggestion?: Suggestion };

function hasWord(text: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.length >= WORD_MIN);
}

function useDebouncedDraft(draft: SuggestionsInput | null): SuggestionsInput | null {
  return JSON.parse(useDebouncedValue(JSON.stringify(draft), DEBOUNCE_MS)) as SuggestionsInput | null;
}

function Suggestions({
  suggestions,
  onRead,
}: {
  suggestions: readonly Suggestion[];
  onRead: (suggestion: Suggestion) => void;
}) {
  return (
    <section aria-labelledby="already-solved" className="grid animate-fade-in gap-3">
      <h2 id="already-solved" className="flex items-center gap-2 text-lg">
        <Lightbulb className="size-5 text-gold-strong" />
        Déjà résolu{'\u202f'}?
      </h2>
      <ul className="grid gap-2">
        {suggestions.map((suggestion) => (
          <li key={suggestion.id}>
            <Card interactive className="grid gap-1.5 md:p-4">
              <button
                type="button"
                aria-haspopup="dialog"
                aria-describedby={`${suggestion.id}-excerpt`}
                className="rounded-lg text-left leading-snug font-medium wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
                onClick={() => onRead(suggestion)}
              >
                {suggestion.title}
              </button>
              <p
                id={`${suggestion.id}-excerpt`}
                className="line-clamp-2 text-sm wrap-anywhere text-muted-foreground max-md:line-clamp-1"
              >
                {suggestion.excerpt}
              </p>
              <OutcomeBadge outcome={suggestion.standing} className="justify-self-start" />
              <p className="text-xs text-muted-foreground max-md:hidden">
                {[
                  optionLabel(SOS_CATEGORIES, suggestion.category),
                  `Résumé du ${formatShortDate(suggestion.createdAt)}`,
                ].join(' · ')}
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ArticleDialog({
  shown: { open, suggestion },
  onClose,
  onAnswered,
}: {
  shown: Shown;
  onClose: () => void;
  onAnswered: (summaryId: string) => void;
}) {
  const { data, error, refetch, isFetching } = useArticle(suggestion?.id ?? null);
  const isWithdrawn = isRefusal(error, 'NOT_FOUND');
  // The query keeps the text of an article that was withdrawn while it was read.
  const article = isWithdrawn ? undefined : data;
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        size="lg"
        startsOnTitle
        title={<span className="wrap-anywhere">{suggestion?.title}</span>}
      >
        {article && <ArticleContent article={article} headingLevel={3} />}
        {!article && !error && <ArticleSkeleton />}
        {isWithdrawn && <Note>Ce résumé vient d’être retiré de la base de connaissances.</Note>}
        {!article && error && !isWithdrawn && (
          <LoadFailed title="Impossible de charger ce résumé" query={{ error, refetch, isFetching }} />
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Continuer mon SOS
          </Button>
          <Button disabled={!article} onClick={() => suggestion && onAnswered(suggestion.id)}>
            Ça répond à ma question
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
