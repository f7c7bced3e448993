import { vi } from 'vitest';
import { openEngine } from '../src/platform/database/engine.ts';
import type { FileClient } from '../src/platform/database/file-client.ts';
import type { Guilde } from './harness.ts';

/** Subqueries with a limit may scan, and so may the roles, which only the team has. */
const FULL_SCAN = /^SCAN (?!(?:received|page|ranked|branches|sent|line|user_roles)$)\w+$/;
/** The pattern finds the newest rows of a table in the order of its key: that scan ends after a few rows. */
const NEWEST_BY_KEY = /^(?!.* where ).* order by \S+ desc limit \?$/;

type Value = string | number | null;
export type Statement = { sql: string; args: (Value | boolean)[] };

/** Records the statements that a request causes. */
export async function watching<T>(
  guilde: Guilde,
  request: () => Promise<T>,
): Promise<{ answer: T; statements: Statement[] }> {
  const client = guilde.deps.db.client as FileClient;
  const spies = [
    vi.spyOn(client, 'execute'),
    vi.spyOn(client.inside, 'execute'),
    vi.spyOn(client, 'batch'),
    vi.spyOn(client, 'batchAtOnce'),
  ] as const;
  const answer = await request();
  const calls = spies.flatMap(({ mock }) => mock.calls as unknown[][]);
  for (const spy of spies) spy.mockRestore();
  return { answer, statements: calls.flatMap(([statements]) => statements as Statement | Statement[]) };
}

export type Explain = {
  /** Returns SQLite's plans for the statements; a table that is walked through must not grow. */
  steps: (statements: Statement[]) => string[];
  wholeWalks: (statements: Statement[]) => string[];
  close: () => void;
};

/** The plans need another connection, because libsql's does not come to rest after an EXPLAIN. */
export function openExplain(file: string): Explain {
  const reader = openEngine(file, { readOnly: true });
  const steps: Explain['steps'] = (statements) =>
    statements.flatMap((statement) => {
      const plan = reader.prepare(`EXPLAIN QUERY PLAN ${statement.sql}`).all(valuesOf(statement)) as {
        detail: string;
      }[];
      return plan.map(({ detail }) => detail);
    });
  return {
    steps,
    wholeWalks: (statements) =>
      statements.flatMap((statement) =>
        steps([statement]).filter((step) => FULL_SCAN.test(step) && step !== newestByKey(statement)),
      ),
    close: () => reader.close(),
  };
}

function valuesOf({ args }: Statement): Value[] {
  return args.map((value) => (typeof value === 'boolean' ? Number(value) : value));
}

/** Returns the plan step that reads the newest rows of a table, with whatever it looks up for each. */
function newestByKey({ sql }: Statement): string | null {
  const outer = withoutSubqueries(sql);
  const table = / from "(\w+)"/.exec(outer)?.[1];
  return table && NEWEST_BY_KEY.test(outer) ? `SCAN ${table}` : null;
}

function withoutSubqueries(sql: string): string {
  const shorter = sql.replace(/\([^()]*\)/g, '');
  return shorter === sql ? sql : withoutSubqueries(shorter);
}
