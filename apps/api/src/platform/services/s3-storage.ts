import { createHash } from 'node:crypto';
import { AppError, type ErrorCode } from '@guilde/contracts/errors.ts';
import { AwsClient } from 'aws4fetch';
import type { Log } from '../observe/log.ts';
import { type ByteRange, checkKey, type Storage } from './storage.ts';

export type S3Config = {
  /** The bucket is the first part of the path, which every service supports. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#34': '"', '#39': "'" };
/** The limit covers one call with its retries. */
const TIMEOUT_MS = 10_000;
/** After 5xx or 429 there are two retries, after 50 and 100 ms. Every call is idempotent. */
const RETRIES = 2;

/** These refusals have a code of their own (docs/decisions.md#pictures); others are UNAVAILABLE. */
const REFUSALS: Partial<Record<string, ErrorCode>> = {
  'PUT PreconditionFailed': 'IMAGE_NAME_TAKEN',
  'DELETE AccessDenied': 'IMAGE_REMOVAL_DENIED',
  'PUT InvalidURI': 'IMAGE_ADDRESS_INVALID',
  'GET InvalidURI': 'IMAGE_ADDRESS_INVALID',
  'DELETE InvalidURI': 'IMAGE_ADDRESS_INVALID',
};

/** The log has the call and the service's code, never a key. */
export function s3Storage(config: S3Config, log: Log, timeoutMs = TIMEOUT_MS): Storage {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = config;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });

  const call = async (method: 'PUT' | 'GET' | 'DELETE', key: string, bytes?: Uint8Array<ArrayBuffer>) =>
    ask(method, `/${checkKey(key)}`, bytes);
  const ask = async (method: 'PUT' | 'GET' | 'DELETE', path: string, bytes?: Uint8Array<ArrayBuffer>) => {
    const headers = { 'x-amz-content-sha256': sha256(bytes ?? '') };
    const signal = AbortSignal.timeout(timeoutMs);
    const url = `${endpoint}/${bucket}${path}`;
    try {
      const asked = { method, headers, signal, redirect: 'error', ...(bytes && { body: bytes }) } as const;
      const answer = await client.fetch(url, asked);
      return { status: answer.status, content: new Uint8Array(await answer.arrayBuffer()) };
    } catch (error) {
      throw failed(method, error instanceof Error ? (codeOf(error) ?? error.name) : 'unknown');
    }
  };
  /** The time limit ends with the headers, because a reader may be slow. */
  const open = async (key: string, { first, last }: ByteRange) => {
    const headers = { 'x-amz-content-sha256': sha256(''), range: `bytes=${first}-${last}` };
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeoutMs);
    try {
      const asked = { headers, signal: limit.signal, redirect: 'error' } as const;
      return await client.fetch(`${endpoint}/${bucket}/${checkKey(key)}`, asked);
    } catch (error) {
      throw failed('GET', error instanceof Error ? (codeOf(error) ?? error.name) : 'unknown');
    } finally {
      clearTimeout(timer);
    }
  };
  const failed = (method: string, reason: string | number) => {
    log.error({ method, reason }, 'S3 storage');
    return new AppError(REFUSALS[`${method} ${reason}`] ?? 'UNAVAILABLE');
  };
  return {
    put: async (key, bytes) => {
      const answer = await call('PUT', key, new Uint8Array(bytes));
      if (!isDone(answer)) throw failed('PUT', reasonOf(answer));
    },
    get: async (key) => {
      const answer = await call('GET', key);
      if (isDone(answer)) return answer.content;
      if (isAbsent(answer)) return null;
      throw failed('GET', reasonOf(answer));
    },
    read: async (key, range) => {
      const answer = await open(key, range);
      if (answer.ok && answer.body) return answer.body;
      const refused = { status: answer.status, content: new Uint8Array(await answer.arrayBuffer()) };
      if (isAbsent(refused)) return null;
      throw failed('GET', reasonOf(refused));
    },
    remove: async (key) => {
      const answer = await call('DELETE', key);
      if (!isDone(answer) && !isAbsent(answer)) throw failed('DELETE', reasonOf(answer));
    },
    list: async function* (folder) {
      let next: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${folder}/` });
        if (next) query.set('continuation-token', next);
        const answer = await ask('GET', `?${query.toString()}`);
        if (!isDone(answer)) throw failed('GET', reasonOf(answer));
        const page = new TextDecoder().decode(answer.content);
        // Our keys have no character that XML escapes.
        for (const [, key = ''] of page.matchAll(/<Key>([^<]+)<\/Key>/g)) yield key;
        next = unescaped(page.match(/<NextContinuationToken>([^<]+)</)?.[1]);
      } while (next);
    },
    // An object is never half written.
    sweep: async () => undefined,
  };
}

type Answer = { status: number; content: Uint8Array };

function isDone({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** A missing file is an answer; a missing bucket, also 404, is a failure. */
function isAbsent({ status, content }: Answer): boolean {
  return status === 404 && serviceCode(content) !== 'NoSuchBucket';
}

function reasonOf({ status, content }: Answer): string | number {
  return serviceCode(content) ?? status;
}

function sha256(content: Uint8Array | ''): string {
  return createHash('sha256').update(content).digest('hex');
}

function serviceCode(content: Uint8Array): string | undefined {
  return new TextDecoder().decode(content.subarray(0, 2000)).match(/<Code>(\w+)<\/Code>/)?.[1];
}

function unescaped(text: string | undefined): string | undefined {
  return text?.replace(/&(amp|lt|gt|quot|#34|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}

function codeOf({ cause }: Error): string | undefined {
  return cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined;
}
