import { AppError, type ErrorCode, errorCodes, errorExample, errorStatus } from '@guilde/contracts/errors.ts';
import { refusalOutput } from '@guilde/contracts/errors-output.ts';
import { clientFrame } from '@guilde/contracts/live/input.ts';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { generateSpecs } from 'hono-openapi';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { apiViewerRoutes, type NamedCalls } from './api-viewer.ts';
import { type Env, maySeeInternals } from './http.ts';

export type ApiResponse = {
  $ref?: string;
  description?: string;
  headers?: object;
  content?: Record<string, { schema?: object }>;
};
type Operation = {
  operationId?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  summary?: string;
  requestBody?: object;
  parameters?: { in: string }[];
  responses?: Record<string, ApiResponse>;
  'x-refusals'?: ErrorCode[];
};
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  tags?: { name: string }[];
  components?: { schemas?: Record<string, object>; responses?: Record<string, ApiResponse> };
};

/** An API key opens these routes (« GET /api/members/:memberId ») by the scope of each, and no others. */
export type ScopesOfRoutes = Readonly<Record<string, string>>;

/** Any route may answer these: limits, refused API keys, unreadable bodies, failures. */
const ANYWHERE: ErrorCode[] = [
  'MALFORMED_REQUEST',
  'BODY_TOO_LARGE',
  'FOREIGN_ORIGIN',
  'API_KEY_UNKNOWN',
  'API_KEY_REVOKED',
  'API_KEY_EXPIRED',
  'API_KEY_IDLE',
  'API_KEY_NOT_ACCEPTED',
  'API_KEY_SCOPE_MISSING',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
];

const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-guilde.session_token',
    description: 'POST /api/auth/sign-in sets it. Over http its name begins with guilde.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key of the back office (glk_…) for the routes that name one of its scopes.',
  },
} as const;

const HEADERS = {
  'Retry-After': { description: 'In so many seconds it is worth asking again', schema: { type: 'integer' } },
  RateLimit: { description: 'What is left of the limits (r), for t seconds', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The limits: q requests in w seconds', schema: { type: 'string' } },
} as const;

/** A session opens every route; those that never answer UNAUTHENTICATED need none. */
export async function describeApi(
  api: Hono<Env>,
  { version, scopes }: { version: string; scopes: ScopesOfRoutes },
): Promise<ApiDocument> {
  const made = await generateSpecs(api, {
    defaultValidationErrorResponse: false,
    documentation: {
      info: { title: 'Guilde', version, description: 'The API that the web and desktop clients use.' },
      servers: [{ url: '/' }],
      security: [{ session: [] }],
      components: { securitySchemes: SECURITY_SCHEMES, headers: HEADERS },
    },
  });
  const document = made as ApiDocument;
  document.components = {
    ...document.components,
    schemas: {
      ...document.components?.schemas,
      Refusal: componentOf(refusalOutput(errorCodes)),
      ClientFrame: componentOf(clientFrame),
    },
  };
  identify(document, scopes);
  const refusals: Refusals = new Map();
  for (const operation of Object.values(document.paths).flatMap((operations) => Object.values(operations)))
    addRefusals(operation, refusals);
  document.components.responses = Object.fromEntries(
    [...refusals.values()].map(({ name, response }) => [name, response]),
  );
  return document;
}

function componentOf(schema: z.ZodType): object {
  const { $schema: _, ...component } = z.toJSONSchema(schema, { io: 'input' });
  return component;
}

/** Generated clients name their calls by these ids. @throws when two routes would have the same. */
function identify(document: ApiDocument, scopes: ScopesOfRoutes): void {
  const ids = new Set<string>();
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const id = operationIdOf(method, path);
      if (ids.has(id)) throw new Error(`Two operations would be called ${id}`);
      ids.add(id);
      operation.operationId = id;
      operation.tags = [featureOf(path)];
      const scope = scopes[`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`];
      if (scope) operation.security = [{ session: [] }, { apiKey: [scope] }];
      else if (!operation['x-refusals']?.includes('UNAUTHENTICATED')) operation.security = [];
    }
  document.tags = [...new Set(Object.keys(document.paths).map(featureOf))].sort().map((name) => ({ name }));
}

const featureOf = (path: string) => path.split('/')[2] ?? '';

/** `POST /api/sos/{sosId}/join` is `postSosBySosIdJoin`. */
function operationIdOf(method: string, path: string): string {
  const words = path.replace(/^\/api/, '').match(/\{?\w+/g) ?? [];
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return (
    method +
    words.map((word) => (word.startsWith('{') ? `By${capital(word.slice(1))}` : capital(word))).join('')
  );
}

const LIMIT_HEADERS = Object.fromEntries(
  Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const REFUSAL = { $ref: '#/components/schemas/Refusal' };

/** The keys are the codes that are refused. */
type Refusals = Map<string, { name: string; response: ApiResponse }>;

/** Operations share the refusals: the viewer of `/docs` needs a second for each 70 kB of the document. */
function addRefusals(operation: Operation, shared: Refusals): void {
  const { requestBody, parameters = [], 'x-refusals': declared = [] } = operation;
  const places = new Set(parameters.map((parameter) => parameter.in));
  const codes = new Set<ErrorCode>(ANYWHERE);
  for (const code of declared) codes.add(code);
  if (places.has('path')) codes.add('NOT_FOUND');
  if (places.has('query') || requestBody) codes.add('INVALID_INPUT');
  delete operation['x-refusals'];
  const responses = operation.responses ?? {};
  operation.responses = responses;
  const byStatus = Object.groupBy(codes, errorStatus);
  for (const [status, refused = []] of Object.entries(byStatus)) {
    const refusal = refusalOf(status, refused);
    const { content } = responses[status] ?? {};
    if (content) responses[status] = { ...refusal, content: { ...content, ...refusal.content } };
    else {
      const codes = refused.toSorted().join();
      const name = shared.get(codes)?.name ?? `${status}-${shared.size}`;
      shared.set(codes, { name, response: refusal });
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
}

function refusalOf(status: string, codes: ErrorCode[]): ApiResponse {
  const code = { enum: codes };
  const schema = { allOf: [REFUSAL, { properties: { error: { properties: { code } } } }] };
  return {
    ...(status === '429' ? { headers: LIMIT_HEADERS } : {}),
    description: codes.map((code) => `${code}: ${errorExample(code)}`).join('\n'),
    content: { 'application/problem+json': { schema } },
  };
}

/** Serves `/openapi.json` and `/docs`, which in production only administrators find. */
export function openApiRoutes(
  api: Hono<Env>,
  {
    version,
    scopes,
    calls,
    config,
  }: { version: string; scopes: ScopesOfRoutes; calls: NamedCalls; config: Pick<Config, 'production'> },
) {
  const guarded = createMiddleware<Env>(async (c, next) => {
    if (!maySeeInternals(c, config)) throw new AppError('NOT_FOUND');
    await next();
  });
  // Making it takes a tenth of a second, in which every request waits.
  let made: Promise<ApiDocument> | undefined;
  const document = () => {
    made ??= describeApi(api, { version, scopes });
    return made;
  };
  return new Hono<Env>()
    .get('/openapi.json', guarded, async (c) => c.json(await document()))
    .use('/docs/*', guarded)
    .route('/', apiViewerRoutes(calls));
}
