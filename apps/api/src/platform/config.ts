import { resolve } from 'node:path';
import type { Company } from '@guilde/contracts/information/rules.ts';
import { z } from 'zod';
import type { DatabaseAddress } from './database/address.ts';
import { EXPECTED } from './expected-values.ts';
import { WEB_FOLDER } from './installed-files.ts';
import { SECRET_MIN } from './secret-file.ts';
import { AI_PRICES, type AiConfig } from './services/ai.ts';
import { externalHostOf, type MailSettings, senderOf, smtpUrl } from './services/mail-settings.ts';
import type { S3Config } from './services/s3-storage.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const MEGABYTE = 1024 * 1024;

const optional = z
  .string()
  .trim()
  .transform((text) => text || undefined)
  .optional();

/** Compose passes unset variables as empty texts. */
const unlessEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional());

/** The variables are described in docs/configuration.md. */
const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(65_535)).default(3000),
  HOST: optional,
  DATA_DIR: z.string().min(1).default('./data'),
  WEB_DIR: z.string().min(1).default(WEB_FOLDER),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  GUILDE_SECRET: z.string().min(SECRET_MIN).optional(),
  GUILDE_SECRET_PREVIOUS: unlessEmpty(z.string().min(SECRET_MIN)),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  RESEND_API_KEY: optional,
  RESEND_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  RESEND_WEBHOOK_SECRET: unlessEmpty(z.string().regex(/^whsec_[\w+/]{32,}={0,2}$/)),
  SMTP_URL: unlessEmpty(smtpUrl),
  MAIL_FROM: z.string().min(3).default('Guilde <bonjour@guilde.fr>'),
  VAPID_PUBLIC_KEY: unlessEmpty(z.string().regex(/^[\w-]{87}$/)),
  VAPID_PRIVATE_KEY: unlessEmpty(z.string().regex(/^[\w-]{43}$/)),
  VAPID_SUBJECT: unlessEmpty(z.string().regex(/^mailto:[^@\s]+@[^@\s]+$/)),
  PUSH_TEST_ORIGIN: unlessEmpty(z.url({ protocol: /^http$/ })),
  WEBHOOK_TEST_ORIGIN: unlessEmpty(z.url({ protocol: /^http$/ })),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  COMPRESSION: z.enum(['on', 'off']).default('on'),
  npm_lifecycle_event: z.string().optional(),
  DATABASE_URL: unlessEmpty(z.url({ protocol: /^(libsql|https?|wss?)$/ })),
  DATABASE_AUTH_TOKEN: optional,
  REDIS_URL: unlessEmpty(z.url({ protocol: /^rediss?$/ })),
  S3_ENDPOINT: unlessEmpty(z.url({ protocol: /^https?$/ })),
  S3_BUCKET: unlessEmpty(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)),
  S3_REGION: unlessEmpty(z.string().regex(/^[a-z0-9-]+$/)),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  FILES_MEMBER_MB: z.coerce.number().int().min(1).max(1_000_000).default(500),
  FILES_CONVERSATION_MB: z.coerce.number().int().min(1).max(1_000_000).default(300),
  MEETING_URL_TEMPLATE: unlessEmpty(z.url({ protocol: /^https$/ }).refine((url) => url.includes('{room}'))),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LEGAL_COMPANY: optional,
  LEGAL_CAPITAL: optional,
  LEGAL_ADDRESS: optional,
  LEGAL_SIREN: unlessEmpty(
    z
      .string()
      .transform((text) => text.replace(/\s/g, ''))
      .pipe(z.string().regex(/^\d{9}$/)),
  ),
  LEGAL_RCS: optional,
  LEGAL_VAT: optional,
  LEGAL_PHONE: optional,
  LEGAL_EMAIL: unlessEmpty(z.email()),
  LEGAL_DIRECTOR: optional,
  LEGAL_DPO: optional,
  LEGAL_HOST_NAME: optional,
  LEGAL_HOST_ADDRESS: optional,
  LEGAL_HOST_PHONE: optional,
  LEGAL_HOST_COUNTRY: z.string().min(2).default('États-Unis'),
  OPENAI_API_KEY: optional,
  OPENAI_BASE_URL: unlessEmpty(z.url({ protocol: /^https?$/ })),
  OPENAI_MODEL: z.string().trim().min(1).max(100).default('gpt-4.1-mini'),
  OPENAI_PRICE_INPUT: z.coerce.number().min(0).max(1000).optional(),
  OPENAI_PRICE_OUTPUT: z.coerce.number().min(0).max(1000).optional(),
  OPENAI_TIMEOUT: z.coerce.number().positive().max(600).default(60),
  AI_MONTHLY_BUDGET: z.coerce.number().min(0).max(100_000).default(20),
});

