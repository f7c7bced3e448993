import {
  type FieldPath,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form';

/**
 * A field that gets the focus together with its error is read with it, and then the error is read again as a change.
 * Milliseconds until it is no change any more.
 */
const DESCRIBED_MS = 150;

/** Focuses a field whose error has just been set, unless the focus has gone elsewhere meanwhile: somebody types there. */
export function onceDescribed(focus: () => void): void {
  const before = document.activeElement;
  setTimeout(() => {
    // A button that is disabled while it works loses the focus to the page.
    if ([before, document.body].includes(document.activeElement)) focus();
  }, DESCRIBED_MS);
}

/**
 * `useForm` of react-hook-form, but that the focus comes to an invalid field after its error, and to the first in the order
 * of the page, which is not the order in which fields were registered.
 */
export function useForm<V extends FieldValues = FieldValues, C = unknown, T = V>(
  props: UseFormProps<V, C, T>,
): UseFormReturn<V, C, T> {
  const form = useHookForm<V, C, T>({ ...props, shouldFocusError: false });
  return {
    ...form,
    handleSubmit: (onValid, onInvalid) =>
      form.handleSubmit(onValid, (errors, event) => {
        const element: unknown = event?.target;
        if (element instanceof HTMLFormElement) onceDescribed(() => firstInvalid(element)?.focus());
        return onInvalid?.(errors, event);
      }),
    setError: (name, error, options) => {
      form.setError(name, error);
      if (options?.shouldFocus) onceDescribed(() => form.setFocus(name as FieldPath<V>));
    },
  };
}

/** Of a group of choices, its first. */
function firstInvalid(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector(':is(input, textarea, select)[aria-invalid], [aria-invalid] input');
}
