import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { Hono } from 'hono';
import { features } from '../src/app.ts';
import type { AuthDeps } from '../src/auth/better-auth.ts';
import type { Env } from '../src/platform/http/http.ts';
import { type ApiDocument, type ApiResponse, describeApi } from '../src/platform/http/openapi.ts';

type Route = { method: string; path: string; pattern: RegExp; parameters: number };

const JSON_TYPE = /^application\/(problem\+)?json$/;

/** Describing the routes calls none of their dependencies. */
const NOTHING: unknown = new Proxy(() => undefined, { get: () => NOTHING, apply: () => NOTHING });

type Description = {
  declaredBy: (method: string, path: string) => Declared | null;
  eventProblem: (event: unknown) => string | null;
};
let known: Promise<Description> | null = null;

type Declared = { name: string; problemOf: (status: number, type: string, body: unknown) => string | null };

/**
 * Throws when an answer of the API differs from what the OpenAPI document says of its route: another status
 * or media type, a missing or additional key, a value of another kind, or a code that the route does not
 * declare.
 */
export async function expectDeclared(method: string, path: string, answer: Response): Promise<void> {
  known ??= declaredAnswers();
  const declared = (await known).declaredBy(method, path);
  if (!declared) return;
  const type = answer.headers.get('content-type')?.replace(/;.*/, '') ?? '';
  // A connection that a test cuts gives no whole body.
  const text = JSON_TYPE.test(type)
    ? await answer
        .clone()
        .text()
        .catch(() => null)
    : '';
  if (text === null) return;
  const problem = declared.problemOf(answer.status, type, text && JSON.parse(text));
  if (problem) throw new Error(`${declared.name} does not answer as declared: ${problem}\n${text}`);
}

/** The check throws when a frame of the live connection differs from what the OpenAPI document says of it. */
export async function checkOfEvents(): Promise<(event: unknown) => void> {
  known ??= declaredAnswers();
  const { eventProblem } = await known;
  return (event) => {
    const problem = eventProblem(event);
    if (problem) throw new Error(`An event is not as declared: ${problem}\n${JSON.stringify(event)}`);
  };
}

/** Describes all routes of the product. */
export function apiDocument(): Promise<ApiDocument> {
  return describeApi(new Hono<Env>().route('/api', features(NOTHING as AuthDeps)), {
    version: '',
    scopes: {},
  });
}

async function declaredAnswers(): Promise<Description> {
  const document = await apiDocument();
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(closed(document) as object, 'api');
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => routeOf(method, path)),
  );
  routes.sort((a, b) => a.parameters - b.parameters);
  const check = ajv.getSchema('api#/components/schemas/LiveEvent') as ValidateFunction;
  return {
    declaredBy: (method, path) => {
      const route = routes.find((one) => one.method === method.toLowerCase() && one.pattern.test(path));
      return route ? declaredBy(route, document, ajv) : null;
    },
    eventProblem: (event) => (check(event) ? null : ajv.errorsText(check.errors)),
  };
}

function routeOf(method: string, path: string): Route {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);
  return { method, path, pattern, parameters: path.split('{').length };
}

function declaredBy({ method, path }: Route, document: ApiDocument, ajv: Ajv2020): Declared {
  return {
    name: `${method.toUpperCase()} ${path}`,
    problemOf: (status, type, body) => {
      const { place, response } = responseOf(document, path, method, status);
      if (!response) return `status ${status}`;
      if (type && !response.content?.[type]) return `${status} ${type}`;
      if (!JSON_TYPE.test(type)) return null;
      const schema = [...place, 'content', type, 'schema'].map(pointer).join('/');
      const check = ajv.getSchema(`api#/${schema}`) as ValidateFunction;
      return check(body) ? null : ajv.errorsText(check.errors);
    },
  };
}

/** Operations share their refusals. */
export function responseOf(
  { paths, components }: ApiDocument,
  path: string,
  method: string,
  status: number,
): { place: string[]; response: ApiResponse | undefined } {
  const own = paths[path]?.[method]?.responses?.[status];
  const shared = own?.$ref?.split('/').at(-1);
  return shared
    ? { place: ['components', 'responses', shared], response: components?.responses?.[shared] }
    : { place: ['paths', path, method, 'responses', String(status)], response: own };
}

function pointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Returns the schemas without additional keys: clients accept new ones, but each must be declared. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]));
  return copy.type === 'object' && 'properties' in copy ? { additionalProperties: false, ...copy } : copy;
}
