import {
  type HelperToRate,
  missingRatings,
  RATING_DEFAULT,
  type RatingValue,
} from '@guilde/contracts/ratings.ts';
import { create } from 'zustand';

/** `confirmed`: the requester has gone on to the next helper. */
export type Answer = { rating: RatingValue; comment: string; confirmed: boolean };
export type Answers = Record<string, Answer>;

type AnswersStore = {
  bySos: Record<string, Answers>;
  answer: (sosId: string, memberId: string, change: Partial<Answer>) => void;
  forget: (sosId: string) => void;
};

const blank: Answer = { rating: RATING_DEFAULT, comment: '', confirmed: false };
const none: Answers = {};

/** Survives the dialog, so that a failure loses nothing; not the page. */
const useAnswersStore = create<AnswersStore>((set) => ({
  bySos: {},
  answer: (sosId, memberId, change) =>
    set(({ bySos }) => {
      const answers = bySos[sosId] ?? none;
      return {
        bySos: {
          ...bySos,
          [sosId]: { ...answers, [memberId]: { ...answerFor(answers, memberId), ...change } },
        },
      };
    }),
  forget: (sosId) => set(({ bySos: { [sosId]: _done, ...bySos } }) => ({ bySos })),
}));

export function useAnswers(sosId: string) {
  const { bySos, answer, forget } = useAnswersStore();
  return {
    answers: bySos[sosId] ?? none,
    answer: (memberId: string, change: Partial<Answer>) => answer(sosId, memberId, change),
    forget: () => forget(sosId),
  };
}

export function answerFor(answers: Answers, memberId: string): Answer {
  return answers[memberId] ?? blank;
}

export function remainingRatings(helpers: readonly HelperToRate[], answers: Answers): number {
  const ids = helpers.map(({ member }) => member.id);
  return missingRatings(
    ids,
    ids.filter((id) => answers[id]?.confirmed).map((memberId) => ({ memberId })),
  );
}

export function ratingsOf(helpers: readonly HelperToRate[], answers: Answers) {
  return helpers.map(({ member }) => {
    const { rating, comment } = answerFor(answers, member.id);
    return { memberId: member.id, rating, comment };
  });
}
