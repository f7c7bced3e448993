import {
  type ComponentProps,
  type RefObject,
  useCallback,
  useId,
  useImperativeHandle,
  useRef,
  useSyncExternalStore,
} from 'react';
import { cn } from './cn.ts';
import { useFieldControl } from './field.tsx';
import { formatNumber, plural } from './format.ts';
import { controlClasses, Input } from './input.tsx';

/** It is visible from 80 % of the limit, and announced to screen readers only now and then. */
function Counter({ id, length, max }: { id: string; length: number; max: number }) {
  const left = max - length;
  const isCloseToMax = length >= max * 0.8;
  return (
    <p id={id} className={cn('justify-self-end text-xs tabular-nums', !isCloseToMax && 'sr-only')}>
      <span aria-hidden className={left <= 0 ? 'font-medium text-danger' : 'text-muted-foreground'}>
        {`${formatNumber(length)} / ${formatNumber(max)}`}
      </span>
      <span className="sr-only">{`${plural(max, 'caractère')} au plus`}</span>
      <span aria-live="polite" className="sr-only">
        {isCloseToMax && left % 10 === 0 && `Il reste ${plural(Math.max(0, left), 'caractère')}`}
      </span>
    </p>
  );
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/**
 * The length is read from the element at every render, because a form library sets values without an event.
 * `value` has no listener: a render before its `onChange` would undo the typing.
 */
function useLength(
  element: RefObject<TextElement | null>,
  value: ComponentProps<'textarea'>['value'],
): number {
  const controlled = value !== undefined;
  const subscribe = useCallback(
    (changed: () => void) => {
      const watched = controlled ? null : element.current;
      watched?.addEventListener('input', changed);
      return () => watched?.removeEventListener('input', changed);
    },
    [element, controlled],
  );
  const length = useSyncExternalStore(subscribe, () => element.current?.value.length ?? 0);
  return controlled ? String(value).length : length;
}

/** A counter appears near the `maxLength`. */
export function Textarea({ className, ref, ...props }: ComponentProps<'textarea'>) {
  const counterId = useId();
  const counted = props.maxLength !== undefined;
  const control = useFieldControl(props, counted ? counterId : undefined);
  const element = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => element.current as HTMLTextAreaElement);
  const length = useLength(element, props.value);
  return (
    <div className="grid gap-1">
      <textarea
        data-slot="textarea"
        rows={3}
        className={cn(controlClasses, 'field-sizing-content max-h-[60dvh] min-h-22 resize-y py-2', className)}
        {...props}
        {...control}
        ref={element}
      />
      {counted && <Counter id={counterId} length={length} max={props.maxLength ?? 0} />}
    </div>
  );
}

export function CountedInput({ ref, ...props }: ComponentProps<'input'> & { maxLength: number }) {
  const counterId = useId();
  const element = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => element.current as HTMLInputElement);
  const length = useLength(element, props.value);
  return (
    <div className="grid gap-1">
      <Input {...props} aria-describedby={counterId} ref={element} />
      <Counter id={counterId} length={length} max={props.maxLength} />
    </div>
  );
}
