import { newUuid } from '@guilde/contracts/uuid.ts';
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

/**
 * Sends what carries an id of the client's making, so that sending again makes no second one. When the id was taken by
 * other words, which had arrived although their answer was lost, these are something new and leave under an id of their own.
 */
export async function sendUnderFreshId<T extends { id: string }, Answer>(
  input: T,
  send: (input: T) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(input);
  } catch (error) {
    if (!(error instanceof ApiError) || error.fields.id === undefined) throw error;
    return send({ ...input, id: newUuid() });
  }
}

const unspecific = ['INTERNAL', 'UNREADABLE', 'INVALID_INPUT', 'MALFORMED_REQUEST'];
const unavailable = ['UNREACHABLE', 'UNAVAILABLE'];

/** The reason when the server gave one, else the catalogue's phrase for this action; what to do when it will pass. */
export function failureText(error: unknown, phrase: string): string {
  if (!(error instanceof ApiError) || unspecific.includes(error.code)) return phrase;
  if (unavailable.includes(error.code)) return `${phrase.replace(/\.$/, '')}. ${errorMessage(error)}`;
  return errorMessage(error);
}
