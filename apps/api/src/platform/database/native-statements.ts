import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type InArgs,
  type InStatement,
  LibsqlError,
  type ResultSet,
  type Row,
  type Value,
} from '@libsql/client';

export type StatementOrPair = InStatement | [string, InArgs?];

type Statement = { native: StatementSync; columns: string[] };
type Bindable = SQLInputValue[] | Record<string, SQLInputValue>;

const STATEMENT_CACHE = 500;
const BOUND_LIMIT = /\blimit \?(?=\s|\)|$)/gi;

export class NativeStatements {
  readonly #native: DatabaseSync;
  readonly #known = new Map<string, Statement>();

  constructor(native: DatabaseSync) {
    this.#native = native;
  }

  /** Throws `LibsqlError` with `code` and `extendedCode`. */
  run(statement: StatementOrPair): ResultSet {
    const [sql, args] = parts(statement);
    try {
      const { native, columns } = this.#prepare(sql);
      const values = bindable(args);
      if (columns.length > 0) {
        const rows = Array.isArray(values) ? native.all(...values) : native.all(values);
        return resultSet(columns, rows as unknown as Value[][], 0, undefined);
      }
      const { changes, lastInsertRowid } = Array.isArray(values) ? native.run(...values) : native.run(values);
      return resultSet([], [], Number(changes), BigInt(lastInsertRowid));
    } catch (error) {
      throw asLibsqlError(error);
    }
  }

  exec(sql: string): void {
    try {
      this.#native.exec(sql);
    } catch (error) {
      throw asLibsqlError(error);
    }
  }

  clear(): void {
    this.#known.clear();
  }

  #prepare(sql: string): Statement {
    const known = this.#known.get(sql);
    if (known) {
      this.#known.delete(sql);
      this.#known.set(sql, known);
      return known;
    }
    const native = this.#native.prepare(plannedOnce(sql));
    native.setReturnArrays(true);
    const statement = { native, columns: native.columns().map(({ name }) => name) };
    this.#known.set(sql, statement);
    if (this.#known.size > STATEMENT_CACHE) this.#known.delete(this.#known.keys().next().value ?? '');
    return statement;
  }
}

/** With a bare `limit ?` SQLite plans again at every binding, which costs as much as reading a page. */
export function plannedOnce(sql: string): string {
  return sql.replace(BOUND_LIMIT, 'limit cast(? as integer)');
}

export function sqlOf(statement: StatementOrPair): string {
  return parts(statement)[0];
}

function parts(statement: StatementOrPair): [string, InArgs | undefined] {
  if (typeof statement === 'string') return [statement, undefined];
  return Array.isArray(statement) ? [statement[0], statement[1]] : [statement.sql, statement.args];
}

function bindable(args: InArgs | undefined): Bindable {
  if (!args) return [];
  if (Array.isArray(args)) return args.map(bindableValue);
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, bindableValue(value)]));
}

function bindableValue(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.valueOf();
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value === undefined) throw new LibsqlError('undefined cannot be stored', 'ARGUMENT_UNDEFINED');
  return value as SQLInputValue;
}

/** Names are added to the native arrays: copying into objects costs three times as much. */
function resultSet(
  columns: string[],
  values: Value[][],
  rowsAffected: number,
  lastInsertRowid: bigint | undefined,
): ResultSet {
  for (const row of values as unknown as Row[])
    for (let index = 0; index < columns.length; index++) row[columns[index] ?? ''] = row[index] ?? null;
  const rows = values as unknown as Row[];
  const columnTypes = columns.map(() => '');
  return {
    columns,
    columnTypes,
    rows,
    rowsAffected,
    lastInsertRowid,
    toJSON: () => ({
      columns,
      columnTypes,
      rows: values,
      rowsAffected,
      lastInsertRowid: lastInsertRowid?.toString(),
    }),
  };
}

/** SQLite's result codes (sqlite.org/rescode.html). */
const PRIMARY = [
  ...['OK', 'ERROR', 'INTERNAL', 'PERM', 'ABORT', 'BUSY', 'LOCKED', 'NOMEM', 'READONLY', 'INTERRUPT'],
  ...[
    'IOERR',
    'CORRUPT',
    'NOTFOUND',
    'FULL',
    'CANTOPEN',
    'PROTOCOL',
    'EMPTY',
    'SCHEMA',
    'TOOBIG',
    'CONSTRAINT',
  ],
  ...['MISMATCH', 'MISUSE', 'NOLFS', 'AUTH', 'FORMAT', 'RANGE', 'NOTADB'],
];
const CONSTRAINTS: Record<number, string> = {
  1: 'CHECK',
  3: 'FOREIGNKEY',
  5: 'NOTNULL',
  6: 'PRIMARYKEY',
  7: 'TRIGGER',
  8: 'UNIQUE',
  10: 'ROWID',
};

export function asLibsqlError(error: unknown): LibsqlError {
  if (error instanceof LibsqlError) return error;
  const { message, errcode } = error as { message?: string; errcode?: number };
  const text = message ?? 'Unknown database error';
  if (errcode === undefined) return new LibsqlError(text, 'UNKNOWN', undefined, undefined, error as Error);
  const primary = PRIMARY[errcode & 0xff];
  const code = primary ? `SQLITE_${primary}` : 'UNKNOWN';
  const constraint = primary === 'CONSTRAINT' ? CONSTRAINTS[errcode >> 8] : undefined;
  const extended = constraint ? `${code}_${constraint}` : code;
  return new LibsqlError(text, code, extended, errcode, error as Error);
}
