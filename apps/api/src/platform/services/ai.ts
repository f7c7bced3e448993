import { performance } from 'node:perf_hooks';
import type { OpenAI } from 'openai';
import type { z } from 'zod';
import { retryAfter } from './retry-after.ts';

/** Prices are in dollars per million tokens. */
export type AiPrice = { input: number; output: number };

export type AiConfig = {
  key: string;
  /** The service is compatible with OpenAI, which is used when this is absent. */
  baseUrl: string | undefined;
  model: string;
  price: AiPrice;
  timeoutMs: number;
  /** The budget is in dollars per calendar month in Paris. */
  monthlyBudget: number;
};

/** These are OpenAI's prices of 2026. Other models need `OPENAI_PRICE_…` for the budget. */
export const AI_PRICES: Record<string, AiPrice> = {
  'gpt-4.1': { input: 2, output: 8 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6 },
  'gpt-4.1-nano': { input: 0.1, output: 0.4 },
  'gpt-4o-mini': { input: 0.15, output: 0.6 },
  'gpt-5': { input: 1.25, output: 10 },
  'gpt-5-mini': { input: 0.25, output: 2 },
  'gpt-5-nano': { input: 0.05, output: 0.4 },
};

/** `instructions` are ours, `data` is what members wrote; the answer must be JSON of the schema. */
export type AiRequest = {
  name: string;
  instructions: string;
  data: string;
  schema: z.ZodType;
  maxOutputTokens: number;
};

export type AiUsage = { inputTokens: number; outputTokens: number; cost: number; durationMs: number };

/** The answer is not validated. `use` is null when the service reports none. */
export type AiAnswer = {
  text: string;
  refused: boolean;
  cut: boolean;
  use: AiUsage | null;
  durationMs: number;
};

export type Ai = {
  model: string;
  monthlyBudget: number;
  /** An aborted call may still cost. @throws AiError */
  ask: (question: AiRequest, signal?: AbortSignal) => Promise<AiAnswer>;
  /** The cost is in dollars. */
  worstCost: (question: AiRequest) => number;
};

/** After `timeout`, `connection` and `stopped` (by us) the call may have been charged. */
export type AiErrorKind =
  | 'timeout'
  | 'connection'
  | 'stopped'
  | 'rate-limited'
  | 'unavailable'
  | 'denied'
  | 'rejected';

export class AiError extends Error {
  readonly kind: AiErrorKind;
  readonly retryAfterMs: number | null;
  readonly durationMs: number;

  constructor(kind: AiErrorKind, durationMs: number, retryAfterMs: number | null = null) {
    super(`The model did not answer: ${kind}`);
    this.name = 'AiError';
    this.kind = kind;
    this.durationMs = durationMs;
    this.retryAfterMs = retryAfterMs;
  }
}

const OPENAI_URL = 'https://api.openai.com/v1';
/** The schema and the frame of the messages need these tokens. */
const FRAME_TOKENS = 1500;
/** Gateways send these codes, and the service behind may still charge. */
const GATEWAY_TIMEOUTS = [408, 504, 524];
const GATEWAY_BROKEN = [502, 520];

/**
 * Chat completions are asked, because compatible services rarely know the newer responses; with `parse` the
 * usage of an invalid answer would be lost. A call is one attempt: the job retries, and counts each.
 */
export async function openAi(config: AiConfig): Promise<Ai> {
  // The client is loaded only with a key, because it takes memory.
  const { OpenAI } = await import('openai');
  const { zodResponseFormat } = await import('openai/helpers/zod');
  const client = new OpenAI({
    apiKey: config.key,
    baseURL: config.baseUrl ?? OPENAI_URL,
    organization: null,
    project: null,
    timeout: config.timeoutMs,
    maxRetries: 0,
    logLevel: 'off',
    fetchOptions: { redirect: 'error' },
  });
  return {
    model: config.model,
    monthlyBudget: config.monthlyBudget,
    worstCost: (question) => worstCost(config.price, question),
    ask: async (question, stop) => {
      const began = performance.now();
      // The client's own limit does not cover the body.
      const timeout = AbortSignal.timeout(config.timeoutMs);
      const signal = stop ? AbortSignal.any([timeout, stop]) : timeout;
      const elapsed = () => Math.round(performance.now() - began);
      try {
        const answer = await client.chat.completions.create(
          {
            model: config.model,
            messages: [
              { role: 'system', content: question.instructions },
              { role: 'user', content: question.data },
            ],
            response_format: zodResponseFormat(question.schema, question.name),
            // OpenAI's models want one name, most others the other.
            [config.baseUrl ? 'max_tokens' : 'max_completion_tokens']: question.maxOutputTokens,
          },
          { signal },
        );
        return readAnswer(answer, config.price, elapsed());
      } catch (error) {
        if (stop?.aborted) throw new AiError('stopped', elapsed());
        throw errorOf(error, timeout.aborted, elapsed());
      }
    },
  };
}

/** A token has at least one byte, so the estimate is never too low. */
function worstCost(price: AiPrice, { instructions, data, maxOutputTokens }: AiRequest): number {
  const input = Buffer.byteLength(instructions) + Buffer.byteLength(data) + FRAME_TOKENS;
  return costOf(price, input, maxOutputTokens);
}

function costOf(price: AiPrice, inputTokens: number, outputTokens: number): number {
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}

function readAnswer(answer: Partial<OpenAI.ChatCompletion>, price: AiPrice, durationMs: number): AiAnswer {
  const choice = answer.choices?.[0];
  const inputTokens = tokens(answer.usage?.prompt_tokens);
  const outputTokens = tokens(answer.usage?.completion_tokens);
  return {
    text: choice?.message?.content ?? '',
    refused: Boolean(choice?.message?.refusal) || choice?.finish_reason === 'content_filter',
    cut: choice?.finish_reason === 'length',
    use:
      inputTokens === null || outputTokens === null
        ? null
        : { inputTokens, outputTokens, cost: costOf(price, inputTokens, outputTokens), durationMs },
    durationMs,
  };
}

function tokens(count: unknown): number | null {
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

function errorOf(error: unknown, isTimeout: boolean, durationMs: number): AiError {
  if (isTimeout) return new AiError('timeout', durationMs);
  const { status, headers } = error as { status?: number; headers?: Headers };
  if (typeof status !== 'number') return new AiError('connection', durationMs);
  const retryAfterMs = retryAfter(headers?.get('retry-after'));
  if (GATEWAY_TIMEOUTS.includes(status)) return new AiError('timeout', durationMs, retryAfterMs);
  if (GATEWAY_BROKEN.includes(status)) return new AiError('connection', durationMs, retryAfterMs);
  if (status === 429) return new AiError('rate-limited', durationMs, retryAfterMs);
  if (status >= 500 || status === 409) return new AiError('unavailable', durationMs, retryAfterMs);
  return new AiError(status === 401 || status === 403 ? 'denied' : 'rejected', durationMs);
}
