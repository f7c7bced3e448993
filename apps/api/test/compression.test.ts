import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Guilde, startGuilde } from './harness.ts';

const LONG = '/api/openapi.json';
const SHORT = '/api/health/live';
const OUR_PAGE = { 'accept-encoding': 'gzip, br', 'sec-fetch-site': 'same-origin' };

let guilde: Guilde;
let uncompressed: Guilde;

beforeAll(async () => {
  guilde = await startGuilde();
  uncompressed = await startGuilde({ env: { COMPRESSION: 'off' } });
});
afterAll(() => Promise.all([guilde.close(), uncompressed.close()]));

/** This does not use fetch, which asks for compression and undoes it by itself. */
function get({ url }: Guilde, path: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    headers: Record<string, string | string[] | undefined>;
    body: Buffer;
  }>();
  request(`${url}${path}`, { headers }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }));
  })
    .once('error', reject)
    .end();
  return promise;
}

it('a long answer comes compressed to our own page, and says the same', async () => {
  const plain = await get(guilde, LONG, {});
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [encoding, decoded] of Object.entries(decoders)) {
    const small = await get(guilde, LONG, { ...OUR_PAGE, 'accept-encoding': encoding });
    expect(small.headers['content-encoding']).toBe(encoding);
    expect(small.headers.vary).toContain('Accept-Encoding');
    expect(small.body.length).toBeLessThan(plain.body.length / 2);
    expect(JSON.parse(decoded(small.body).toString())).toEqual(JSON.parse(plain.body.toString()));
    for (const name of ['content-type', 'cache-control', 'x-content-type-options'])
      expect(small.headers[name], name).toBe(plain.headers[name]);
  }
});

it('nothing else is compressed: short, not asked for, asked from elsewhere, or left to a proxy', async () => {
  const { 'accept-encoding': encoding, 'sec-fetch-site': site } = OUR_PAGE;
  const cases: [Guilde, string, Record<string, string>][] = [
    [guilde, SHORT, OUR_PAGE],
    [guilde, LONG, { 'sec-fetch-site': site }],
    [guilde, LONG, { 'sec-fetch-site': site, 'accept-encoding': 'deflate' }],
    [guilde, LONG, { 'accept-encoding': encoding }],
    [guilde, LONG, { 'accept-encoding': encoding, 'sec-fetch-site': 'cross-site' }],
    [guilde, LONG, { 'accept-encoding': encoding, 'sec-fetch-site': 'none' }],
    [uncompressed, LONG, OUR_PAGE],
  ];
  for (const [server, path, headers] of cases) {
    const { headers: answered, body } = await get(server, path, headers);
    expect(answered['content-encoding'], JSON.stringify([path, headers])).toBeUndefined();
    expect(() => JSON.parse(body.toString())).not.toThrow();
  }
});
