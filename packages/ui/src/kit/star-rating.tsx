import { Star } from 'lucide-react';
import { useId } from 'react';
import { cn } from './cn.ts';
import { formatDecimal } from './format.ts';

const values = [1, 2, 3, 4, 5] as const;
export type StarValue = (typeof values)[number];

export type StarRatingProps = {
  value: StarValue;
  onChange: (value: StarValue) => void;
  labels: Readonly<Record<StarValue, string>>;
  legend: string;
  disabled?: boolean;
};

/** Uses native radio buttons for arrow keys and screen readers. */
export function StarRating({ value, onChange, labels, legend, disabled = false }: StarRatingProps) {
  const name = useId();
  return (
    <fieldset className="grid justify-items-center gap-2" disabled={disabled}>
      <legend className="sr-only">{legend}</legend>
      <div className="flex">
        {values.map((star) => (
          <label
            key={star}
            className="relative flex size-12 items-center justify-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name={name}
              value={star}
              checked={star === value}
              onChange={() => onChange(star)}
              className="absolute inset-0 size-full cursor-[inherit] appearance-none outline-none"
            />
            <span className="sr-only">{`${star} sur 5, ${labels[star]}`}</span>
            <StarIcon filled={star <= value} className="size-9" />
          </label>
        ))}
      </div>
      <p aria-hidden className="text-sm font-medium">
        {labels[value]}
      </p>
    </fieldset>
  );
}

function StarIcon({ filled, className }: { filled: boolean; className?: string }) {
  return (
    <Star
      strokeWidth={1.5}
      className={cn('pointer-events-none', filled ? 'fill-gold text-gold-strong' : 'text-input', className)}
    />
  );
}

export function StarAverage({ average, className }: { average: number; className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-1 tabular-nums', className)}>
      <StarIcon filled className="size-4" />
      <span>{formatDecimal(average)}</span>
      <span className="sr-only">{'\u00a0'}sur 5</span>
    </span>
  );
}
