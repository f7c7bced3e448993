import {
  type InArgs,
  type InStatement,
  LibsqlError,
  type ResultSet,
  type Row,
  type Value,
} from '@libsql/client';
import { asLibsqlError, type Engine } from './engine.ts';

/** Statements of the engine are `raw`, so that rows are arrays. */
type Native = ReturnType<Engine.Database['prepare']>;
type Statement = { native: Native; columns: string[] };
type Bindable = EngineValue[] | Record<string, EngineValue>;
/** The engine ends the process at any other value. */
type EngineValue = null | number | bigint | string | Uint8Array;

const STATEMENT_CACHE = 500;

export class NativeStatements {
  readonly #open: () => Engine.Database;
  readonly #known = new Map<string, Statement>();
  #native: Engine.Database;
  #wasBusy = false;

  constructor(open: () => Engine.Database) {
    this.#open = open;
    this.#native = open();
  }

  get inTransaction(): boolean {
    return this.#native.inTransaction;
  }

  run(statement: InStatement): ResultSet {
    const { sql, args } = statementParts(statement);
    try {
      const { native, columns } = this.#prepare(sql);
      const values = bindable(args);
      if (columns.length > 0) {
        const rows = namedRows(columns, native.all(values) as Value[][]);
        return resultSet(columns, rows, 0, undefined);
      }
      const { changes, lastInsertRowid } = native.run(values);
      return resultSet([], [], Number(changes), BigInt(lastInsertRowid));
    } catch (error) {
      throw this.#noted(error);
    }
  }

  exec(sql: string): void {
    try {
      this.#native.exec(sql);
    } catch (error) {
      throw this.#noted(error);
    }
  }

  begin(): void {
    try {
      this.#native.exec('BEGIN IMMEDIATE');
    } catch (error) {
      throw asLibsqlError(error);
    }
  }

  /**
   * Runs before a transaction and before a read outside of one: the engine does not reset a statement that
   * said BUSY, and later writes of its connection would vanish (docs/adr/0002-libsql-opens-the-file.md).
   */
  reopenAfterBusy(): void {
    if (!this.#wasBusy) return;
    this.close();
    this.#native = this.#open();
    this.#wasBusy = false;
  }

  close(): void {
    this.#known.clear();
    this.#native.close();
  }

  #noted(error: unknown): LibsqlError {
    const known = asLibsqlError(error);
    this.#wasBusy ||= known.code === 'SQLITE_BUSY';
    return known;
  }

  #prepare(sql: string): Statement {
    const known = this.#known.get(sql);
    if (known) {
      this.#known.delete(sql);
      this.#known.set(sql, known);
      return known;
    }
    const native = this.#native.prepare(sql);
    const columns = native.columns().map(({ name }) => name);
    if (columns.length > 0) native.raw(true);
    const statement = { native, columns };
    this.#known.set(sql, statement);
    if (this.#known.size > STATEMENT_CACHE) this.#known.delete(this.#known.keys().next().value ?? '');
    return statement;
  }
}

export function statementParts(statement: InStatement): { sql: string; args?: InArgs } {
  return typeof statement === 'string' ? { sql: statement } : statement;
}

function bindable(args: InArgs | undefined): Bindable {
  if (!args) return [];
  if (Array.isArray(args)) return args.map(bindableValue);
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, bindableValue(value)]));
}

function bindableValue(value: unknown): EngineValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.valueOf();
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value === null || ArrayBuffer.isView(value)) return value as null | Uint8Array;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  throw new LibsqlError(`A ${typeof value} cannot be stored`, 'ARGUMENT_INVALID');
}

/** Names are added to the native arrays: copying into objects costs three times as much. */
function namedRows(columns: string[], values: Value[][]): Row[] {
  for (const row of values as unknown as Row[])
    for (let index = 0; index < columns.length; index++) row[columns[index] ?? ''] = row[index] ?? null;
  return values as unknown as Row[];
}

/** The result has no declared column types, because no caller reads them. */
export function resultSet(
  columns: string[],
  rows: Row[],
  rowsAffected: number,
  lastInsertRowid: bigint | undefined,
): ResultSet {
  return { columns, columnTypes: [], rows, rowsAffected, lastInsertRowid, toJSON: () => rows };
}
