import { createTransport } from 'nodemailer';
import { JobFailure } from '../jobs/failures.ts';
import type { MailSender, SmtpServer } from './mail-settings.ts';
import { CALENDAR_FILE, type Mailer, MailServiceFault, RecipientRefused } from './mailer.ts';

/** One job sends one mail, and four jobs of a kind run at once (jobs.ts). */
const CONNECTIONS = 4;
/** Servers close idle connections themselves, some after a minute. */
const IDLE_MS = 30_000;
/** A server may take longer to accept a mail than to greet: it looks for spam before it answers. */
const PATIENT = 4;
/** A mail that the server is accepting is not sent a second time if a stop waits for the answer. */
const STOP_GRACE_MS = 3000;

/** nodemailer parses the recipients of an envelope, so that « a@x.fr, b@x.fr » would be two. */
const ONE_ADDRESS = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/;

/**
 * Sends over one server, never in clear text but with `tls: 'off'`. A mail keeps its Message-ID in all
 * attempts. `limitMs` is for the name, the connection and the greeting each; each silence of the server may
 * last four times as long, and the whole eight times.
 */
export function smtpMailer(server: SmtpServer, sender: MailSender, limitMs: number): Mailer {
  const { host, port, user, password, tls } = server;
  const transport = createTransport(
    {
      pool: true,
      maxConnections: CONNECTIONS,
      idleTimeout: IDLE_MS,
      // The jobs try again, later and later.
      maxRequeues: 0,
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'off',
      ...(user && { auth: { user, pass: password }, forceAuth: true }),
      dnsTimeout: limitMs,
      connectionTimeout: limitMs,
      greetingTimeout: limitMs,
      socketTimeout: PATIENT * limitMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { xMailer: false },
  );
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  return {
    send: async ({ to, replyTo, subject, html, text, headers, calendar }, id, stop) => {
      if (!ONE_ADDRESS.test(to)) throw new RecipientRefused();
      const ending = endingAfter(stop, 2 * PATIENT * limitMs);
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from: sender,
          to: { name: '', address: to },
          envelope: { from: sender.address, to: [to] },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          subject,
          html,
          text,
          ...(headers && { headers }),
          ...(calendar && { icalEvent: { ...calendar, filename: CALENDAR_FILE } }),
          signal: ending.signal,
        });
      } catch (error) {
        throw deliveryError(error as SmtpError);
      } finally {
        ending.clear();
      }
    },
  };
}

/** The signal aborts after the limit, or some seconds after the stop. */
function endingAfter(stop: AbortSignal | undefined, limitMs: number) {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timers = [setTimeout(end, limitMs)];
  const endSoon = () => timers.push(setTimeout(end, STOP_GRACE_MS));
  if (stop?.aborted) end();
  stop?.addEventListener('abort', endSoon, { once: true });
  return {
    signal: ending.signal,
    clear: () => {
      stop?.removeEventListener('abort', endSoon);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** `code` is nodemailer's; the others say what the server answered to which `command`. */
type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string };

const CERTIFICATE = /certificate|self.signed|altnames|wrong version number|ETLS/i;
/** RFC 3463: 5.1.7 and 5.1.8 are about the sender, and 5.2.2 is a mailbox that is full today. */
const ADDRESS_STATUS = /^5\.(?:1\.(?![78]$)\d+|2\.1)$/;
/** Servers without such a status say in words that they do not relay for us. */
const RELAYING = /relay|authenti|sender|spam|blocked|denied/i;
const ADDRESS_CODES = new Set([550, 551, 553]);

/** 4xx and lost connections are tried again, 5xx are not, unless the operator has to act. */
function deliveryError(error: SmtpError): Error {
  const { code = error.name, responseCode, response = '', command } = error;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';
  // The answer may name the recipient, and logs name nobody.
  const what = ['SMTP', code, responseCode, status].filter(Boolean).join(' ');
  if (code === 'EAUTH' || code === 'ENOAUTH' || isUntrusted(error)) return new MailServiceFault(what);
  if (!responseCode || responseCode < 500 || responseCode > 599) {
    // A recipient that is no address never gets as far as the server.
    return code === 'EENVELOPE' && command === 'API' ? new RecipientRefused() : new Error(what);
  }
  if (command === 'RCPT TO') {
    const isAddress = status ? ADDRESS_STATUS.test(status) : ADDRESS_CODES.has(responseCode);
    if (isAddress && !(status === '' && RELAYING.test(response))) return new RecipientRefused();
    return status.startsWith('5.2.') ? refused(what) : new MailServiceFault(what);
  }
  return command === 'DATA' ? refused(what) : new MailServiceFault(what);
}

function isUntrusted({ code, message }: SmtpError): boolean {
  return code === 'ETLS' || (code === 'ESOCKET' && CERTIFICATE.test(message));
}

/** The server takes no such mail, such as one that is too big. */
function refused(what: string): JobFailure {
  return new JobFailure(['MAIL_REFUSED', what].join(' '), 'never');
}
