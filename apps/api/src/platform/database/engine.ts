import { pathToFileURL } from 'node:url';
import { LibsqlError } from '@libsql/client';
import Engine from 'libsql';

export type { Engine };

/** The package throws these, which its types do not say. */
type SqliteError = { message: string; code: string; rawCode: number };

/** Errors of opening a file name no code, only SQLite's number. */
const OPENING = new Map([
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
]);

/**
 * Opens one connection to one file, by libSQL's own engine. Every connection of a process must come from
 * here: two SQLite libraries on one file release each other's locks. `close` takes effect once the prepared
 * statements are collected; `exec` leaves none.
 * @throws LibsqlError
 */
export function openEngine(file: string, { readOnly = false, waitMs = 0 } = {}): Engine.Database {
  try {
    return new Engine(readOnly ? `${pathToFileURL(file).href}?mode=ro` : file, { timeout: waitMs });
  } catch (error) {
    throw asLibsqlError(error);
  }
}

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
