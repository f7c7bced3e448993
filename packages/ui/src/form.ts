import {
  type FieldPath,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form';

/** A field that gets the focus together with its error is read twice; after this delay it is read once. */
const ERROR_READ_MS = 150;

/** Call it after setting the field’s error. It does nothing when the focus has moved meanwhile. */
export function focusAfterError(focus: () => void): void {
  const before = document.activeElement;
  setTimeout(() => {
    const now = document.activeElement;
    // A button that is disabled while pending loses the focus to the body, or to the dialog around it.
    if (now === before || now?.matches('body, [role="dialog"], [role="alertdialog"]')) focus();
  }, ERROR_READ_MS);
}

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
