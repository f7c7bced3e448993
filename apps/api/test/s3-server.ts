import { createHash, createHmac } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { vi } from 'vitest';
import type { S3Config } from '../src/platform/services/s3-storage.ts';

export type S3Server = {
  config: S3Config;
  /** The keys are those of the bucket. */
  files: Map<string, Uint8Array>;
  /** Every call is noted with its method and path, whatever its outcome. */
  calls: string[];
  /** The next calls are answered with 503 SlowDown. */
  busy: (times: number) => void;
  /** The next call is refused with this status and code. */
  refuse: (status: 400 | 403 | 412, code: string) => void;
  /** The next call is answered with a redirect. */
  redirect: (location: string) => void;
  /** The service accepts calls, but does not answer them. */
  silent: (isSilent: boolean) => void;
  stop: () => void;
};

/** Speaks S3 as far as the product does, path-style, and checks every signature. The caller stops it. */
export async function startS3(): Promise<S3Server> {
  const files = new Map<string, Uint8Array>();
  const calls: string[] = [];
  let busy = 0;
  let refused: { status: 400 | 403 | 412; code: string } | null = null;
  let elsewhere: string | null = null;
  let silence: Promise<void> | null = null;
  const keys = { region: 'eu-west-3', accessKeyId: 'AKIAGUILDE', secretAccessKey: 'un/secret+bien=garde' };
  const app = new Hono();
  app.use(async (c, next) => {
    calls.push(`${c.req.method} ${c.req.path}`);
    await silence;
    if (busy-- > 0) return failure(c, 503, 'SlowDown');
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const location = elsewhere;
    elsewhere = null;
    if (location) return c.redirect(`${location}${c.req.path}`, 307);
    const wanted = refused;
    refused = null;
    if (wanted) return failure(c, wanted.status, wanted.code);
    const refusal = refusalOf(c, bytes, keys);
    if (refusal) return failure(c, 403, refusal);
    await next();
  });
  /** A page holds ten keys. */
  app.get('/:bucket', (c) => {
    const after = c.req.query('continuation-token') ?? '';
    const keys = [...files.keys()]
      .filter((key) => key.startsWith(c.req.query('prefix') ?? '') && key > after)
      .toSorted();
    const page = keys.slice(0, 10).map((key) => `<Contents><Key>${key}</Key></Contents>`);
    const more = keys.length > 10 ? `<NextContinuationToken>${keys[9]}</NextContinuationToken>` : '';
    return c.body(`<ListBucketResult>${page.join('')}${more}</ListBucketResult>`, 200, {
      'content-type': 'application/xml',
    });
  });
  app.all('/:bucket/:key{.+}', async (c) => {
    const { bucket, key } = c.req.param();
    if (bucket !== 'guilde') return failure(c, 404, 'NoSuchBucket');
    if (c.req.method === 'PUT') {
      files.set(key, new Uint8Array(await c.req.arrayBuffer()));
      return c.body(null, 200);
    }
    if (c.req.method === 'DELETE') {
      files.delete(key);
      return c.body(null, 204);
    }
    const file = files.get(key);
    if (!file) return failure(c, 404, 'NoSuchKey');
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(c.req.header('range') ?? '') ?? [];
    if (first === undefined || last === undefined) return c.body(new Uint8Array(file));
    return c.body(new Uint8Array(file.slice(Number(first), Number(last) + 1)), 206);
  });
  const server = await listening(app);
  const { port } = server.address() as AddressInfo;
  return {
    config: { endpoint: `http://127.0.0.1:${port}`, bucket: 'guilde', ...keys },
    files,
    calls,
    busy: (times) => {
      busy = times;
    },
    refuse: (status, code) => {
      refused = { status, code };
    },
    redirect: (location) => {
      elsewhere = location;
    },
    silent: (isSilent) => {
      silence = isSilent ? new Promise(() => undefined) : null;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A server has these settings to keep its files there. */
export function s3Settings({ config }: Pick<S3Server, 'config'>): Record<string, string> {
  return {
    S3_ENDPOINT: config.endpoint,
    S3_BUCKET: config.bucket,
    S3_REGION: config.region,
    S3_ACCESS_KEY_ID: config.accessKeyId,
    S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  };
}

async function listening(app: Hono): Promise<Server> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve()) as Server;
  await promise;
  return server;
}

function failure(c: Context, status: 400 | 403 | 404 | 412 | 503, code: string) {
  const document = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message/></Error>`;
  return c.body(document, status, { 'content-type': 'application/xml' });
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&');
}

type Keys = Pick<S3Config, 'region' | 'accessKeyId' | 'secretAccessKey'>;

/** The signature (version 4) is computed anew from the request as it arrived. */
function refusalOf(c: Context, bytes: Uint8Array, keys: Keys): string | null {
  const header = (name: string) => c.req.header(name) ?? '';
  const given = header('authorization').match(
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/,
  );
  if (!given) return 'AccessDenied';
  const [, accessKeyId, day = '', region, signedHeaders = '', signature] = given;
  if (accessKeyId !== keys.accessKeyId || region !== keys.region) return 'InvalidAccessKeyId';
  if (
    !['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signedHeaders.split(';').includes(name))
  )
    return 'AccessDenied';
  const stamp = header('x-amz-date');
  const at = Date.parse(stamp.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  // The product's clock may be set in this process, but not in a command beside it.
  const isNow = [Date.now(), vi.getRealSystemTime()].some((now) => Math.abs(now - at) < 900_000);
  if (!stamp.startsWith(day) || !isNow) return 'RequestTimeTooSkewed';
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (header('x-amz-content-sha256') !== hash) return 'XAmzContentSHA256Mismatch';
  const canonical = [
    c.req.method,
    new URL(c.req.url).pathname,
    canonicalQuery(new URL(c.req.url).searchParams),
    ...signedHeaders.split(';').map((name) => `${name}:${header(name).trim()}`),
    '',
    signedHeaders,
    hash,
  ].join('\n');
  const scope = `${day}/${keys.region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', stamp, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const sign = (key: Buffer, part: string) => createHmac('sha256', key).update(part).digest();
  const expected = [day, keys.region, 's3', 'aws4_request', text].reduce(
    sign,
    Buffer.from(`AWS4${keys.secretAccessKey}`),
  );
  return expected.toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}
