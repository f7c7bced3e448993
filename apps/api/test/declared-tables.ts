import { globSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';

const sources = join(import.meta.dirname, '../src');
const modules = globSync('**/tables.ts', { cwd: sources }).map(
  (file) => import(join(sources, file)) as Promise<object>,
);

export const tables = (await Promise.all(modules))
  .flatMap((module): unknown[] => Object.values(module))
  .filter((value) => is(value, SQLiteTable));
