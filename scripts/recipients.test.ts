import { expect, it } from 'vitest';
import { isTest, readFiles, readSources } from './sources.ts';

const sources = readSources().filter(({ file }) => !isTest(file));

/** Each recipient in the privacy policy gets members' data through these packages. */
const RECIPIENTS: Record<string, string[]> = {
  Hébergement: ['@libsql/client', '@libsql/hrana-client', 'libsql', 'ioredis', 'aws4fetch'],
  'Envoi des e-mails': ['nodemailer', 'resend'],
  'Notifications sur un appareil': ['web-push'],
  'Résumés par IA': ['openai'],
};

/** These dependencies of the API open no connection to another machine. */
const LOCAL = [
  '@guilde/contracts',
  '@hono/node-server',
  '@hono/standard-validator',
  '@node-rs/argon2',
  '@orama/stemmers',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  '@zxcvbn-ts/language-fr',
  'better-auth',
  'commander',
  'drizzle-orm',
  'fflate',
  'ical-generator',
  'hono',
  'hono-openapi',
  'ipaddr.js',
  'lru-cache',
  'mediabunny',
  'p-limit',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'sharp',
  'standardwebhooks',
  'swagger-ui-dist',
  'thumbhash',
  'ws',
  'zod',
];

/** Webhooks call whatever administrators connect, which the policy says in a point of its own. */
const CONNECTED = { term: '**Les outils que les administrateurs relient à Guilde**', package: 'undici' };

/** The API connects to other machines only here: to webhooks, push services and its storage. */
const ASKING = [
  'apps/api/src/platform/services/public-post.ts',
  'apps/api/src/platform/services/push.ts',
  'apps/api/src/platform/services/s3-storage.ts',
];

it('the privacy policy names whoever receives data from a package of the API', () => {
  const [{ text } = { text: '{}' }] = readFiles('apps/api/package.json');
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(text);
  const [policy] = readFiles('packages/ui/src/information/legal/privacy.md');
  for (const term of Object.keys(RECIPIENTS)) expect(policy?.text).toContain(`\n${term}\n: `);
  expect(policy?.text).toContain(CONNECTED.term);
  const named = new Set([...LOCAL, CONNECTED.package, ...Object.values(RECIPIENTS).flat()]);
  expect(Object.keys(dependencies).filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => !(name in dependencies))).toEqual([]);
});

it('the API asks no other machine in a way that this test does not read', () => {
  const asking = sources.filter(
    ({ file, text }) =>
      file.startsWith('apps/api/src/') &&
      /\bfetch\(|new (WebSocket|EventSource)\(|\b(https?|http2|net|tls)\.(request|get|connect)\(|import \{[^}]*\b(request|get|connect|createConnection)\b[^}]*\} from 'node:(https?|http2|net|tls)'/.test(
        text,
      ),
  );
  expect(asking.map(({ file }) => file)).toEqual(ASKING);
});

it('pages ask nobody but the server that they came from', () => {
  const policy = sources.find(({ file }) => file === 'apps/api/src/platform/http/http-security.ts')?.text;
  const origins = [...(policy ?? '').matchAll(/"([a-z]+)-src ([^"]+)"/g)].flatMap(([, , list]) =>
    (list ?? '').split(' '),
  );
  expect(origins).toContain("'self'");
  expect(origins.filter((origin) => /[./*]/.test(origin))).toEqual([]);
});
