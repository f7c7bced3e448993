import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder, temporaryJobs } from '../../../test/platform.ts';
import { readConfig } from '../config.ts';
import { jobs as jobTable, outbox } from '../database/tables.ts';
import { createMailer, handleMails, type MailContent, mailOf, queueMail } from './mail.ts';

const CONTENT: MailContent = {
  to: 'claire@exemple.fr',
  subject: 'Ton code',
  heading: 'Bonjour <Claire>',
  paragraphs: ['Voici ton code.'],
  code: '123456',
  replyTo: 'nina@exemple.fr',
  action: { label: 'Voir le SOS', url: 'https://guilde.fr/x?a=1&b=2' },
  footnote: 'Tu reçois cet e-mail parce que tu l’as demandé.',
  footnoteLink: { label: 'Arrêter', url: 'https://guilde.fr/arret?a=1&b=2' },
  headers: { 'List-Unsubscribe': '<https://guilde.fr/arret>' },
};

type Refusal = { status: number; name: string; message?: string; retryAfter?: string; location?: string };

/** The counterpart speaks Resend's protocol; it refuses the first calls, or (null) never answers them. */
async function resendCounterpart(...refusals: (Refusal | null)[]) {
  const calls: { key: string | undefined; idempotency: string | undefined; mail: Record<string, unknown> }[] =
    [];
  const app = new Hono().post('/emails', async (c) => {
    const mail = await c.req.json<Record<string, unknown>>();
    calls.push({ key: c.req.header('authorization'), idempotency: c.req.header('idempotency-key'), mail });
    const refusal = refusals[calls.length - 1];
    if (refusal === undefined) return c.json({ id: 'mail-1' });
    if (refusal === null) return new Promise<Response>(() => undefined);
    const { status, name, message = 'no', retryAfter, location } = refusal;
    const headers = { ...(retryAfter && { 'retry-after': retryAfter }), ...(location && { location }) };
    return Response.json({ statusCode: status, name, message }, { status, headers });
  });
  const { promise, resolve } = Promise.withResolvers<Server>();
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(server as Server));
  onTestFinished(() => {
    (server as Server).closeAllConnections();
    (server as Server).close();
  });
  const { port } = (await promise).address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls };
}

const AWAY: Refusal = { status: 500, name: 'internal_server_error' };

/** `tried` runs what is due and gives the one mail's job. */
async function mailing(refusals: (Refusal | null)[], limitMs = 600_000, written: Partial<MailContent> = {}) {
  const { db, jobs, time, parts } = await temporaryJobs();
  const { url, calls } = await resendCounterpart(...refusals);
  const env = { DATA_DIR: temporaryFolder(), RESEND_API_KEY: 're_test', RESEND_BASE_URL: url };
  const config = readConfig(env);
  const leaveWithin = (limit: number) => handleMails(jobs, createMailer(config, db, parts.clock, limit));
  leaveWithin(limitMs);
  await db.write((tx) => queueMail({ jobs, config }, tx, { ...CONTENT, ...written }));
  const tried = async () => {
    await jobs.drain();
    const [job] = await db.orm.select().from(jobTable);
    return job;
  };
  return { calls, jobs, time, tried, leaveWithin };
}

it('makes no link of a name or title, wherever a mail shows it', () => {
  const words = 'Vente-privee.com, https://evil.tld et a@evil.example';
  const content = {
    ...{ to: CONTENT.to, subject: words, heading: words, name: words },
    ...{ paragraphs: [words, words], quoted: [words], footnote: words },
  };
  const { subject, text, html } = mailOf(content, readConfig({ DATA_DIR: 'data' }));
  for (const read of [subject, text, html]) {
    expect(read).not.toMatch(/\.(com|tld|example)|:\/\/evil/);
    expect(read.replaceAll('\u200b', '')).toContain(words);
  }
});

