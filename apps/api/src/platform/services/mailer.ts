import { JobFailure } from '../jobs/failures.ts';

/** Mail programs offer to put it into the calendar (RFC 6047), or take it out of there. */
export type CalendarPart = { method: 'REQUEST' | 'CANCEL'; content: string };
export const CALENDAR_FILE = 'invitation.ics';

export type Mail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Replies go to the sender of all mails when this is absent. */
  replyTo?: string;
  headers?: Record<string, string>;
  /** News is not sent to an address whose mails come back; letters that are owed are (bounces.ts). */
  isNews?: boolean;
  calendar?: CalendarPart;
};

/**
 * `id` is the same for a repeated send. A `JobFailure` says when the service wants the next attempt, and the
 * two errors below what is wrong.
 */
export type Mailer = { send: (mail: Mail, id: string, signal?: AbortSignal) => Promise<void> };

/** No mail can reach the recipient's address, now or later. */
export class RecipientRefused extends JobFailure {
  constructor() {
    super('MAIL_RECIPIENT_INVALID', 'never');
  }
}

/**
 * The operator has to act: a wrong password, a certificate that is not trusted, a relay that refuses us. Mails
 * are tried again meanwhile. `what` is a code, without addresses.
 */
export class MailServiceFault extends JobFailure {
  constructor(what: string) {
    super(['MAIL_SERVICE_FAULT', what].join(' '));
  }
}
