import type { Api } from '@guilde/api/app.ts';
import type { ErrorParams } from '@guilde/contracts/errors/entry.ts';
import type { ErrorBody, FieldErrors } from '@guilde/contracts/errors.ts';
import { NETWORK_FAULTS } from '@guilde/contracts/network-faults.ts';
import { isTransient } from '@guilde/contracts/retry.ts';
import { MutationCache, QueryCache, QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ClientResponse, hc } from 'hono/client';
import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import { fetchInTime, SilentServer } from './answer-limit.ts';
import { noteServerTime } from './kit/server-time.ts';
import { isOffline, watchAnswer } from './kit/use-is-offline.ts';
import type { Platform } from './platform.ts';

/** Every failed call rejects with it. `code` is the server’s, UNREACHABLE or UNREADABLE. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly params: ErrorParams;
  readonly fields: FieldErrors;

  constructor(
    code: string,
    message: string,
    status: number,
    params: ErrorParams = {},
    fields: FieldErrors = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.params = params;
    this.fields = fields;
  }
}

const UNREACHABLE = 'Le serveur ne répond pas. Vérifie ta connexion et réessaie.';
const UNREADABLE = 'Le serveur a donné une réponse inattendue. Réessaie dans un instant.';

export function createApi(platform: Pick<Platform, 'fetch'>) {
  return hc<Api>('/api', {
    fetch: (input: RequestInfo | URL, init?: RequestInit) => fetchInTime(platform, input as string, init),
  });
}

export type ApiClient = ReturnType<typeof createApi>;

/** Rejects with `ApiError`. */
export async function call<T>(request: Promise<ClientResponse<T>>): Promise<T> {
  const noteAnswer = watchAnswer();
  let response: ClientResponse<T>;
  try {
    response = await request;
  } catch (error) {
    throw unanswered(error);
  }
  // A page of HTML comes from a proxy or from the network's own sign-in, also with the status 200.
  if (response.headers.get('content-type')?.startsWith('text/html')) throw foreign(response);
  const body = await readJson(response);
  const refusal = response.ok ? null : refusalOf(body, response);
  // The desktop app answers so itself, when the server does not.
  if (refusal?.code === 'UNREACHABLE') throw refusal;
  noteAnswer();
  noteServerTime(Date.parse(response.headers.get('date') ?? ''));
  if (refusal) throw refusal;
  return body as T;
}

/** A call that waited in vain is not repeated by itself, because the next one would wait as long. */
class SlowServerError extends ApiError {}

function unanswered(error: unknown): ApiError {
  if (error instanceof SilentServer) return new SlowServerError('UNREACHABLE', NETWORK_FAULTS.silent, 0);
  return new ApiError('UNREACHABLE', isOffline() ? NETWORK_FAULTS.offline : UNREACHABLE, 0);
}

function foreign({ status }: Pick<Response, 'status'>): ApiError {
  const text = status >= 500 ? NETWORK_FAULTS.serverError : NETWORK_FAULTS.notGuilde;
  return new ApiError('UNREADABLE', text, status);
}

/** It works like `call`, for files, which the typed client cannot send. */
export async function callWith<T>(
  platform: Pick<Platform, 'fetch'>,
  path: string,
  init: RequestInit,
): Promise<T> {
  return call(fetchInTime(platform, path, init) as Promise<ClientResponse<T>>);
}

async function readJson(response: Pick<ClientResponse<unknown>, 'json' | 'ok' | 'status'>): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (!response.ok) throw foreign(response);
    if (error instanceof SyntaxError) throw new ApiError('UNREADABLE', UNREADABLE, response.status);
    throw unanswered(error);
  }
}

function refusalOf(body: unknown, response: Pick<Response, 'status'>): ApiError {
  const error = (body as Partial<ErrorBody> | null)?.error;
  if (!error) return foreign(response);
  return new ApiError(error.code, error.message, response.status, error.params, error.fields);
}

export function errorMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : UNREADABLE;
}

export function isRefusal(error: unknown, ...codes: string[]): boolean {
  return error instanceof ApiError && codes.includes(error.code);
}

export function isTransientError(error: unknown): boolean {
  return !(error instanceof ApiError) || isTransient(error.code);
}

const ApiContext = createContext<ApiClient | null>(null);

export const ApiProvider = ApiContext.Provider;

export function useApi(): ApiClient {
  const api = use(ApiContext);
  if (!api) throw new Error('useApi needs an <ApiProvider> above it');
  return api;
}

export const accountKey = ['account'] as const;

/** The delay before the first retry doubles each time. */
const RETRY_MS = 400;

/**
 * Transient errors are retried three times; unused data stays five minutes (docs/specification.md#client).
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => updateAccountOnRefusal(client, error) }),
    mutationCache: new MutationCache({ onError: (error) => updateAccountOnRefusal(client, error) }),
    defaultOptions: {
      queries: {
        gcTime: 300_000,
        staleTime: 30_000,
        retry: (failures, error) =>
          // The server says when to come back, so an earlier attempt is useless.
          failures < 3 &&
          isTransientError(error) &&
          !(error instanceof SlowServerError) &&
          !(error instanceof ApiError && error.params.seconds),
        retryDelay: (failures) => RETRY_MS * 2 ** failures,
        // `navigator.onLine` is unreliable, so requests are always tried and errors shown.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  askAgainAfterFirstLoads(client);
  return client;
}

/** A first load goes on when it is invalidated, and its answer may be older than what invalidated it. */
function askAgainAfterFirstLoads(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
    const { promise, queryKey, state } = event.query;
    if (state.data !== undefined) return;
    promise?.then(() => client.invalidateQueries({ queryKey, exact: true })).catch(() => undefined);
  });
}

export function useIsFailing(): boolean {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    useCallback((changed) => cache.subscribe(changed), [cache]),
    () =>
      cache
        .findAll({ type: 'active', fetchStatus: 'fetching' })
        .some(({ state }) => state.status === 'pending' && state.fetchFailureCount > 0),
  );
}

function updateAccountOnRefusal(client: QueryClient, error: Error): void {
  if (isRefusal(error, 'UNAUTHENTICATED')) client.setQueryData(accountKey, null);
  if (isRefusal(error, 'PROFILE_INCOMPLETE', 'TERMS_NOT_ACCEPTED'))
    client.invalidateQueries({ queryKey: accountKey }).catch(() => undefined);
}
