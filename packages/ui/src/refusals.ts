import { newUuid } from '@guilde/contracts/uuid.ts';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError, errorMessage } from './api.ts';

/**
 * Shows the server’s field errors beside their fields and focuses the first. `byCode` names the field of a
 * refusal that has none. Returns false when the error is about none of `names` and must be shown elsewhere.
 */
export function showFieldErrors<V extends FieldValues>(
  form: Pick<UseFormReturn<V>, 'setError'>,
  error: unknown,
  names: readonly Path<V>[],
  byCode: Readonly<Record<string, Path<V>>> = {},
): boolean {
  if (!(error instanceof ApiError)) return false;
  const ofCode = byCode[error.code];
  const fields: Record<string, string> = ofCode ? { [ofCode]: error.message } : error.fields;
  const refused = names.filter((name) => fields[name] !== undefined);
  for (const [index, name] of refused.entries()) {
    form.setError(name, { type: 'server', message: fields[name] ?? '' }, { shouldFocus: index === 0 });
  }
  return refused.length > 0;
}

/**
 * The client makes `id`, so that a retry stores nothing twice. If `id` was stored with an earlier text,
 * whose answer was lost, it sends this one under a new id.
 */
export async function sendWithUniqueId<T extends { id: string }, Answer>(
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

/** Returns the server’s reason, else `phrase`, and says what to do when the error is transient. */
export function failureText(error: unknown, phrase: string): string {
  if (!(error instanceof ApiError) || unspecific.includes(error.code)) return phrase;
  if (unavailable.includes(error.code)) return `${phrase.replace(/\.$/, '')}. ${errorMessage(error)}`;
  return errorMessage(error);
}
