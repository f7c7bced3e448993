import { type InStatement, LibsqlBatchError, LibsqlError, type ResultSet, type Row } from '@libsql/client';
import * as hrana from '@libsql/hrana-client';
import pLimit from 'p-limit';
import { resultSet, statementParts } from './native-statements.ts';

const READERS = 16;

export const BEGIN = 'BEGIN IMMEDIATE';

/**
 * Speaks the protocol of a libSQL server, over WebSocket or HTTP. A stream is a connection of the server to
 * its file. Opening one reads the whole schema, which costs more than most statements: over WebSocket they
 * are kept, which @libsql/client does not do (docs/adr/0024-kept-connections-to-a-server.md).
 * @throws LibsqlError; LibsqlBatchError tells which statement failed.
 */
export class ServerConnection {
  readonly protocol: 'ws' | 'http';
  closed = false;
  readonly #connect: () => hrana.Client;
  #client: hrana.Client;
  #kept: hrana.Stream[] = [];
  readonly #readers = pLimit(READERS);

  /** `url` begins with `ws:`, `wss:`, `http:`, `https:` or `libsql:`, which is HTTP with encryption. */
  constructor(url: string, authToken?: string) {
    const { hranaWsUrl, hranaHttpUrl, authToken: tokenOfUrl } = hrana.parseLibsqlUrl(url);
    const token = authToken ?? tokenOfUrl;
    this.protocol = hranaHttpUrl ? 'http' : 'ws';
    this.#connect = () =>
      hranaHttpUrl
        ? hrana.openHttp(hranaHttpUrl, token, undefined, undefined, 3)
        : hrana.openWs(hranaWsUrl ?? url, token, 3);
    this.#client = this.#connect();
  }

  async execute(statement: InStatement): Promise<ResultSet> {
    const read = async (stream: hrana.Stream) => toResultSet(await stream.query(toStmt(statement)));
    return this.#readers(() => this.#use(read));
  }

  async batch(statements: readonly InStatement[]): Promise<ResultSet[]> {
    const all = [BEGIN, ...statements, 'COMMIT'];
    const results = await this.#use((stream) => runInOrder(stream, all, 'batch'));
    return results.slice(1, -1);
  }

  async migrate(statements: readonly InStatement[]): Promise<ResultSet[]> {
    const all = ['PRAGMA foreign_keys = OFF', BEGIN, ...statements, 'COMMIT'];
    const stream = await this.take();
    try {
      const results = await runInOrder(stream, all, 'batch');
      return results.slice(2, -1);
    } catch (error) {
      throw asServerError(error);
    } finally {
      stream.close();
    }
  }

  /** Takes a stream for one transaction, to be given back or closed. */
  async take(): Promise<hrana.Stream> {
    if (this.closed) throw new LibsqlError('The database is closed', 'CLIENT_CLOSED');
    if (this.#client.closed) {
      this.#client = this.#connect();
      this.#kept = [];
    }
    const kept = this.#kept.pop();
    if (kept) return kept;
    const client = this.#client;
    try {
      await client.getVersion();
      return client.openStream();
    } catch (error) {
      throw asServerError(error);
    }
  }

  giveBack(stream: hrana.Stream): void {
    // A server keeps a stream over HTTP for seconds only.
    if (this.protocol === 'ws' && !stream.closed && stream.client() === this.#client) this.#kept.push(stream);
    else stream.close();
  }

  close(): void {
    this.closed = true;
    this.#client.close();
  }

  async #use<T>(work: (stream: hrana.Stream) => Promise<T>): Promise<T> {
    const stream = await this.take();
    try {
      const result = await work(stream);
      this.giveBack(stream);
      return result;
    } catch (error) {
      stream.close();
      throw asServerError(error);
    }
  }
}

/**
 * Runs each statement only when all before succeeded, in one trip. `batch` rolls back what did not end. In a
 * `transaction` none runs after the server has ended it.
 */
export async function runInOrder(
  stream: hrana.Stream,
  statements: readonly InStatement[],
  kind: 'batch' | 'transaction',
): Promise<ResultSet[]> {
  const batch = stream.batch();
  let last: hrana.BatchStep | null = null;
  const answers: Promise<hrana.RowsResult | undefined>[] = [];
  for (const statement of statements) {
    const step = batch.step();
    if (last) step.condition(hrana.BatchCond.ok(last));
    if (kind === 'transaction' && statement !== BEGIN)
      step.condition(hrana.BatchCond.not(hrana.BatchCond.isAutocommit(batch)));
    const answer = step.query(toStmt(statement));
    answer.catch(() => undefined);
    answers.push(answer);
    last = step;
  }
  if (last && kind === 'batch') {
    const undone = batch.step().condition(hrana.BatchCond.not(hrana.BatchCond.ok(last)));
    undone.run('ROLLBACK').catch(() => undefined);
  }
  await batch.execute();
  const results: ResultSet[] = [];
  for (const [index, answer] of answers.entries()) {
    const rows = await answer.catch((error: unknown) => {
      const { message, code } = asServerError(error);
      throw new LibsqlBatchError(message, index, code, undefined, undefined, error as Error);
    });
    if (!rows)
      throw new LibsqlBatchError('The server has ended the transaction', index, 'TRANSACTION_CLOSED');
    results.push(toResultSet(rows));
  }
  return results;
}

function toStmt(statement: InStatement): hrana.Stmt {
  const { sql, args } = statementParts(statement);
  const stmt = new hrana.Stmt(sql);
  if (Array.isArray(args)) stmt.bindIndexes(args);
  else for (const [name, value] of Object.entries(args ?? {})) stmt.bindName(name, value);
  return stmt;
}

function toResultSet(result: hrana.RowsResult): ResultSet {
  const columns = result.columnNames.map((name) => name ?? '');
  const rows = result.rows as unknown as Row[];
  return resultSet(columns, rows, result.affectedRowCount, result.lastInsertRowid);
}

/** The error has the server's own code, or one that begins with HRANA. */
export function asServerError(error: unknown): LibsqlError {
  if (error instanceof LibsqlError) return error;
  const cause = error instanceof Error ? error : new Error('Unknown error');
  return new LibsqlError(cause.message, codeOf(cause), undefined, undefined, cause);
}

function codeOf(error: Error): string {
  if (error instanceof hrana.ResponseError) return error.code ?? 'UNKNOWN';
  if (error instanceof hrana.ClosedError && error.cause instanceof hrana.ClientError)
    return codeOf(error.cause);
  if (error instanceof hrana.ClientError) return `HRANA_${error.name}`;
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : 'HRANA_UNKNOWN';
}
