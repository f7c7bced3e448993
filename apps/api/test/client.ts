import { expectDeclared } from './declared-answers.ts';
import { type LiveClient, openLive } from './live-client.ts';

/** One person's browser keeps cookies and speaks JSON; every answer is checked against its description. */
export type Client = {
  url: string;
  id: string;
  email: string;
  cookies: Map<string, string>;
  /** Gives the second factor when an act asks for it again, as the dialog does; then the act is repeated. */
  prove?: (() => Promise<void>) | undefined;
  request: (path: string, init?: RequestInit) => Promise<Response>;
  get: <T>(path: string) => Promise<Answer<T>>;
  post: <T>(path: string, body?: unknown) => Promise<Answer<T>>;
  put: <T>(path: string, body?: unknown) => Promise<Answer<T>>;
  patch: <T>(path: string, body?: unknown) => Promise<Answer<T>>;
  delete: <T>(path: string, body?: unknown) => Promise<Answer<T>>;
  /** Opens the live socket, and resolves after `hello`. */
  live: () => Promise<LiveClient>;
};

/** `error` is set for refusals, `body` for everything else. */
export type Answer<T> = {
  status: number;
  headers: Headers;
  body: T;
  error: { code: string; message: string; params: Record<string, unknown>; fields: Record<string, string> };
};

export function createClient(url: string): Client {
  const cookies = new Map<string, string>();
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await ask(path, init);
    const { prove } = client;
    if (!prove || answer.status !== 403 || !(await answer.clone().text()).includes('"PROOF_REQUIRED"'))
      return answer;
    await prove();
    return ask(path, init);
  };
  const ask = async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookieHeader(cookies));
    const answer = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
    for (const line of answer.headers.getSetCookie()) keepCookie(cookies, line);
    await expectDeclared(init.method ?? 'GET', new URL(path, url).pathname, answer);
    return answer;
  };
  const send = async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
    const json =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    return answerOf<T>(await request(path, { method, ...json }));
  };
  const client: Client = {
    url,
    id: '',
    email: '',
    cookies,
    request,
    get: (path) => send('GET', path),
    post: (path, body = {}) => send('POST', path, body),
    put: (path, body = {}) => send('PUT', path, body),
    patch: (path, body = {}) => send('PATCH', path, body),
    delete: (path, body) => send('DELETE', path, body),
    live: () => openLive(url, cookieHeader(cookies)),
  };
  return client;
}

async function answerOf<T>(answer: Response): Promise<Answer<T>> {
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const content: unknown = isJson ? await answer.json() : null;
  const error = (content as { error?: Answer<T>['error'] } | null)?.error;
  return {
    status: answer.status,
    headers: answer.headers,
    body: content as T,
    error: error ?? { code: '', message: '', params: {}, fields: {} },
  };
}

function cookieHeader(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const at = pair.indexOf('=');
  const value = pair.slice(at + 1);
  if (value === '' || /max-age=0/i.test(line)) cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), value);
}
