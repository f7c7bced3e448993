import { databaseErrorCode } from '../database/database-errors.ts';

/**
 * A handler throws this when it knows that a retry makes sense after `after` ms at the earliest, or never.
 * The message is a code that may be shown.
 */
export class JobFailure extends Error {
  readonly after: number | 'never';

  constructor(code: string, after: number | 'never' = 0) {
    super(code);
    this.name = 'JobFailure';
    this.after = after;
  }
}

/** The text is an error code, never a statement's parameters. */
export function failureText(error: unknown): string {
  const code = databaseErrorCode(error);
  if (code) return code;
  if (error instanceof JobFailure) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'unknown';
}
