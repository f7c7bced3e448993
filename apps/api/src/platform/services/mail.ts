import { plainLine, plainLines } from '@guilde/contracts/text.ts';
import { lt, sql } from 'drizzle-orm';
import { type ErrorResponse, Resend } from 'resend';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db, Tx } from '../database/db.ts';
import { outbox } from '../database/tables.ts';
import { JobFailure } from '../jobs/failures.ts';
import type { HandleOptions, JobRun, Jobs } from '../jobs/jobs.ts';
import {
  CALENDAR_FILE,
  type CalendarPart,
  type Mail,
  type Mailer,
  MailServiceFault,
  RecipientRefused,
} from './mailer.ts';
import { retryAfter } from './retry-after.ts';
import { smtpMailer } from './smtp-mailer.ts';

export type MailFigure = { label: string; value: string; note: string; url: string };

/** Texts are plain, get escaped and have no links; the layout adds greeting and sign-off. */
export type MailContent = {
  to: string;
  subject: string;
  /** The subject is the heading of a mail that has none of its own. */
  heading?: string;
  name?: string;
  /** The paragraphs begin with a greeting of their own. */
  isGreeted?: boolean;
  paragraphs: string[];
  figures?: MailFigure[];
  action?: { label: string; url: string };
  code?: string;
  quoted?: string[];
  footnote: string;
  footnoteLink?: { label: string; url: string };
  replyTo?: string;
  headers?: Record<string, string>;
  isNews?: boolean;
  calendar?: CalendarPart;
};

declare module '../jobs/jobs.ts' {
  interface JobPayloads {
    'mail.send': Mail;
    'mail.bulk': Mail;
  }
}

const OUTBOX_KEPT = 500;
const HOUR_MS = 3_600_000;
const SEND_LIMIT_MS = 15_000;
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;

/**
 * Waits grow from 2 s to 34 min, then are hourly, for a day. A wait requested by the service uses up an
 * attempt, but 35 of them take a day at least.
 */
export const MAIL_JOBS: HandleOptions = { attempts: 35, longestWait: HOUR_MS, personal: true, mail: true };

/** Mail programs end a link at a zero-width space. */
const BREAK = '\u200b';

/** Adds an invisible break after every dot within a word and in every « :// ». */
function unlinked(words: string): string {
  return words.replace(/(?<=\S)[.\u2024\u3002\uff0e\uff61](?=\S)|:(?=\/\/)/gu, `$&${BREAK}`);
}

