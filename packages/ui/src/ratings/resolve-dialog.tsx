import type { HelperToRate } from '@guilde/contracts/ratings.ts';
import { useState } from 'react';
import { errorMessage, isRefusal } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '../kit/dialog.tsx';
import { FormError } from '../kit/field.tsx';
import { Spinner } from '../kit/spinner.tsx';
import { ErrorState } from '../kit/states.tsx';
import { ratingsOf, useAnswers } from './answers.ts';
import { useHelpersToRate, useResolveSos } from './data.ts';
import { RatingSteps } from './rating-steps.tsx';
import { ResolvedScreen } from './resolved-screen.tsx';

export type ResolveDialogProps = {
  sosId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/**
 * « Marquer comme résolu »: rates each helper in turn, then resolves, all in one submission at the end. For the
 * requester only. Answers survive a failure and the dialog.
 */
export function ResolveDialog({ sosId, open, onOpenChange }: ResolveDialogProps) {
  const [visit, setVisit] = useState({ open, count: 0 });
  if (visit.open !== open) setVisit({ open, count: visit.count + (open ? 1 : 0) });
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <Resolution
        key={`${sosId} ${visit.count}`}
        sosId={sosId}
        open={open}
        onClose={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

const TITLE = 'Marquer comme résolu';

function Resolution({ sosId, open, onClose }: { sosId: string; open: boolean; onClose: () => void }) {
  const { data: helpers, ...query } = useHelpersToRate(sosId, open);
  const { answers, forget } = useAnswers(sosId);
  const resolve = useResolveSos(sosId);
  const submit = () =>
    resolve.mutate(
      { ratings: ratingsOf(helpers ?? [], answers) },
      { onSuccess: forget, onError: (error) => outdated(error) && void query.refetch() },
    );
  if (resolve.isSuccess) {
    return (
      <ResolvedScreen ratings={resolve.variables.ratings ?? []} helpers={helpers ?? []} onClose={onClose} />
    );
  }
  if (!helpers) {
    return (
      <DialogContent title={TITLE}>
        {query.isError ? (
          <ErrorState
            title="Impossible de résoudre le SOS pour le moment."
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          >
            {errorMessage(query.error)}
          </ErrorState>
        ) : (
          <Spinner text="Chargement..." className="py-10" />
        )}
      </DialogContent>
    );
  }
  const failure = resolve.error && failureText(resolve.error, helpers);
  if (helpers.length === 0) {
    return <NobodyToRate busy={resolve.isPending} failure={failure} onConfirm={submit} onCancel={onClose} />;
  }
  return (
    <RatingSteps
      sosId={sosId}
      helpers={helpers}
      busy={resolve.isPending}
      failure={failure}
      onSubmit={submit}
      onLeave={onClose}
    />
  );
}

/** Somebody joined or left meanwhile: the list of whom to rate is no longer right. */
function outdated(error: Error): boolean {
  return isRefusal(error, 'RATINGS_INCOMPLETE', 'RATED_NOT_A_HELPER');
}

function failureText(error: Error, helpers: HelperToRate[]): string {
  return helpers.length > 0
    ? `Impossible de soumettre l'évaluation: ${errorMessage(error)}`
    : `Impossible de résoudre le SOS pour le moment. ${errorMessage(error)}`;
}

type NobodyProps = { busy: boolean; failure: string | null; onConfirm: () => void; onCancel: () => void };

/** Without helpers resolving is one confirmation. */
function NobodyToRate({ busy, failure, onConfirm, onCancel }: NobodyProps) {
  return (
    <DialogContent
      title={TITLE}
      description="Personne n’a pris part à ce SOS : il n’y a personne à évaluer. Une fois résolu, il ne peut plus être rouvert."
      dismissible={!busy}
    >
      <FormError>{failure}</FormError>
      <DialogFooter>
        <Button variant="outline" disabled={busy} onClick={onCancel}>
          Annuler
        </Button>
        <Button loading={busy} onClick={onConfirm}>
          {TITLE}
        </Button>
      </DialogFooter>
    </DialogContent>
  );
}
