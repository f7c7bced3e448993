import { RATING_REPLY_MAX, type ReceivedRating } from '@guilde/contracts/ratings/rules.ts';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '../kit/dialog.tsx';
import { InfiniteSentinel } from '../kit/infinite-list.tsx';
import { ActButton } from '../kit/reason-dialog.tsx';
import { Spinner } from '../kit/spinner.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { failureText } from '../refusals.ts';
import { ReportButton } from '../reports/report-dialog.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { RatingRow } from './rating-row.tsx';
import { useReceivedRatings, useReplyToRating } from './rating-words.ts';

export function ReceivedRatings() {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="outline" className="mt-4 w-full">
          Voir mes évaluations
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Mes évaluations"
        description="L’auteur de chaque SOS et l’équipe les lisent aussi."
        startsOnTitle
      >
        <List />
      </DialogContent>
    </Dialog>
  );
}

function List() {
  const query = useReceivedRatings();
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (isPending) return <Spinner text="Chargement..." className="py-10" />;
  if (!data) return <LoadFailed title="Impossible de charger tes évaluations" query={query} />;
  const ratings = data.pages.flatMap(({ items }) => items);
  if (ratings.length === 0) return <p className="text-sm text-muted-foreground">Pas encore d’évaluation.</p>;
  return (
    <>
      <ul className="divide-y">
        {ratings.map((rating) => (
          <RatingRow
            key={rating.id}
            rating={rating}
            title={
              <Link to={paths.sosDetail(rating.sos.id)} className="hover:underline">
                {rating.sos.title}
              </Link>
            }
            replyBy="Ta réponse"
          >
            {rating.mayReply && <Reply rating={rating} />}
            {!rating.isRemoved && (
              <ReportButton
                about="rating"
                id={rating.id}
                title={`«\u00a0${rating.sos.title}\u00a0»\u00a0: demander un examen`}
              />
            )}
          </RatingRow>
        ))}
      </ul>
      <InfiniteSentinel
        hasMore={hasNextPage}
        loading={isFetchingNextPage}
        onReach={() => void fetchNextPage()}
      />
    </>
  );
}

function Reply({ rating: { id, sos } }: { rating: ReceivedRating }) {
  const { mutateAsync } = useReplyToRating();
  const send = async (text: string) => {
    try {
      await mutateAsync({ id, text });
      toast.success('Réponse envoyée');
    } catch (error) {
      toast.error('Erreur', { description: failureText(error, 'Impossible d’envoyer ta réponse.') });
      throw error;
    }
  };
  return (
    <ActButton
      label="Répondre"
      title={`Répondre à propos de «\u00a0${sos.title}\u00a0»`}
      description={'Une seule réponse par évaluation\u00a0: l’auteur du SOS et l’équipe la lisent.'}
      reason={{ label: 'Ta réponse', isRequired: true, maxLength: RATING_REPLY_MAX }}
      onConfirm={send}
    />
  );
}