/** Mail programs stop these mails with one click (RFC 8058), by a POST to the address. */
export function oneClickHeaders(address: string, token: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${address}?token=${encodeURIComponent(token)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

type Sender = Pick<Config, 'publicUrl' | 'company'>;
type PlainContent = MailContent & { heading: string };

export function queueMail(
  { jobs, config }: { jobs: Jobs; config: Sender },
  tx: Tx,
  content: MailContent,
  { isBulk = false }: { isBulk?: boolean | undefined } = {},
): Promise<void> {
  return jobs.enqueue(tx, isBulk ? 'mail.bulk' : 'mail.send', mailOf(content, config));
}

export function mailOf(written: MailContent, sender: Sender): Mail {
  const content = plainContent(written);
  return {
    to: content.to,
    subject: content.subject,
    html: html(content, sender),
    text: text(content, sender),
    ...(content.replyTo && { replyTo: content.replyTo }),
    ...(content.headers && { headers: content.headers }),
    ...(content.isNews && { isNews: true }),
    ...(content.calendar && { calendar: content.calendar }),
  };
}

/** Stored texts may contain direction marks and invisible characters, and no name or title may be a link. */
function plainContent(content: MailContent): PlainContent {
  const line = (text: string) => unlinked(plainLine(text));
  const lines = (text: string) => unlinked(plainLines(text));
  return {
    ...content,
    subject: line(content.subject).replace(/\s+/g, ' '),
    heading: line(content.heading ?? content.subject),
    ...(content.name !== undefined && { name: line(content.name) }),
    paragraphs: content.paragraphs.map(lines),
    ...(content.quoted && { quoted: content.quoted.map(lines) }),
    footnote: line(content.footnote),
  };
}

/** Mails stay in the outbox without a service. `limitMs` is per mail, or per step of one (smtp-mailer.ts). */
export function createMailer(config: Config, db: Db, clock: Clock, limitMs = SEND_LIMIT_MS): Mailer {
  const { smtp, sender, resendKey } = config.mail;
  if (smtp) return smtpMailer(smtp, sender, limitMs);
  return resendKey ? resendMailer(config.mail, limitMs) : outboxMailer(db, clock);
}

export function handleMails(jobs: Jobs, mailer: Mailer): void {
  const send = (mail: Mail, { id, signal }: JobRun) => mailer.send(mail, id, signal);
  jobs.handle('mail.send', send, MAIL_JOBS);
  jobs.handle('mail.bulk', send, { ...MAIL_JOBS, bulk: true });
}

/** The client hands these options to `fetch`. */
const RESEND_OPTIONS = { redirect: 'error' } as const;

function resendMailer({ resendKey, resendUrl, from }: Config['mail'], limitMs: number): Mailer {
  const resend = new Resend(resendKey, resendUrl ? { baseUrl: resendUrl } : {});
  return {
    send: async ({ calendar, ...mail }, id, stop) => {
      const limit = AbortSignal.timeout(limitMs);
      const signal = stop ? AbortSignal.any([limit, stop]) : limit;
      const options = { ...RESEND_OPTIONS, idempotencyKey: id, signal };
      const { error, headers } = await resend.emails.send({ from, ...mail, ...attached(calendar) }, options);
      if (error) throw deliveryError(error, headers?.['retry-after']);
    },
  };
}

/** Resend has no alternative parts; the method in the type makes an invitation of the file. */
function attached(calendar: CalendarPart | undefined) {
  if (!calendar) return {};
  const contentType = `text/calendar; charset=utf-8; method=${calendar.method}`;
  return { attachments: [{ filename: CALENDAR_FILE, content: Buffer.from(calendar.content), contentType }] };
}

/** A wrong address is never retried, an exhausted quota after an hour at the earliest. */
function deliveryError(error: ErrorResponse, wait: string | undefined): Error {
  const { name, statusCode, message } = error;
  const isInvalid = statusCode === 422 || statusCode === 400;
  // Only the message tells a wrong recipient from a wrong sender: « Invalid `to` field ».
  if (isInvalid && /[`'"]to[`'"]/.test(message ?? '')) return new RecipientRefused();
  if (statusCode === 401 || statusCode === 403) return new MailServiceFault(`Resend: ${name}`);
  if (statusCode !== 429) return new Error(`Resend: ${name}`);
  const requestedWait = Math.min(retryAfter(wait) ?? 0, RETRY_AFTER_MAX_MS);
  return /quota/.test(name)
    ? new JobFailure('MAIL_QUOTA_EXCEEDED', Math.max(requestedWait, HOUR_MS))
    : new JobFailure('MAIL_RATE_LIMITED', requestedWait);
}

function outboxMailer(db: Db, clock: Clock): Mailer {
  return {
    send: async ({ to, subject, html, text }, id) => {
      await db.orm
        .insert(outbox)
        .values({ id, recipient: to, subject, html, text, createdAt: clock.now() })
        .onConflictDoNothing();
      await db.orm
        .delete(outbox)
        .where(
          lt(
            outbox.createdAt,
            sql`coalesce((select created_at from outbox order by created_at desc limit 1 offset ${OUTBOX_KEPT}), 0)`,
          ),
        );
    },
  };
}

const SIGN_OFF = 'L’équipe de Guilde';

function greeting({ name, isGreeted }: MailContent): string[] {
  if (isGreeted) return [];
  return [name ? `Bonjour ${name},` : 'Bonjour,'];
}

function companyLine({ company }: Sender): string {
  return [company.name, company.address].filter(Boolean).join(', ');
}

function companyLinks({ publicUrl }: Sender): { label: string; url: string }[] {
  return [
    { label: 'Politique de confidentialité', url: `${publicUrl}/privacy` },
    { label: 'Nous écrire', url: `${publicUrl}/contact` },
  ];
}

function text(content: PlainContent, sender: Sender): string {
  const { heading, paragraphs, figures, code, action, quoted = [], footnote, footnoteLink } = content;
  const link = ({ label, url }: { label: string; url: string }) => `${label}\u00a0: ${url}`;
  const parts = [heading, ...greeting(content), ...paragraphs];
  if (figures) parts.push(figures.map(figureText).join('\n'));
  if (code) parts.push(code);
  if (action) parts.push(`${action.label}\u00a0:\n${action.url}`);
  const foot = [footnote, ...(footnoteLink ? [link(footnoteLink)] : [])].join('\n');
  const identity = ['Guilde', companyLine(sender), ...companyLinks(sender).map(link)].filter(Boolean);
  return `${[...parts, SIGN_OFF, ...quoted, `—\n${foot}`, identity.join('\n')].join('\n\n')}\n`;
}

function html(content: PlainContent, sender: Sender): string {
  const {
    heading,
    paragraphs,
    figures,
    code,
    action,
    quoted = [],
    footnote,
    footnoteLink,
    subject,
  } = content;
  const paragraph = (line: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:1.5">${escapeHtml(line)}</p>`;
  const codeBlock = code
    ? `<p style="margin:0 0 16px;font-size:32px;letter-spacing:8px;font-weight:700">${escapeHtml(code)}</p>`
    : '';
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;background:#00543a;color:#ffffff;padding:12px 20px;border-radius:10px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`
    : '';
  const link = ({ label, url }: { label: string; url: string }) =>
    `<a href="${escapeHtml(url)}" style="color:#5d6372">${escapeHtml(label)}</a>`;
  const stop = footnoteLink ? ` ${link(footnoteLink)}` : '';
  const identity = [escapeHtml(companyLine(sender)), ...companyLinks(sender).map(link)].filter(Boolean);
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#faf8f3;color:#1c2233;font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 24px;font-weight:700;font-size:18px;color:#00543a">Guilde</p>
<div style="background:#ffffff;border:1px solid #e6e1d6;border-radius:12px;padding:28px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escapeHtml(heading)}</h1>
${[...greeting(content), ...paragraphs].map(paragraph).join('\n')}${figures ? figureTable(figures) : ''}${codeBlock}${button}
${[SIGN_OFF, ...quoted].map(paragraph).join('\n')}
</div>
<p style="margin:20px 0 0;font-size:13px;line-height:1.5;color:#5d6372">${escapeHtml(footnote)}${stop}</p>
<p style="margin:12px 0 0;font-size:13px;line-height:1.5;color:#5d6372">${identity.join(' · ')}</p>
</div></body></html>`;
}

function figureText({ label, value, note, url }: MailFigure): string {
  return `${label}\u00a0: ${value}${note && ` (${note})`}\n${url}`;
}

function figureTable(figures: readonly MailFigure[]): string {
  const line = 'padding:10px 0;border-bottom:1px solid #e6e1d6;font-size:16px;line-height:1.4';
  const rows = figures.map(
    ({ label, value, note, url }) =>
      `<tr><th scope="row" style="${line};text-align:left;font-weight:400"><a href="${escapeHtml(url)}" style="color:#00543a">${escapeHtml(label)}</a></th><td style="${line};padding-left:16px;text-align:right;vertical-align:top;font-weight:700">${escapeHtml(value)}${note && `<br><span style="font-size:13px;font-weight:400;color:#5d6372">${escapeHtml(note)}</span>`}</td></tr>`,
  );
  return `<table style="width:100%;margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`;
}

export function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
