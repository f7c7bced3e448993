import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/platform.ts';
import { readConfig } from './config.ts';

const S3 = {
  S3_ENDPOINT: 'https://s3.exemple.fr/',
  S3_BUCKET: 'guilde-avatars',
  S3_REGION: 'eu-west-3',
  S3_ACCESS_KEY_ID: 'AKIA',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const HOSTED = { NODE_ENV: 'production', PUBLIC_URL: 'https://guilde.fr', RESEND_API_KEY: 're_x' };

const MODEL = { OPENAI_API_KEY: 'sk-x' };

describe('the configuration', () => {
  it('needs nothing to start', () => {
    const config = readConfig({ DATA_DIR: temporaryFolder() });
    expect(config).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      outboxReadable: true,
      production: false,
    });
  });

  it.each<[Record<string, string | undefined>, RegExp]>([
    [{ PORT: 'abc' }, /^PORT n’est pas valable/],
    [{ PORT: '70000' }, /^PORT n’est pas valable/],
    [{ PUBLIC_URL: 'guilde.fr' }, /^PUBLIC_URL n’est pas valable/],
    [{ NODE_ENV: 'prod' }, /^NODE_ENV n’est pas valable/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL n’est pas valable/],
    [{ GUILDE_SECRET: 'court' }, /^GUILDE_SECRET n’est pas valable/],
    [{ DATABASE_URL: 'file:guilde.db' }, /^DATABASE_URL n’est pas valable/],
    [{ DATABASE_URL: 'sqld:8080' }, /^DATABASE_URL n’est pas valable/],
    [{ REDIS_URL: 'localhost:6379' }, /^REDIS_URL n’est pas valable/],
    [{ REDIS_URL: 'http://localhost:6379' }, /^REDIS_URL n’est pas valable/],
    [{ ...S3, S3_ENDPOINT: 's3.exemple.fr' }, /^S3_ENDPOINT n’est pas valable/],
    [{ ...S3, S3_BUCKET: 'Un/Bucket' }, /^S3_BUCKET n’est pas valable/],
    [{ ...S3, S3_REGION: undefined }, /^S3_REGION manque/],
    [{ S3_SECRET_ACCESS_KEY: 'secret' }, /^S3_ENDPOINT manque/],
    [{ ...HOSTED, REDIS_URL: 'redis://redis:6379' }, /^GUILDE_SECRET est nécessaire avec REDIS_URL/],
    [{ ...MODEL, OPENAI_BASE_URL: 'localhost:11434' }, /^OPENAI_BASE_URL n’est pas valable/],
    [{ ...MODEL, OPENAI_PRICE_INPUT: 'cher' }, /^OPENAI_PRICE_INPUT n’est pas valable/],
    [{ ...MODEL, OPENAI_TIMEOUT: '0' }, /^OPENAI_TIMEOUT n’est pas valable/],
    [{ ...MODEL, AI_MONTHLY_BUDGET: '-1' }, /^AI_MONTHLY_BUDGET n’est pas valable/],
    [{ ...MODEL, OPENAI_MODEL: 'mon-modele' }, /^OPENAI_PRICE_INPUT et OPENAI_PRICE_OUTPUT sont nécessaires/],
    [{ LEGAL_SIREN: '123' }, /^LEGAL_SIREN n’est pas valable.*neuf chiffres/],
    [{ LEGAL_EMAIL: 'contact' }, /^LEGAL_EMAIL n’est pas valable/],
    [{ NODE_ENV: 'production' }, /^PUBLIC_URL est nécessaire/],
    [{ ...HOSTED, PUBLIC_URL: 'http://guilde.fr' }, /^PUBLIC_URL doit commencer par https/],
    [
      { NODE_ENV: 'production', PUBLIC_URL: 'https://guilde.fr' },
      /^SMTP_URL ou RESEND_API_KEY est nécessaire/,
    ],
    [{ ...HOSTED, RATE_LIMITS: 'off' }, /^RATE_LIMITS doit rester/],
    ...[
      'mail.exemple.fr:587',
      'https://mail.exemple.fr',
      'smtp://',
      'smtp://mail.exemple.fr:0',
      'smtp://mail.exemple.fr:99999',
      'smtp://mail.exemple.fr/chemin',
      'smtp://mail.exemple.fr#x',
      'smtp://guilde@mail.exemple.fr',
      'smtp://guilde:mot/de/passe@mail.exemple.fr',
      'smtp://guilde:50%@mail.exemple.fr',
      'smtp://mail.exemple.fr?tls=off',
      'smtp://mail.exemple.fr?ignoreTLS=true',
      'smtp://localhost.exemple.fr?tls=off',
      'smtps://localhost?tls=off',
      'smtp://localhost?tls=off&secure=false',
    ].map(
      (SMTP_URL) => [{ SMTP_URL }, /^SMTP_URL n’est pas valable.*tls=off.*\.$/] satisfies [object, RegExp],
    ),
  ])('stops at %o with one sentence', (env, message) => {
    expect(() => readConfig({ DATA_DIR: temporaryFolder(), ...env })).toThrow(message);
  });

  it('takes Redis and S3 when they are named, and an empty text for nothing', () => {
    const DATA_DIR = temporaryFolder();
    const named = readConfig({ DATA_DIR, ...S3, REDIS_URL: 'rediss://:mot@redis.exemple.fr:6380/2' });
    expect(named.redisUrl).toBe('rediss://:mot@redis.exemple.fr:6380/2');
    expect(named.s3).toEqual({
      endpoint: 'https://s3.exemple.fr',
      bucket: 'guilde-avatars',
      region: 'eu-west-3',
      accessKeyId: 'AKIA',
      secretAccessKey: 'secret',
    });
    const nothing = Object.fromEntries(Object.keys(S3).map((name) => [name, '']));
    const empty = readConfig({ DATA_DIR, REDIS_URL: '', ...nothing });
    expect(empty).toMatchObject({ redisUrl: undefined, s3: null });
  });

  it('signs pushes for a real address, with both keys or its own, and knows other push services in tests only', () => {
    const origin = { PUSH_TEST_ORIGIN: 'http://127.0.0.1:9' };
    expect(readConfig(origin).push).toEqual({
      subject: 'mailto:bonjour@guilde.fr',
      keys: null,
      testOrigin: undefined,
    });
    expect(readConfig({ ...origin, NODE_ENV: 'test' }).push.testOrigin).toBe('http://127.0.0.1:9');
    expect(readConfig({ LEGAL_EMAIL: 'equipe@exemple.fr' }).push.subject).toBe('mailto:equipe@exemple.fr');
    const keys = { VAPID_PUBLIC_KEY: 'B'.repeat(87), VAPID_PRIVATE_KEY: 'p'.repeat(43) };
    expect(readConfig({ ...keys, VAPID_SUBJECT: 'mailto:push@exemple.fr' }).push).toMatchObject({
      subject: 'mailto:push@exemple.fr',
      keys: { publicKey: keys.VAPID_PUBLIC_KEY, privateKey: keys.VAPID_PRIVATE_KEY },
    });
    expect(() => readConfig({ VAPID_PUBLIC_KEY: keys.VAPID_PUBLIC_KEY })).toThrow('VAPID_PRIVATE_KEY');
    expect(() => readConfig({ VAPID_SUBJECT: 'https://exemple.fr' })).toThrow('VAPID_SUBJECT');
  });

  it('has summaries written by a paid model only with a key, and knows its price', () => {
    const DATA_DIR = temporaryFolder();
    expect(readConfig({ DATA_DIR, OPENAI_MODEL: 'inconnu' }).ai).toBeNull();
    expect(readConfig({ DATA_DIR, OPENAI_API_KEY: '' }).ai).toBeNull();
    expect(readConfig({ DATA_DIR, ...MODEL }).ai).toEqual({
      key: 'sk-x',
      baseUrl: undefined,
      model: 'gpt-4.1-mini',
      price: { input: 0.4, output: 1.6 },
      timeoutMs: 60_000,
      monthlyBudget: 20,
    });
    const named = {
      OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1',
      OPENAI_MODEL: 'mistral-small',
      OPENAI_PRICE_INPUT: '0',
      OPENAI_PRICE_OUTPUT: '0.3',
      OPENAI_TIMEOUT: '120',
      AI_MONTHLY_BUDGET: '0',
    };
    expect(readConfig({ DATA_DIR, ...MODEL, ...named }).ai).toMatchObject({
      baseUrl: 'http://127.0.0.1:11434/v1',
      model: 'mistral-small',
      price: { input: 0, output: 0.3 },
      timeoutMs: 120_000,
      monthlyBudget: 0,
    });
  });

  it('says who runs the installation, and nothing that it was not told', () => {
    const DATA_DIR = temporaryFolder();
    const nobody = readConfig({ DATA_DIR, LEGAL_COMPANY: '', LEGAL_SIREN: '' }).company;
    expect(nobody).toMatchObject({
      name: null,
      siren: null,
      email: null,
      mailService: null,
      aiService: null,
    });
    expect(nobody.host).toEqual({ name: null, address: null, phone: null, country: 'États-Unis' });
    const named = {
      LEGAL_COMPANY: 'Guilde SAS',
      LEGAL_SIREN: '123 456 789',
      LEGAL_EMAIL: 'bonjour@guilde.fr',
      LEGAL_HOST_NAME: 'Hôte',
      LEGAL_HOST_COUNTRY: 'France',
    };
    const { company } = readConfig({ DATA_DIR, ...named, ...HOSTED });
    expect(company).toMatchObject({ name: 'Guilde SAS', siren: '123456789', email: 'bonjour@guilde.fr' });
    expect(company.host).toMatchObject({ name: 'Hôte', country: 'France' });
    expect(company).toMatchObject({ mailService: 'Resend', aiService: null });
    expect(readConfig({ DATA_DIR, OPENAI_API_KEY: 'sk' }).company.aiService).toBe('OpenAI');
    const relayed = { ...HOSTED, RESEND_BASE_URL: 'https://mail.exemple.fr/api' };
    expect(readConfig({ DATA_DIR, ...relayed }).company.mailService).toBe('mail.exemple.fr');
  });

  it.each([
    ['smtp://mail.exemple.fr', { host: 'mail.exemple.fr', port: 587, user: '', tls: 'starttls' }],
    [
      'smtps://guilde%40exemple.fr:mot%20de%2Fpasse@mail.exemple.fr',
      { port: 465, user: 'guilde@exemple.fr', password: 'mot de/passe', tls: 'implicit' },
    ],
    ['smtp://mail.exemple.fr:2525/', { port: 2525, tls: 'starttls', isLocal: false }],
    ['smtp://localhost?tls=off', { port: 25, tls: 'off', isLocal: true }],
    ['smtp://[::1]:1025?tls=off', { host: '::1', port: 1025, tls: 'off', isLocal: true }],
  ])('sends mails through the server of SMTP_URL: %s', (SMTP_URL, smtp) => {
    expect(readConfig({ ...HOSTED, RESEND_API_KEY: '', SMTP_URL }).mail).toMatchObject({
      smtp,
      resendKey: undefined,
      sender: { name: 'Guilde', address: 'bonjour@guilde.fr' },
    });
  });

  it('names the mail server as a service of somebody else, unless it is on this machine', () => {
    const serviceOf = (SMTP_URL: string) => readConfig({ ...HOSTED, SMTP_URL }).company.mailService;
    expect(serviceOf('smtps://mail.exemple.fr')).toBe('mail.exemple.fr');
    expect(serviceOf('smtp://127.0.0.1:25?tls=off')).toBeNull();
  });

  it.each([
    ['"Guilde, entraide" <bonjour@exemple.fr>', { name: 'Guilde, entraide', address: 'bonjour@exemple.fr' }],
    ['bonjour@exemple.fr', { name: '', address: 'bonjour@exemple.fr' }],
  ])('reads the sender %s', (MAIL_FROM, sender) => {
    expect(readConfig({ MAIL_FROM }).mail.sender).toEqual(sender);
  });

  it('keeps its data in a file, or on the libSQL server that is named', () => {
    const DATA_DIR = temporaryFolder();
    const file = { file: join(DATA_DIR, 'guilde.db') };
    expect(readConfig({ DATA_DIR }).database).toEqual(file);
    expect(readConfig({ DATA_DIR, DATABASE_URL: '', DATABASE_AUTH_TOKEN: '' }).database).toEqual(file);
    const named = { DATABASE_URL: 'libsql://guilde.exemple.fr', DATABASE_AUTH_TOKEN: 'jeton' };
    expect(readConfig({ DATA_DIR, ...named }).database).toEqual({
      url: 'libsql://guilde.exemple.fr',
      authToken: 'jeton',
    });
  });

  it.each([
    [{}, true],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ PUBLIC_URL: 'https://guilde.fr' }, false],
  ])('listens to this machine alone unless it is told otherwise: %o', (env, loopbackOnly) => {
    expect(readConfig({ DATA_DIR: temporaryFolder(), ...env }).loopbackOnly).toBe(loopbackOnly);
  });

  it('trusts its own address only, and loopback names while it is local', () => {
    const local = readConfig({ DATA_DIR: temporaryFolder() });
    expect(local.isTrustedOrigin('http://127.0.0.1:3000')).toBe(true);
    expect(local.isTrustedOrigin('https://evil.example')).toBe(false);
    const hosted = readConfig({
      DATA_DIR: temporaryFolder(),
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://guilde.fr/',
      RESEND_API_KEY: 're_x',
    });
    expect(hosted.isTrustedOrigin('https://guilde.fr')).toBe(true);
    expect(hosted.isTrustedOrigin('http://localhost:3000')).toBe(false);
    expect(hosted.outboxReadable).toBe(false);
  });

  it('hides the outbox under a public name even outside production', () => {
    expect(
      readConfig({ DATA_DIR: temporaryFolder(), PUBLIC_URL: 'https://essai.guilde.fr' }).outboxReadable,
    ).toBe(false);
  });
});