export type Config = {
  production: boolean;
  port: number;
  /** The server listens on all addresses when this is absent, or on loopback with `loopbackOnly`. */
  host: string | undefined;
  /** `HOST` is not set and the public address is local, so that only this machine may connect. */
  loopbackOnly: boolean;
  dataDir: string;
  webDir: string;
  publicUrl: string;
  /** Outside production, loopback names are trusted as other origins of the same installation. */
  isTrustedOrigin: (origin: string) => boolean;
  /** The secret is in a file of `dataDir` when this is absent (secret-file.ts). */
  secret: string | undefined;
  previousSecret: string | undefined;
  /** So many entries at the end of X-Forwarded-For are believed. */
  trustedProxies: number;
  mail: MailSettings;
  /** The keys are null when the installation makes its own (vapid-keys.ts). */
  push: {
    subject: string;
    keys: { publicKey: string; privateKey: string } | null;
    testOrigin: string | undefined;
  };
  /** Webhooks also go to this receiver on a machine of development. */
  webhookTestOrigin: string | undefined;
  /** Mails can be read at /dev/outbox: never in production or under a public name. */
  outboxReadable: boolean;
  logLevel: string;
  compression: boolean;
  rateLimits: boolean;
  /** npm's shell does not pass on signals, so that the server watches its parent. */
  startedByNpm: boolean;
  database: DatabaseAddress;
  redisUrl: string | undefined;
  /** Files are stored under `dataDir` when this is null. */
  s3: S3Config | null;
  /** Both quotas are in bytes: for a member's files, and for those of a conversation. */
  fileQuotas: { member: number; conversation: number };
  /** Metrics are served here, and not collected without a port. */
  metrics: { port: number | undefined; host: string };
  /** `{room}` stands for random bits; without it hosts write the link of an online event. */
  meetingUrlTemplate: string | undefined;
  company: Company;
  /** The local summariser is used when this is null. */
  ai: AiConfig | null;
};

/** The message is one sentence that names the variable. */
export class ConfigError extends Error {}

