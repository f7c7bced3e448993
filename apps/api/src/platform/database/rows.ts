import { Column, SQL } from 'drizzle-orm';

type Decoder = { mapFromDriverValue: (this: void, value: unknown) => unknown };
/** The used internals of a drizzle query. */
type Query = {
  fields?: { path: string[]; field: unknown }[];
  joinsNotNullableMap?: Record<string, boolean>;
  customResultMapper?: unknown;
  client?: { execute: (statement: PlainStatement) => unknown };
  mapAllResult: (rows: unknown[][], isFromBatch?: boolean) => unknown;
};
type PlainStatement = { sql: string; args: unknown; plain?: boolean };
type Session = { prepareQuery: (...query: unknown[]) => Query };
type Field = { name: string; index: number; decode: ((value: unknown) => unknown) | null };
type Group = { name: string | null; fields: Field[]; isOptional: boolean };

const NOTHING_TO_DECODE: unknown[] = [
  (Column.prototype as Decoder).mapFromDriverValue,
  sqlDecoder(new SQL([])).mapFromDriverValue,
];

/**
 * By a plan made once per query. drizzle makes it for each cell, which costs as much as the database itself; the
 * results are the same (rows.test.ts).
 */
export function readByPlan<Orm>(orm: Orm): Orm {
  const { session } = orm as unknown as { session: Session };
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (...query) => {
    const prepared = prepare(...query);
    const { fields } = prepared;
    if (!fields || prepared.customResultMapper || fields.some(({ path }) => path.length > 2)) return prepared;
    const { client } = prepared;
    // `FileClient` then omits column names; other clients ignore it.
    if (client) prepared.client = { execute: ({ sql, args }) => client.execute({ sql, args, plain: true }) };
    const byDrizzle = prepared.mapAllResult.bind(prepared);
    let groups: Group[] | null = null;
    prepared.mapAllResult = (rows, isFromBatch) => {
      if (isFromBatch) return byDrizzle(rows, isFromBatch);
      const plan = groups ?? groupsOf(fields, prepared.joinsNotNullableMap);
      groups = plan;
      return rows.map((row) => readRow(plan, row));
    };
    return prepared;
  };
  return orm;
}

type Fields = NonNullable<Query['fields']>;

function groupsOf(fields: Fields, joins: Query['joinsNotNullableMap']): Group[] {
  const groups: Group[] = [];
  for (const [index, { path, field }] of fields.entries()) {
    const [first = '', second] = path;
    const groupName = second === undefined ? null : first;
    let group = groups.find(({ name }) => name === groupName);
    if (!group) {
      group = { name: groupName, fields: [], isOptional: false };
      groups.push(group);
    }
    group.fields.push({ name: second ?? first, index, decode: decoderOf(field) });
  }
  for (const group of groups) group.isOptional = isOptional(group, fields, joins);
  return groups;
}

/** A group is null when all its columns are, if its table is on the outer side of a join. */
function isOptional({ name, fields }: Group, all: Fields, joins: Query['joinsNotNullableMap']): boolean {
  if (name === null || !joins) return false;
  const tables = new Set(fields.map(({ index }) => tableOf(all[index]?.field)));
  const [table] = tables;
  return tables.size === 1 && table !== undefined && !joins[table];
}

function tableOf(field: unknown): string | undefined {
  const name = Symbol.for('drizzle:Name');
  if (!(field instanceof Column)) return undefined;
  return (field.table as unknown as Record<symbol, string>)[name];
}

function decoderOf(field: unknown): Field['decode'] {
  const decoder: Decoder = field instanceof Column ? field : sqlDecoder(field);
  if (NOTHING_TO_DECODE.includes(decoder.mapFromDriverValue)) return null;
  return (value) => decoder.mapFromDriverValue(value);
}

function sqlDecoder(field: unknown): Decoder {
  const expression = field instanceof SQL ? field : (field as { sql: SQL }).sql;
  return (expression as unknown as { decoder: Decoder }).decoder;
}

function readRow(groups: Group[], row: unknown[]): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const { name, fields, isOptional } of groups) {
    const node = name === null ? read : {};
    const hasValue = readFields(fields, row, node);
    if (name !== null) read[name] = isOptional && !hasValue ? null : node;
  }
  return read;
}

function readFields(fields: Field[], row: unknown[], node: Record<string, unknown>): boolean {
  let hasValue = false;
  for (const { name, index, decode } of fields) {
    const value = row[index];
    if (value === null || value === undefined) {
      node[name] = null;
    } else {
      hasValue = true;
      node[name] = decode ? decode(value) : value;
    }
  }
  return hasValue;
}
