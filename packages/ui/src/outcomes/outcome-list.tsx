import { type LastOutcome, type Outcome, savedText } from '@guilde/contracts/outcomes/rules.ts';
import { formatShortDate } from '../kit/format.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

/** The latest outcome comes first; the page shows `alreadyShown` above the list. */
export function OutcomeList({
  outcomes,
  alreadyShown = null,
}: {
  outcomes: readonly Outcome[];
  alreadyShown?: LastOutcome | null;
}) {
  return (
    <ul className="grid gap-3">
      {outcomes.toReversed().map((outcome) => (
        <li key={outcome.afterDays} className="grid gap-1.5 text-sm">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            {outcome.afterDays === alreadyShown?.afterDays ? (
              <span>{`À ${outcome.afterDays}\u00a0jours`}</span>
            ) : (
              <OutcomeBadge outcome={outcome} />
            )}
            {outcome.saved && <span className="font-medium">{savedText(outcome.saved)}</span>}
            <time dateTime={outcome.answeredAt} className="text-muted-foreground">
              {formatShortDate(outcome.answeredAt)}
            </time>
          </div>
          {outcome.comment && (
            <blockquote className="border-l-2 pl-3 wrap-anywhere text-muted-foreground">
              {outcome.comment}
            </blockquote>
          )}
        </li>
      ))}
    </ul>
  );
}
