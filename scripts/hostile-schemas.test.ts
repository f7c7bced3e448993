/**
 * Gives hostile texts to each field of every route's schemas, which are recorded where the product makes its
 * validators, and to the socket's and all other exported schemas. A parse must end (see hostile-texts.ts for
 * the limit), and no field may take a text of any length.
 */
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ends, hostileText, plainHostileTexts, SEED, withoutEnd } from './hostile-texts.ts';
import { fieldsOf, isSchema, limitOf, type Schema, valuesWith } from './schema-fields.ts';
import { isTest, readSources } from './sources.ts';

type Named = { name: string; schema: Schema };

const registered = vi.hoisted(() => [] as { name: string; schema: unknown }[]);

vi.mock('hono-openapi', async (original) => {
  const library = await original<{
    validator: (target: string, schema: unknown, hook: unknown) => unknown;
  }>();
  const validator: typeof library.validator = (target, schema, hook) => {
    const callers = (new Error().stack ?? '')
      .split('\n')
      .map((line) => /apps\/api\/src\/([^:)]+:\d+)/.exec(line)?.[1]);
    const caller = callers.find((place) => place && !place.startsWith('platform/http/http.ts'));
    registered.push({ name: `${target} of ${caller}`, schema });
    return library.validator(target, schema, hook);
  };
  return { ...library, validator };
});

const DECOMPOSED = 'Zoe\u0301';
const ROOT = join(import.meta.dirname, '..');
let guilde: { close: () => Promise<void> };
let schemas: Named[] = [];

beforeAll(async () => {
  const harness = (await import(join(ROOT, 'apps/api/test/harness.ts'))) as {
    startGuilde: () => Promise<typeof guilde>;
  };
  guilde = await harness.startGuilde();
  const contracts = readSources().filter(
    ({ file }) =>
      file.startsWith('packages/contracts/src/') &&
      !isTest(file) &&
      // This leaves out what other schemas are built of, and what only the server sends.
      !/\/(validation|[\w-]*output)\.ts$/.test(file),
  );
  const exported = await Promise.all(
    contracts.map(async ({ file }) => {
      const module = (await import(join(ROOT, file))) as Record<string, unknown>;
      return Object.entries(module).map(([name, schema]) => ({
        name: `${relative('packages/contracts/src', file)}#${name}`,
        schema,
      }));
    }),
  );
  const seen = new Set<unknown>();
  schemas = [...registered, ...exported.flat()].flatMap(({ name, schema }) => {
    if (!isSchema(schema) || seen.has(schema)) return [];
    seen.add(schema);
    return [{ name, schema }];
  });
});
afterAll(() => guilde.close());

/** A field that several schemas share is tried once. */
function distinctFields(): Named[] {
  const fields = new Map<Schema, string>();
  for (const { name, schema } of schemas)
    for (const field of fieldsOf(schema))
      if (!fields.has(field.schema)) fields.set(field.schema, `${name} ${field.place}`);
  return [...fields].map(([schema, name]) => ({ name, schema }));
}

const parse = (schema: Schema) => (text: string) =>
  valuesWith(schema, text).map((value) => schema.safeParse(value));

describe('the schemas', () => {
  test('are those of the routes, of the socket and of the forms', () => {
    expect(registered.length).toBeGreaterThan(60);
    expect(registered.every(({ schema, name }) => isSchema(schema) && !name.endsWith('undefined'))).toBe(
      true,
    );
    expect(schemas.map(({ name }) => name)).toContain('live/input.ts#clientFrame');
    expect(distinctFields().length).toBeGreaterThan(50);
  });

  test('take no text of any length', () => {
    const text = 'a'.repeat(64 * 1024);
    const taken = distinctFields().filter(({ schema }) =>
      valuesWith(schema, text).some(
        (value) => JSON.stringify(value).length > 1000 && schema.safeParse(value).success,
      ),
    );
    expect(taken.map(({ name }) => name)).toEqual([]);
  });

  test('compose the letters of every text that somebody types', () => {
    // Programs make these texts, and compare them as they are; passwords are composed when they are hashed.
    const opaque = /(token|proof|cursor|since|password|current|transports)$/;
    const kept = distinctFields().filter(({ name, schema }) =>
      valuesWith(schema, DECOMPOSED).some((value) => {
        const { success, data } = schema.safeParse(value) as { success: boolean; data?: unknown };
        return success && !opaque.test(name) && JSON.stringify(data).includes(DECOMPOSED);
      }),
    );
    expect(kept.map(({ name }) => name)).toEqual([]);
  });

  test('end on hostile texts in all fields at once', () => {
    const property = fc.property(hostileText(), (text) =>
      schemas.every(({ schema }) => ends(text, parse(schema))),
    );
    fc.assert(property, { seed: SEED, numRuns: 5, endOnFailure: true });
  });

  test('end on hostile texts in each field, as they are and cut to what the field takes', () => {
    for (const { name, schema } of distinctFields()) {
      const limit = limitOf(schema);
      for (const text of plainHostileTexts())
        for (const given of limit === null ? [text] : [text, text.slice(0, limit)])
          if (!ends(given, parse(schema))) expect.unreachable(`${name}: ${withoutEnd(text)}`);
    }
  });
});