describe('both parts of a mail', () => {
  const known = {
    DATA_DIR: 'data',
    PUBLIC_URL: 'https://guilde.example',
    LEGAL_COMPANY: 'Guilde & Fils SAS',
    LEGAL_ADDRESS: '1 rue de Rivoli, 75001 Paris',
  };
  const parts = (env: Record<string, string>, content = CONTENT) => {
    const { html, text } = mailOf(content, readConfig(env));
    const read = html.replaceAll('&amp;', '&').replaceAll('&#39;', "'");
    return [
      { part: 'text', read: text },
      { part: 'html', read },
    ];
  };

  it.each(parts(known))('greet, sign, and end with who writes and how to answer: $part', ({ read }) => {
    const places = [
      'Bonjour,',
      'Voici ton code.',
      'L’équipe de Guilde',
      CONTENT.footnote,
      'https://guilde.fr/arret?a=1&b=2',
      'Guilde & Fils SAS, 1 rue de Rivoli, 75001 Paris',
      'https://guilde.example/privacy',
      'https://guilde.example/contact',
    ].map((words) => read.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(-1);
    expect(read).not.toMatch(/\p{L} :/u);
  });

  it.each(parts({ DATA_DIR: 'data', PUBLIC_URL: 'https://guilde.example' }))(
    'name no company that nobody has configured: $part',
    ({ read }) => {
      expect(read).toContain('https://guilde.example/contact');
      expect(read).not.toMatch(/compléter|null|undefined|, ,/);
    },
  );

  it.each(parts(known, { ...CONTENT, name: 'www.evil.tld', quoted: ['Où est mon colis\u202f?'] }))(
    'greet by name, without making a link of it, and quote after the signature: $part',
    ({ read }) => {
      expect(read).toContain('Bonjour www');
      expect(read).not.toContain('www.evil.tld');
      expect(read.indexOf('Où est mon colis')).toBeGreaterThan(read.indexOf('L’équipe de Guilde'));
    },
  );
});

describe('mail', () => {
  it('waits for a service that is away all day, and leaves when it is back', async () => {
    const { calls, time, tried } = await mailing(Array<Refusal>(34).fill(AWAY));
    const start = time.now;
    for (let job = await tried(); job && job.doneAt === null; job = await tried()) {
      expect(job.failedAt).toBeNull();
      expect(job.runAt - time.now).toBeLessThanOrEqual(3_600_000);
      time.now = job.runAt;
    }
    expect(calls).toHaveLength(35);
    expect((time.now - start) / 3_600_000).toBeCloseTo(24, 0);
  });

  it.each([
    ['as long as the service says', { status: 429, name: 'rate_limit_exceeded', retryAfter: '90' }, 90_000],
    ['at least a little', { status: 429, name: 'rate_limit_exceeded' }, 2000],
    ['a day at most', { status: 429, name: 'rate_limit_exceeded', retryAfter: '9999999' }, 86_400_000],
    ['an hour for a quota', { status: 429, name: 'daily_quota_exceeded', retryAfter: '1' }, 3_600_000],
  ])('waits %s when it is told to', async (_name, refusal, wait) => {
    const { calls, time, tried } = await mailing([refusal]);
    expect((await tried())?.runAt).toBe(time.now + wait);
    time.now += wait;
    expect((await tried())?.doneAt).toBe(time.now);
    expect(calls).toHaveLength(2);
  });

  it('to an address that is none is not tried again; a wrong setting of ours is', async () => {
    const invalid = (field: string) => ({
      status: 422,
      name: 'validation_error',
      message: `Invalid \`${field}\` field. The email address needs to follow the \`email@example.com\` format.`,
    });
    const wrong = await mailing([invalid('to')]);
    expect(await wrong.tried()).toMatchObject({ lastError: 'MAIL_RECIPIENT_INVALID', attempts: 1 });
    expect(await wrong.jobs.state()).toMatchObject({ waiting: 0, failed: 1 });
    const ours = await mailing([invalid('from')]);
    expect(await ours.tried()).toMatchObject({ failedAt: null, attempts: 1 });
  });

  it('does not wait without end for an answer', async () => {
    const { time, tried, leaveWithin } = await mailing([null], 100);
    expect(await tried()).toMatchObject({ attempts: 1, failedAt: null, doneAt: null });
    leaveWithin(600_000);
    time.now += 2000;
    expect((await tried())?.doneAt).toBe(time.now);
  });

  it('on its way is broken off by a stop, and leaves after it', async () => {
    const { calls, jobs, tried } = await mailing([null]);
    jobs.start();
    await expect.poll(() => calls.length).toBe(1);
    await jobs.stop();
    expect(await tried()).toMatchObject({ attempts: 1, doneAt: expect.any(Number) });
    expect(calls[1]?.idempotency).toBe(calls[0]?.idempotency);
  });

  it('leaves through Resend with a key, both parts, and one identity for all attempts', async () => {
    const { db, jobs, time, parts } = await temporaryJobs();
    const { url, calls } = await resendCounterpart(AWAY);
    const config = readConfig({
      DATA_DIR: temporaryFolder(),
      RESEND_API_KEY: 're_test',
      RESEND_BASE_URL: url,
    });
    handleMails(jobs, createMailer(config, db, parts.clock));
    await db.write((tx) => queueMail({ jobs, config }, tx, CONTENT));
    await jobs.drain();
    time.now += 5000;
    await jobs.drain();
    expect(calls).toHaveLength(2);
    expect(calls[0]?.key).toBe('Bearer re_test');
    expect(calls[0]?.idempotency).toBeTruthy();
    expect(calls[1]?.idempotency).toBe(calls[0]?.idempotency);
    expect(calls[1]?.mail).toMatchObject({
      to: 'claire@exemple.fr',
      subject: 'Ton code',
      from: 'Guilde <bonjour@guilde.fr>',
      reply_to: 'nina@exemple.fr',
    });
    expect(calls[1]?.mail.html).toContain('Bonjour &lt;Claire&gt;');
    expect(calls[1]?.mail.html).toContain('https://guilde.fr/x?a=1&amp;b=2');
    expect(calls[1]?.mail.headers).toEqual(CONTENT.headers);
    expect(calls[1]?.mail.html).toContain('href="https://guilde.fr/arret?a=1&amp;b=2"');
    expect(calls[1]?.mail.text).toContain('123456');
    expect(await jobs.state()).toMatchObject({ waiting: 0, failed: 0 });
  });

  it('takes an entry of a calendar to Resend as a file that says its method', async () => {
    const content = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n';
    const { calls, tried } = await mailing([], undefined, { calendar: { method: 'CANCEL', content } });
    await tried();
    expect(calls[0]?.mail).not.toHaveProperty('calendar');
    expect(calls[0]?.mail.attachments).toEqual([
      {
        filename: 'invitation.ics',
        content: Buffer.from(content).toString('base64'),
        content_type: 'text/calendar; charset=utf-8; method=CANCEL',
      },
    ]);
  });

  it('goes nowhere else, whatever the service answers', async () => {
    const elsewhere = await resendCounterpart();
    const location = `${elsewhere.url}/emails`;
    const { calls, tried } = await mailing([{ status: 307, name: 'moved', location }]);
    expect(await tried()).toMatchObject({ attempts: 1 });
    expect([calls.length, elsewhere.calls]).toEqual([1, []]);
  });

  it('stays in the outbox without a key, once', async () => {
    const { db, jobs, parts } = await temporaryJobs();
    const config = readConfig({ DATA_DIR: temporaryFolder() });
    const mailer = createMailer(config, db, parts.clock);
    handleMails(jobs, mailer);
    await db.write((tx) => queueMail({ jobs, config }, tx, CONTENT));
    await jobs.drain();
    const [kept] = await db.orm.select().from(outbox);
    expect(kept).toMatchObject({ recipient: 'claire@exemple.fr', subject: 'Ton code' });
    await mailer.send({ to: 'x', subject: 'x', html: 'x', text: 'x' }, kept?.id ?? '');
    expect(await db.orm.$count(outbox)).toBe(1);
  });
});
