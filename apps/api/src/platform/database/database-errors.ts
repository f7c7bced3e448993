import { LibsqlError } from '@libsql/client';

const DUPLICATE = /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/;
const DISK_TROUBLE = /^SQLITE_(FULL|READONLY|CANTOPEN|IOERR|BUSY)/;
const SERVER_TROUBLE =
  /^(HRANA_|SERVER_ERROR|TRANSACTION_TIMEOUT|STATEMENT_TIMEOUT|CLIENT_CLOSED|ECONN|UND_ERR)/;
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

export function isDuplicate(error: unknown): boolean {
  const { code, extendedCode, message } = causeOf(error);
  // A remote server gives the kind of constraint in the message only.
  return (
    DUPLICATE.test(extendedCode ?? '') ||
    (code === 'SQLITE_CONSTRAINT' && message.includes('UNIQUE constraint failed'))
  );
}

export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', extendedCode = '' } = causeOf(error);
  return DISK_TROUBLE.test(extendedCode || code) || SERVER_TROUBLE.test(code);
}

export function closedError(): LibsqlError {
  return new LibsqlError('The database is closed', 'CLIENT_CLOSED');
}

export function isCorruption(error: unknown): boolean {
  return DAMAGE.test(causeOf(error).code ?? '');
}

export function loggableError(error: Error): {
  error: string;
  code: string | null;
  at: string[] | undefined;
} {
  const code = databaseErrorCode(error);
  return { error: error.name, code, at: code ? undefined : error.stack?.split('\n').slice(0, 6) };
}

/** Only the code may be logged, because the message holds the SQL and its parameters. */
export function databaseErrorCode(error: unknown): string | null {
  const { code, extendedCode } = causeOf(error);
  return extendedCode ?? code ?? null;
}

function causeOf(error: unknown): { code?: string; extendedCode?: string; message: string } {
  if (!(error instanceof Error)) return { message: '' };
  const named = error as Error & { code?: string; extendedCode?: string };
  return named.code || !error.cause ? named : causeOf(error.cause);
}
