import { connect, createServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Invitations } from '@guilde/contracts/invitations/rules.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../src/platform/config.ts';
import { jobs as jobTable } from '../src/platform/database/tables.ts';
import { createBounces } from '../src/platform/services/bounces.ts';
import { createDelivery } from '../src/platform/services/delivery.ts';
import { createMailer, handleMails, type MailContent, queueMail } from '../src/platform/services/mail.ts';
import { type Exim, RELAY_LOGIN, startExim } from './exim.ts';
import { startGuilde } from './harness.ts';
import { temporaryFolder, temporaryJobs } from './platform.ts';
import { granted } from './scenes.ts';
import { freePort } from './sqld.ts';

const CONTENT: MailContent = {
  to: 'claire@exemple.fr',
  subject: 'Ton code d’accès',
  heading: 'Bonjour',
  paragraphs: ['Voici ton code, à taper où tu l’as demandé.'],
  replyTo: 'nina@exemple.fr',
  footnote: 'Tu reçois cet e-mail parce que tu l’as demandé.',
  headers: {
    'List-Unsubscribe': `<https://guilde.fr/arret?token=${'a'.repeat(300)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
};

let exim: Exim;
const trusted = getCACertificates('default');

beforeAll(async () => {
  exim = await startExim();
  setDefaultCACertificates([...trusted, exim.certificate]);
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await exim.stop();
});

const LOGIN = `${RELAY_LOGIN.user}:${encodeURIComponent(RELAY_LOGIN.password)}`;
const starttls = () => `smtp://${LOGIN}@localhost:${exim.port}`;

/** `tried` runs what is due and gives the one mail's job; `later` also lets its wait pass. */
async function mailing(SMTP_URL: string, written: Partial<MailContent> = {}, limitMs = 60_000) {
  const { db, jobs, time, parts } = await temporaryJobs();
  const config = readConfig({ DATA_DIR: temporaryFolder(), SMTP_URL });
  const bounces = createBounces(db);
  const delivery = createDelivery(createMailer(config, db, parts.clock, limitMs), { ...parts, bounces });
  handleMails(jobs, delivery);
  await db.write((tx) => queueMail({ jobs, config }, tx, { ...CONTENT, ...written }));
  const tried = async () => {
    await jobs.drain();
    const [job] = await db.orm.select().from(jobTable);
    return job;
  };
  const later = async () => {
    time.now += 3_600_000;
    return tried();
  };
  return { jobs, delivery, bounces, tried, later };
}

/** Runs what the peer of each connection does, without speaking SMTP by itself. */
async function listening(onConnection: (socket: Socket, server: Server) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket, server);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return port;
}

const receivedFor = (address: string) =>
  exim.received().filter(({ envelope }) => envelope.some((recipient) => recipient.includes(address)));

const SENT = { doneAt: expect.any(Number), attempts: 1 };
const WAITING = { doneAt: null, failedAt: null, attempts: 1 };
const GIVEN_UP = { doneAt: null, failedAt: expect.any(Number), attempts: 1 };

describe('a mail over SMTP', () => {
  it.each([
    ['with STARTTLS and a login', () => starttls()],
    ['with TLS from the first byte', () => `smtps://${LOGIN}@localhost:${exim.tlsPort}`],
  ])('arrives whole, for one recipient, under the identity of its job: %s', async (name, url) => {
    const to = `tls-${name.length}@exemple.fr`;
    const { tried } = await mailing(url(), { to });
    const job = await tried();
    expect(job).toMatchObject(SENT);
    const [mail, ...others] = receivedFor(to);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ envelope: [to], isEncrypted: true, login: RELAY_LOGIN.user });
    const unfolded = mail?.headers.replace(/\n\s+/g, ' ') ?? '';
    expect(unfolded).toContain(`Message-ID: <${job?.id}@guilde.fr>`);
    expect(unfolded).toContain('From: Guilde <bonjour@guilde.fr>');
    expect(unfolded).toContain('Reply-To: nina@exemple.fr');
    expect(unfolded).toContain(`List-Unsubscribe: ${CONTENT.headers?.['List-Unsubscribe']}`);
    expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(unfolded).not.toMatch(/nodemailer/i);
    expect(mail?.text).toMatch(/text\/plain[\s\S]*text\/html/);
  });

  it('carries an entry of a calendar beside its texts, and as a file', async () => {
    const to = 'agenda@exemple.fr';
    const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:À demain\r\nEND:VCALENDAR\r\n';
    const { tried } = await mailing(starttls(), { to, calendar: { method: 'REQUEST', content } });
    expect(await tried()).toMatchObject(SENT);
    const text = receivedFor(to)[0]?.text.replaceAll('\r', '') ?? '';
    const types = [...text.matchAll(/^Content-Type: ([^;\n]*(?:; [cmn][^;\n]*)*)/gm)].map(([, type]) => type);
    expect(types.slice(-4)).toEqual([
      'text/plain; charset=utf-8',
      'text/html; charset=utf-8',
      'text/calendar; charset=utf-8; method=REQUEST',
      'application/ics; name=invitation.ics',
    ]);
    expect(text).toContain('BEGIN:VCALENDAR\nMETHOD:REQUEST\nSUMMARY:=C3=80 demain\nEND:VCALENDAR\n');
    expect(text).toContain(Buffer.from(content).toString('base64').slice(0, 76));
  });

  it('goes to a relay of this machine without TLS when the address says so, and only then', async () => {
    const plain = await startExim({ withTls: false });
    onTestFinished(plain.stop);
    const local = `smtp://localhost:${plain.port}`;
    const refused = await mailing(local);
    expect(await refused.tried()).toMatchObject(WAITING);
    expect(refused.delivery.hasFault()).toBe(true);
    expect(plain.received()).toEqual([]);
    const { tried } = await mailing(`${local}?tls=off`);
    expect(await tried()).toMatchObject(SENT);
    expect(plain.received()).toMatchObject([{ envelope: [CONTENT.to], isEncrypted: false }]);
  });

  it.each([
    'claire@exemple.fr, evil@exemple.fr',
    'claire@exemple.fr\r\nRCPT TO:<evil@exemple.fr>',
    'Claire <evil@exemple.fr>',
    '<evil@exemple.fr>',
    'evil@exemple.fr;claire@exemple.fr',
  ])('goes to nobody when the recipient is not one address: %j', async (to) => {
    const { tried } = await mailing(starttls(), { to });
    expect(await tried()).toMatchObject({ ...GIVEN_UP, lastError: 'MAIL_RECIPIENT_INVALID' });
    expect(receivedFor('evil')).toEqual([]);
  });

  it('keeps a subject with line breaks one header', async () => {
    const to = 'sujet@exemple.fr';
    const { tried } = await mailing(starttls(), { to, subject: 'Bonjour\r\nBcc: evil@exemple.fr' });
    expect(await tried()).toMatchObject(SENT);
    expect(receivedFor(to)[0]?.headers).not.toMatch(/^Bcc/m);
    expect(receivedFor('evil')).toEqual([]);
  });
});

