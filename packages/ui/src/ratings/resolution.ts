import type { MemberRef } from '@guilde/contracts/profiles/rules.ts';
import type { HelperToRate, RatingValue } from '@guilde/contracts/ratings/rules.ts';
import { useState } from 'react';
import { errorMessage, isRefusal } from '../api.ts';
import { useUndoResolution } from '../sos/data.ts';
import { useHelpersToRate, useResolveSos } from './data.ts';
import { draftOf, type RatingDraft, ratingsOf, remainingRatings, useRatingDrafts } from './rating-drafts.ts';

type Stage = 'loading' | 'unavailable' | 'nobody' | 'rating' | 'resolved';

export type Resolution = ReturnType<typeof useResolution>;

export function useResolution(sosId: string, open: boolean) {
  const query = useHelpersToRate(sosId, open);
  const { drafts, update, release } = useRatingDrafts(sosId);
  const { mutate, ...resolve } = useResolveSos(sosId);
  const { start: undo } = useUndoResolution(sosId);
  const [given, setGiven] = useState<{ member: MemberRef; rating: RatingValue }[]>([]);
  const helpers = query.data ?? [];
  const steps = useSteps(helpers.length);
  const helper = helpers[steps.step];
  const submit = () => {
    steps.goAhead();
    const ratings = ratingsOf(helpers, drafts);
    mutate(
      { ratings },
      {
        onSuccess: () => {
          setGiven(helpers.map(({ member }) => ({ member, rating: draftOf(drafts, member.id).rating })));
          release();
        },
        onError: (error) => void (isOutdated(error) && query.refetch()),
      },
    );
  };
  return {
    ...steps,
    sosId,
    stage: stageOf(query, resolve.isSuccess),
    loadError: query.error,
    reload: () => void query.refetch(),
    reloading: query.isFetching,
    helper,
    helperDraft: draftOf(drafts, helper?.member.id ?? ''),
    update: (change: Partial<RatingDraft>) => helper && update(helper.member.id, change),
    position: `${steps.step + 1} sur ${helpers.length}`,
    count: helpers.length,
    remaining: remainingRatings(helpers, drafts),
    submit,
    busy: resolve.isPending,
    failure: resolve.error && failureText(resolve.error, helpers),
    given,
    willBeSummarised: resolve.data?.willBeSummarised ?? false,
    undo: () => undo(resolve.data?.resolvedAt ?? ''),
  };
}

function useSteps(count: number) {
  const [asked, setAsked] = useState(0);
  const [isWarned, setWarned] = useState(false);
  const step = Math.max(0, Math.min(asked, count - 1));
  const goTo = (next: number) => {
    setWarned(false);
    setAsked(next);
  };
  return {
    step,
    isLast: step === count - 1,
    goOn: () => goTo(step + 1),
    goBack: () => goTo(step - 1),
    isWarned,
    warn: () => setWarned(true),
    goAhead: () => setWarned(false),
  };
}

function stageOf(
  { data, isError }: Pick<ReturnType<typeof useHelpersToRate>, 'data' | 'isError'>,
  resolved: boolean,
): Stage {
  if (resolved) return 'resolved';
  if (data) return data.length > 0 ? 'rating' : 'nobody';
  return isError ? 'unavailable' : 'loading';
}

/** The helpers have changed meanwhile. */
function isOutdated(error: Error): boolean {
  return isRefusal(error, 'RATINGS_INCOMPLETE', 'RATED_NOT_A_HELPER');
}

function failureText(error: Error, helpers: HelperToRate[]): string {
  return helpers.length > 0
    ? `Impossible de soumettre l'évaluation: ${errorMessage(error)}`
    : `Impossible de résoudre le SOS pour le moment. ${errorMessage(error)}`;
}
