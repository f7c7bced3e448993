import { Button } from '../../../kit/button.tsx';
import { formatNumber } from '../../../kit/format.ts';

type Option<Id extends string> = { id: Id; label: string; count: number };

/** Each button has the number of its rows. */
export function StateFilter<Id extends string>({
  options,
  chosen,
  onChoose,
}: {
  options: readonly Option<Id>[];
  chosen: Id;
  onChoose: (id: Id) => void;
}) {
  return (
    <fieldset aria-label="Filtrer les lignes" className="min-w-0">
      {/* Phones have one line that scrolls, as the counters of other lists have. */}
      <div className="flex gap-1 [scrollbar-width:none] max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:flex-wrap">
        {options.map(({ id, label, count }) => (
          <Button
            key={id}
            size="sm"
            variant={chosen === id ? 'secondary' : 'ghost'}
            aria-pressed={chosen === id}
            onClick={() => onChoose(id)}
          >
            {`${label} ${formatNumber(count)}`}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