describe('a mail that the server does not take', () => {
  it('is sent again after 4xx, with the same identity', async () => {
    const { tried, later } = await mailing(starttls(), { to: 'later@exemple.fr' });
    expect(await tried()).toMatchObject({ ...WAITING, lastError: expect.stringContaining('EENVELOPE 451') });
    exim.open();
    const job = await later();
    expect(job).toMatchObject({ ...SENT, attempts: 2 });
    expect(receivedFor('later')[0]?.headers).toContain(`<${job?.id}@guilde.fr>`);
  });

  it.each([
    ['gone@exemple.fr', CONTENT.subject, 'MAIL_RECIPIENT_INVALID', true],
    ['unknown@exemple.fr', CONTENT.subject, 'MAIL_RECIPIENT_INVALID', true],
    ['full@exemple.fr', CONTENT.subject, 'MAIL_REFUSED SMTP EENVELOPE 550 5.2.2', false],
    ['claire@exemple.fr', 'Trop gros', 'MAIL_REFUSED SMTP EMESSAGE 550 5.3.4', false],
  ])('is given up after 5xx, and its job says why: %s, « %s »', async (to, subject, lastError, isBounce) => {
    const { tried, delivery, bounces } = await mailing(starttls(), { to, subject });
    expect(await tried()).toMatchObject({ ...GIVEN_UP, lastError });
    expect(await bounces.has(to)).toBe(isBounce);
    expect(delivery.hasFault()).toBe(false);
  });

  it.each([
    ['a wrong password', () => `smtp://guilde:faux@localhost:${exim.port}`, CONTENT.to, 'EAUTH 535'],
    ['a policy against us', starttls, 'policy@exemple.fr', 'EENVELOPE 550 5.7.1'],
    ['a relay that is not ours', starttls, 'relayed@exemple.fr', 'EENVELOPE 550'],
  ])('is kept, and the operator told, after %s', async (_name, url, to, lastError) => {
    const { tried, delivery, bounces } = await mailing(url(), { to });
    expect(await tried()).toMatchObject({ ...WAITING, lastError: `MAIL_SERVICE_FAULT SMTP ${lastError}` });
    expect(delivery.hasFault()).toBe(true);
    expect(await bounces.has(to)).toBe(false);
  });

  it('is kept, and the operator told, while the certificate is not trusted; then it leaves', async () => {
    setDefaultCACertificates(trusted);
    onTestFinished(() => setDefaultCACertificates([...trusted, exim.certificate]));
    const to = 'certificat@exemple.fr';
    const { tried, later, delivery } = await mailing(starttls(), { to });
    expect(await tried()).toMatchObject({
      ...WAITING,
      lastError: expect.stringContaining('MAIL_SERVICE_FAULT'),
    });
    expect([delivery.hasFault(), receivedFor(to)]).toEqual([true, []]);
    setDefaultCACertificates([...trusted, exim.certificate]);
    expect(await later()).toMatchObject({ ...SENT, attempts: 2 });
    expect([delivery.hasFault(), receivedFor(to).length]).toEqual([false, 1]);
  });
});

