import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const KEY = 'sk-de-test';

/** The type holds the parts of the product's request that tests look at. */
export type ChatRequest = {
  model: string;
  messages: { role: 'system' | 'user'; content: string }[];
  response_format: { type: string; json_schema: { name: string; strict: boolean; schema: unknown } };
  max_tokens?: number;
  tools?: unknown;
};

/** A request with the reply `null` is never answered. */
export type Reply = { status?: number; headers?: Record<string, string>; body: unknown } | null;

export type OpenAiServer = {
  /** The environment makes the product call this service. */
  env: Record<string, string>;
  /** The requests are sorted from the oldest to the newest. */
  requests: ChatRequest[];
  /** Sets the following answers; the last one repeats. */
  answerWith: (...replies: (Reply | ((request: ChatRequest) => Reply | Promise<Reply>))[]) => void;
  stop: () => void;
};

/** Speaks OpenAI's chat completions; it wants the right key and a strict schema. The caller stops it. */
export async function startOpenAi(): Promise<OpenAiServer> {
  const requests: ChatRequest[] = [];
  let replies: Parameters<OpenAiServer['answerWith']> = [];
  const app = new Hono();
  app.post('/v1/chat/completions', async (c) => {
    if (c.req.header('authorization') !== `Bearer ${KEY}`) return c.json(failure('invalid_api_key'), 401);
    const request = await c.req.json<ChatRequest>();
    requests.push(request);
    if (!request.response_format.json_schema.strict) return c.json(failure('invalid_request'), 400);
    const next = replies.length > 1 ? replies.shift() : replies[0];
    const reply = typeof next === 'function' ? await next(request) : next;
    if (!reply) await new Promise(() => undefined);
    const body = typeof reply?.body === 'string' ? reply.body : JSON.stringify(reply?.body);
    return new Response(body, {
      status: reply?.status ?? 200,
      headers: { 'content-type': 'application/json', ...reply?.headers },
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve()) as Server;
  await promise;
  return {
    env: {
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      OPENAI_MODEL: 'modele-de-test',
      OPENAI_PRICE_INPUT: '1',
      OPENAI_PRICE_OUTPUT: '2',
    },
    requests,
    answerWith: (...next) => {
      replies = next;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The usage is 1,000 tokens read and 500 written, which cost 0.002 dollars. */
export function says(content: unknown, finish = 'stop'): Reply {
  return completion(
    { content: typeof content === 'string' ? content : JSON.stringify(content), refusal: null },
    finish,
  );
}

export function declines(): Reply {
  return completion({ content: null, refusal: 'Je ne peux pas répondre à cette demande.' }, 'stop');
}

export function fails(status: number, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: failure('trouble') };
}

function completion(message: object, finish: string): Reply {
  return {
    body: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'modele-de-test',
      choices: [
        { index: 0, finish_reason: finish, logprobs: null, message: { role: 'assistant', ...message } },
      ],
      usage: { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 },
    },
  };
}

function failure(code: string) {
  return { error: { message: 'Refusé', type: 'error', param: null, code } };
}