/** Only this function reads the environment. @throws ConfigError, for the first wrong value. */
export function readConfig(
  env: Record<string, string | undefined> = process.env,
  defaults: Record<string, string> = {},
): Config {
  const parsed = environment.safeParse({ ...defaults, ...withoutEmpty(env) });
  if (!parsed.success) throw new ConfigError(sentence(parsed.error.issues[0]?.path[0]));
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  const publicUrl = originOf(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`);
  const local = LOOPBACK.has(new URL(publicUrl).hostname);
  if (production && !values.PUBLIC_URL) throw new ConfigError('PUBLIC_URL est nécessaire en production.');
  if (production && !local && publicUrl.startsWith('http:'))
    throw new ConfigError('PUBLIC_URL doit commencer par https:// en production.');
  if (production && !values.SMTP_URL && !values.RESEND_API_KEY)
    throw new ConfigError('SMTP_URL ou RESEND_API_KEY est nécessaire en production.');
  if (production && values.REDIS_URL && !values.GUILDE_SECRET)
    throw new ConfigError('GUILDE_SECRET est nécessaire avec REDIS_URL : le même sur toutes les instances.');
  if (production && values.RATE_LIMITS === 'off')
    throw new ConfigError('RATE_LIMITS doit rester « on » en production.');
  const dataDir = resolve(values.DATA_DIR);
  return {
    production,
    port: values.PORT,
    host: values.HOST,
    loopbackOnly: local && !values.HOST,
    dataDir,
    webDir: resolve(values.WEB_DIR),
    publicUrl,
    isTrustedOrigin: (origin) => origin === publicUrl || (!production && local && isLoopback(origin)),
    secret: values.GUILDE_SECRET,
    previousSecret: values.GUILDE_SECRET_PREVIOUS,
    trustedProxies: values.TRUSTED_PROXIES,
    mail: {
      from: values.MAIL_FROM,
      sender: senderOf(values.MAIL_FROM),
      smtp: values.SMTP_URL ?? null,
      resendKey: values.RESEND_API_KEY,
      resendUrl: values.RESEND_BASE_URL,
      resendWebhookSecret: values.RESEND_WEBHOOK_SECRET,
    },
    push: pushOf(values),
    webhookTestOrigin: production ? undefined : values.WEBHOOK_TEST_ORIGIN,
    outboxReadable: !production && local,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    rateLimits: values.RATE_LIMITS === 'on',
    compression: values.COMPRESSION === 'on',
    startedByNpm: values.npm_lifecycle_event !== undefined,
    database: values.DATABASE_URL
      ? { url: values.DATABASE_URL, authToken: values.DATABASE_AUTH_TOKEN }
      : { file: resolve(dataDir, 'guilde.db') },
    redisUrl: values.REDIS_URL,
    s3: s3Of(values),
    fileQuotas: {
      member: values.FILES_MEMBER_MB * MEGABYTE,
      conversation: values.FILES_CONVERSATION_MB * MEGABYTE,
    },
    metrics: { port: values.METRICS_PORT, host: values.METRICS_HOST },
    meetingUrlTemplate: values.MEETING_URL_TEMPLATE,
    company: companyOf(values),
    ai: aiOf(values),
  };
}

function aiOf(values: z.output<typeof environment>): AiConfig | null {
  if (!values.OPENAI_API_KEY) return null;
  const known = AI_PRICES[values.OPENAI_MODEL];
  const price = {
    input: values.OPENAI_PRICE_INPUT ?? known?.input,
    output: values.OPENAI_PRICE_OUTPUT ?? known?.output,
  };
  if (price.input === undefined || price.output === undefined)
    throw new ConfigError(
      `OPENAI_PRICE_INPUT et OPENAI_PRICE_OUTPUT sont nécessaires\u00a0: le prix du modèle ${values.OPENAI_MODEL} n’est pas connu.`,
    );
  return {
    key: values.OPENAI_API_KEY,
    baseUrl: values.OPENAI_BASE_URL,
    model: values.OPENAI_MODEL,
    price: { input: price.input, output: price.output },
    timeoutMs: values.OPENAI_TIMEOUT * 1000,
    monthlyBudget: values.AI_MONTHLY_BUDGET,
  };
}

/** Push services write to the subject when something is wrong. */
function pushOf(values: z.output<typeof environment>): Config['push'] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values;
  if ((publicKey === undefined) !== (privateKey === undefined))
    throw new ConfigError('VAPID_PUBLIC_KEY et VAPID_PRIVATE_KEY vont ensemble.');
  return {
    subject: values.VAPID_SUBJECT ?? `mailto:${values.LEGAL_EMAIL ?? senderOf(values.MAIL_FROM).address}`,
    keys: publicKey && privateKey ? { publicKey, privateKey } : null,
    testOrigin: values.NODE_ENV === 'test' ? values.PUSH_TEST_ORIGIN : undefined,
  };
}

function companyOf(values: z.output<typeof environment>): Company {
  return {
    name: values.LEGAL_COMPANY ?? null,
    capital: values.LEGAL_CAPITAL ?? null,
    address: values.LEGAL_ADDRESS ?? null,
    siren: values.LEGAL_SIREN ?? null,
    rcs: values.LEGAL_RCS ?? null,
    vat: values.LEGAL_VAT ?? null,
    phone: values.LEGAL_PHONE ?? null,
    email: values.LEGAL_EMAIL ?? null,
    director: values.LEGAL_DIRECTOR ?? null,
    dpo: values.LEGAL_DPO ?? null,
    host: {
      name: values.LEGAL_HOST_NAME ?? null,
      address: values.LEGAL_HOST_ADDRESS ?? null,
      phone: values.LEGAL_HOST_PHONE ?? null,
      country: values.LEGAL_HOST_COUNTRY,
    },
    mailService: values.SMTP_URL
      ? externalHostOf(values.SMTP_URL)
      : serviceOf('Resend', values.RESEND_API_KEY, values.RESEND_BASE_URL),
    aiService: serviceOf('OpenAI', values.OPENAI_API_KEY, values.OPENAI_BASE_URL),
  };
}

function serviceOf(name: string, key: string | undefined, url: string | undefined): string | null {
  if (!key) return null;
  return url ? new URL(url).hostname : name;
}

const S3_VARIABLES = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

function s3Of(values: Partial<Record<(typeof S3_VARIABLES)[number], string | undefined>>): S3Config | null {
  if (S3_VARIABLES.every((name) => values[name] === undefined)) return null;
  const required = (name: (typeof S3_VARIABLES)[number]) => {
    const value = values[name];
    if (value === undefined) throw new ConfigError(`${name} manque : les cinq variables S3_… vont ensemble.`);
    return value;
  };
  return {
    endpoint: required('S3_ENDPOINT').replace(/(?<!\/)\/+$/, ''),
    bucket: required('S3_BUCKET'),
    region: required('S3_REGION'),
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
  };
}

function sentence(variable: PropertyKey | undefined): string {
  const name = String(variable);
  return `${name} n’est pas valable : il faut ${EXPECTED[name] ?? 'une autre valeur'}.`;
}

function isLoopback(origin: string): boolean {
  return URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname);
}

function withoutEmpty(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

function originOf(publicUrl: string): string {
  const { origin, pathname, search } = new URL(publicUrl);
  if (pathname !== '/' || search) throw new ConfigError('PUBLIC_URL doit être une adresse sans chemin.');
  return origin;
}
