import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { type Article, denyConfirmation } from '@guilde/contracts/knowledge/rules.ts';
import { ThumbsUp } from 'lucide-react';
import { errorMessage } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { plural } from '../kit/format.ts';
import { toast } from '../kit/toast.ts';
import { useSosOutcomes } from '../outcomes/data.ts';
import { OutcomeList } from '../outcomes/outcome-list.tsx';
import { useSayWorked } from './data.ts';

export function ArticleOutcomes({ article }: { article: Article }) {
  const { data } = useSosOutcomes(article.standing && article.sosId);
  return (
    <section aria-labelledby="article-outcomes" className="mt-8 grid gap-4 border-t pt-6">
      <h2 id="article-outcomes" className="text-lg">
        Est-ce que ça tient{'\u202f'}?
      </h2>
      {data && data.answers.length > 0 ? (
        <OutcomeList outcomes={data.answers} alreadyShown={article.standing} />
      ) : (
        !article.standing &&
        article.origin !== 'import' &&
        article.origin !== 'event' && (
          <p className="text-sm text-muted-foreground">
            L’auteur du SOS n’a pas encore dit si la solution tient.
          </p>
        )
      )}
      <WorkedButton article={article} />
    </section>
  );
}

function WorkedButton({ article: { id, worked } }: { article: Article }) {
  const { mutate, isPending } = useSayWorked(id);
  const refusal = denyConfirmation(worked);
  const say = () => {
    if (!isPending)
      mutate(!worked.isMine, {
        onError: (error) => toast.error('Non enregistré', { description: errorMessage(error) }),
      });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {refusal === null && (
        // A button that is disabled while pending loses the focus.
        <Button
          variant={worked.isMine ? 'secondary' : 'outline'}
          aria-pressed={worked.isMine}
          aria-disabled={isPending}
          onClick={say}
        >
          <ThumbsUp />
          Ça a marché chez moi
        </Button>
      )}
      <p className="text-sm text-muted-foreground">
        {`${workedText(worked.count)}${refusal !== null && worked.count === 0 ? shownErrorText(refusal) : ''}`}
      </p>
    </div>
  );
}

function workedText(count: number): string {
  return count > 0 ? `Ça a marché chez ${plural(count, 'membre')}.` : '';
}
