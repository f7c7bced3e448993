import {
  type FieldPath,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form';
import { focusAfterError } from './kit/focus-after-error.ts';

/**
 * This `useForm` focuses the first invalid field in page order, not in order of registration, after its error
 * is rendered.
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
        if (element instanceof HTMLFormElement) focusAfterError(() => firstInvalid(element)?.focus());
        return onInvalid?.(errors, event);
      }),
    setError: (name, error, options) => {
      form.setError(name, error);
      if (options?.shouldFocus) focusAfterError(() => form.setFocus(name as FieldPath<V>));
    },
  };
}

function firstInvalid(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector(':is(input, textarea, select)[aria-invalid], [aria-invalid] input');
}
