import { z } from 'zod';

/** The name is that of a person or an organisation. */
export type MailSender = { name: string; address: string };

/** Returns the parts of « Guilde <bonjour@guilde.fr> », or of an address alone. */
export function senderOf(from: string): MailSender {
  const [, name = '', bracketed] = /^([^<]*)<([^<>]+)>/.exec(from) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: (bracketed ?? from).trim() };
}

/** `user` and `password` are empty for a server that asks for none. */
export type SmtpServer = {
  host: string;
  port: number;
  user: string;
  password: string;
  /** TLS begins with the connection (`smtps`), or after STARTTLS, without which nothing is sent, or never (`off`). */
  tls: 'implicit' | 'starttls' | 'off';
  /** The server is a relay on this machine. */
  isLocal: boolean;
};

/** Mails leave through `smtp`, else through Resend with a key, else they stay in the outbox. */
export type MailSettings = {
  /** It is as the operator wrote it, with the parts of it in `sender`. */
  from: string;
  sender: MailSender;
  smtp: SmtpServer | null;
  resendKey: string | undefined;
  resendUrl: string | undefined;
  /** Resend signs with it what it tells about sent mails. */
  resendWebhookSecret: string | undefined;
};

const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;
const PORTS = { implicit: 465, starttls: 587, off: 25 };

/** Returns null for anything but `smtp(s)://[user:password@]host[:port]`, with `?tls=off` only for a local relay. */
function smtpServerOf(url: string): SmtpServer | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isLocal = LOCAL.test(host);
  const isPlain = protocol === 'smtp:' && search === '?tls=off' && isLocal;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return null;
  if (!/^[\w.:-]+$/.test(host) || (pathname !== '' && pathname !== '/') || hash !== '') return null;
  if (search !== '' && !isPlain) return null;
  if ((username === '') !== (password === '') || port === '0') return null;
  const tls = isPlain ? 'off' : protocol === 'smtps:' ? 'implicit' : 'starttls';
  try {
    return {
      host,
      port: port === '' ? PORTS[tls] : Number(port),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      tls,
      isLocal,
    };
  } catch {
    return null;
  }
}

export const smtpUrl = z.string().transform((url, context) => {
  const server = smtpServerOf(url);
  if (server) return server;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

/** A relay on this machine is no service of somebody else. */
export function externalHostOf({ isLocal, host }: SmtpServer): string | null {
  return isLocal ? null : host;
}
