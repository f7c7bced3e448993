const DUPLICATE = /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/;
const DISK_TROUBLE = /^SQLITE_(FULL|READONLY|CANTOPEN|IOERR|BUSY)/;
const SERVER_TROUBLE =
  /^(HRANA_|SERVER_ERROR|TRANSACTION_TIMEOUT|STATEMENT_TIMEOUT|CLIENT_CLOSED|ECONN|UND_ERR)/;
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/** True when a write failed because the row exists already (primary key or unique index). */
export function isDuplicate(error: unknown): boolean {
  const { code, extendedCode, message } = causeOf(error);
  // A server tells the kind of constraint in its text only.
  return (
    DUPLICATE.test(extendedCode ?? '') ||
    (code === 'SQLITE_CONSTRAINT' && message.includes('UNIQUE constraint failed'))
  );
}

/** True when the database cannot be used for now: disk full or read-only, locked for too long, server away. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', extendedCode = '' } = causeOf(error);
  return DISK_TROUBLE.test(extendedCode || code) || SERVER_TROUBLE.test(code);
}

/** True when the database file is not as it was written. */
export function isCorruption(error: unknown): boolean {
  return DAMAGE.test(causeOf(error).code ?? '');
}

/** What may be logged of a failure: of a database error its code only, of others where it happened. */
export function loggableError(error: Error): {
  error: string;
  code: string | null;
  at: string[] | undefined;
} {
  const code = databaseErrorCode(error);
  return { error: error.name, code, at: code ? undefined : error.stack?.split('\n').slice(0, 6) };
}

/** What may be logged of a database error: its codes. The message holds the SQL and its parameters. */
export function databaseErrorCode(error: unknown): string | null {
  const { code, extendedCode } = causeOf(error);
  return extendedCode ?? code ?? null;
}

function causeOf(error: unknown): { code?: string; extendedCode?: string; message: string } {
  if (!(error instanceof Error)) return { message: '' };
  const named = error as Error & { code?: string; extendedCode?: string };
  return named.code || !error.cause ? named : causeOf(error.cause);
}
