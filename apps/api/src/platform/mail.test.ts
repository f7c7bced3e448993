import type { AddressInfo, Server } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder, temporaryJobs } from '../../test/platform.ts';
import { readConfig } from './config.ts';
import { createMailer, handleMails, type MailContent, queueMail } from './mail.ts';
import { outbox } from './tables.ts';

const CONTENT: MailContent = {
  to: 'claire@exemple.fr',
  subject: 'Ton code',
  heading: 'Bonjour <Claire>',
  paragraphs: ['Voici ton code.'],
  code: '123456',
  replyTo: 'nina@exemple.fr',
  action: { label: 'Ouvrir Guilde', url: 'https://guilde.fr/x?a=1&b=2' },
  footnote: 'Tu reçois cet e-mail parce que tu l’as demandé.',
  footnoteLink: { label: 'Arrêter', url: 'https://guilde.fr/arret?a=1&b=2' },
  headers: { 'List-Unsubscribe': '<https://guilde.fr/arret>' },
};

/** A service on this machine that speaks Resend's protocol: refuses the first `refusals` calls. */
async function resendCounterpart(refusals: number) {
  const calls: { key: string | undefined; idempotency: string | undefined; mail: Record<string, unknown> }[] =
    [];
  const app = new Hono().post('/emails', async (c) => {
    const mail = await c.req.json<Record<string, unknown>>();
    calls.push({ key: c.req.header('authorization'), idempotency: c.req.header('idempotency-key'), mail });
    if (calls.length <= refusals)
      return c.json({ statusCode: 500, name: 'internal_server_error', message: 'no' }, 500);
    return c.json({ id: 'mail-1' });
  });
  const { promise, resolve } = Promise.withResolvers<Server>();
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(server as Server));
  onTestFinished(() => void (server as Server).close());
  const { port } = (await promise).address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls };
}

describe('mail', () => {
  it('leaves through Resend with a key, both parts, and one identity for all attempts', async () => {
    const { db, jobs, time, parts } = await temporaryJobs();
    const { url, calls } = await resendCounterpart(1);
    const config = readConfig({
      DATA_DIR: temporaryFolder(),
      RESEND_API_KEY: 're_test',
      RESEND_BASE_URL: url,
    });
    handleMails(jobs, createMailer(config, db, parts.clock));
    await db.write((tx) => queueMail(jobs, tx, CONTENT));
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

  it('stays in the outbox without a key, once', async () => {
    const { db, jobs, parts } = await temporaryJobs();
    const mailer = createMailer(readConfig({ DATA_DIR: temporaryFolder() }), db, parts.clock);
    handleMails(jobs, mailer);
    await db.write((tx) => queueMail(jobs, tx, CONTENT));
    await jobs.drain();
    const [kept] = await db.orm.select().from(outbox);
    expect(kept).toMatchObject({ recipient: 'claire@exemple.fr', subject: 'Ton code' });
    await mailer.send({ to: 'x', subject: 'x', html: 'x', text: 'x' }, kept?.id ?? '');
    expect(await db.orm.$count(outbox)).toBe(1);
  });
});