describe('a mail whose server', () => {
  it('is not there waits for it', async () => {
    const { tried } = await mailing(`smtp://localhost:${await freePort()}?tls=off`);
    expect(await tried()).toMatchObject({ ...WAITING, lastError: expect.stringContaining('ESOCKET') });
  });

  it('refuses us at the greeting is kept, and the operator told', async () => {
    const port = await listening((socket) => socket.end('554 5.7.1 Not from you\r\n'));
    const { tried, delivery } = await mailing(`smtp://127.0.0.1:${port}?tls=off`);
    expect(await tried()).toMatchObject(WAITING);
    expect(delivery.hasFault()).toBe(true);
  });

  it('never greets is not waited for without end', async () => {
    const port = await listening(() => undefined);
    const { tried } = await mailing(`smtp://127.0.0.1:${port}?tls=off`, {}, 100);
    expect(await tried()).toMatchObject({ ...WAITING, lastError: expect.stringContaining('ETIMEDOUT') });
  });

  it('is silent holds up no stop, and takes it after the next start', async () => {
    const plain = await startExim({ withTls: false });
    onTestFinished(plain.stop);
    let connections = 0;
    const port = await listening((socket) => {
      connections++;
      if (connections === 1) return;
      const relay = connect(plain.port, '127.0.0.1');
      relay.pipe(socket);
      socket.pipe(relay);
    });
    const { jobs, tried } = await mailing(`smtp://127.0.0.1:${port}?tls=off`, {}, 600_000);
    jobs.start();
    await expect.poll(() => connections).toBe(1);
    await jobs.stop();
    expect(await tried()).toMatchObject(SENT);
    expect(plain.received()).toHaveLength(1);
  });

  it('is lost after the final dot may take it twice, under one identity', async () => {
    const plain = await startExim({ withTls: false });
    onTestFinished(plain.stop);
    let isCut = false;
    let end = '';
    const port = await listening((socket) => {
      const relay = connect(plain.port, '127.0.0.1');
      relay.on('error', () => undefined);
      relay.pipe(socket);
      socket.on('data', (bytes) => {
        relay.write(bytes);
        end = (end + bytes.toString()).slice(-5);
        if (isCut || end !== '\r\n.\r\n') return;
        isCut = true;
        relay.unpipe(socket);
        relay.once('data', () => socket.destroy()).resume();
      });
    });
    const { tried, later } = await mailing(`smtp://127.0.0.1:${port}?tls=off`);
    expect(await tried()).toMatchObject(WAITING);
    expect(isCut).toBe(true);
    const job = await later();
    expect(job).toMatchObject({ ...SENT, attempts: 2 });
    const identities = plain.received().map(({ headers }) => /^Message-ID: (.*)$/m.exec(headers)?.[1]);
    expect(identities).toEqual([`<${job?.id}@guilde.fr>`, `<${job?.id}@guilde.fr>`]);
  });
});

it('an invitation that the server refuses is « revenue » for its sponsor', async () => {
  const plain = await startExim({ withTls: false });
  onTestFinished(plain.stop);
  const env = { SMTP_URL: `smtp://localhost:${plain.port}?tls=off` };
  const guilde = await startGuilde({ cast: ['claire'], env });
  onTestFinished(guilde.close);
  const claire = await guilde.as('claire');
  for (const email of ['gone@exemple.fr', 'arrive@exemple.fr'])
    granted(await claire.post('/api/invitations', { vouched: true, email }));
  await guilde.deps.jobs.drain();
  const { invitations } = granted(await claire.get<Invitations>('/api/invitations'));
  const shown = invitations.map(({ email, status, isBounced }) => [email, status, isBounced]);
  expect(shown).toEqual([
    ['arrive@exemple.fr', 'pending', false],
    ['gone@exemple.fr', 'pending', true],
  ]);
  expect(plain.received().map(({ envelope }) => envelope)).toEqual([['arrive@exemple.fr']]);
});
