import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError, errorMessage } from './api.ts';

/**
 * Puts the server's field messages back beside their fields and focuses the first one.
 * False when the failure concerns none of these fields: it is then shown elsewhere.
 */
export function showFieldErrors<V extends FieldValues>(
  form: Pick<UseFormReturn<V>, 'setError'>,
  error: unknown,
  names: readonly Path<V>[],
): boolean {
  const fields = error instanceof ApiError ? error.fields : {};
  const refused = names.filter((name) => fields[name] !== undefined);
  for (const [index, name] of refused.entries()) {
    form.setError(name, { type: 'server', message: fields[name] ?? '' }, { shouldFocus: index === 0 });
  }
  return refused.length > 0;
}

const unspecific = ['INTERNAL', 'UNREADABLE', 'INVALID_INPUT', 'MALFORMED_REQUEST'];
const passing = ['UNREACHABLE', 'UNAVAILABLE'];

/** The reason when the server gave one, else the catalogue's phrase for this action; what to do when it will pass. */
export function failureText(error: unknown, phrase: string): string {
  if (!(error instanceof ApiError) || unspecific.includes(error.code)) return phrase;
  if (passing.includes(error.code)) return `${phrase.replace(/\.$/, '')}. ${errorMessage(error)}`;
  return errorMessage(error);
}
