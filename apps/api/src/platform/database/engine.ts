import { pathToFileURL } from 'node:url';
import { LibsqlError } from '@libsql/client';
import Engine from 'libsql';

export type { Engine };

/** What the package throws, which its types do not tell. */
type SqliteError = { message: string; code: string; rawCode: number };

/** SQLite's result codes by number, for errors that name no other: those of opening a file. */
const OPENING = new Map([
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
]);

/**
 * One connection to one file, by libSQL's own engine. `waitMs`: how long a statement waits for a lock. Every connection
 * of a process must come from here: two SQLite libraries on one file release each other's locks. `close` takes effect
 * once the prepared statements are collected; `exec` leaves none. Errors: LibsqlError.
 */
export function openEngine(file: string, { readOnly = false, waitMs = 0 } = {}): Engine.Database {
  try {
    return new Engine(readOnly ? `${pathToFileURL(file).href}?mode=ro` : file, { timeout: waitMs });
  } catch (error) {
    throw asLibsqlError(error);
  }
}

/** With `code` (« SQLITE_BUSY ») and `extendedCode`. */
export function asLibsqlError(error: unknown): LibsqlError {
  if (error instanceof LibsqlError) return error;
  const { message = 'Unknown database error', code, rawCode } = error as Partial<SqliteError>;
  const text = code?.startsWith('SQLITE_') ? code : openingCode(message);
  const [, primary = text] = /^(SQLITE_[A-Z]+)/.exec(text) ?? [];
  return new LibsqlError(message, primary, text === primary ? undefined : text, rawCode, error as Error);
}

function openingCode(message: string): string {
  const [, number] = /^ConnectionFailed\(.*: (\d+)"\)$/.exec(message) ?? [];
  return OPENING.get(Number(number)) ?? 'UNKNOWN';
}
