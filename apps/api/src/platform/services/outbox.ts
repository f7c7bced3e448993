import { AppError } from '@guilde/contracts/errors.ts';
import { desc, eq } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { recordAct } from '../audit.ts';
import { outbox } from '../database/tables.ts';
import type { Deps } from '../deps.ts';
import { type Env, isLocalRequest } from '../http/http.ts';
import { type Secrets, timingSafeEquals } from '../secrets.ts';
import { escapeHtml } from './mail.ts';

const SHOWN = 100;

const COOKIE = 'guilde_outbox';
/** The journal names any reader so, because nobody is signed in here. */
const DEVELOPER = { id: 'developer', name: 'Développement' };
const OUTBOX = { type: 'outbox', id: 'outbox', label: 'Boîte d’envoi' };
const ONE_OPENING_MS = 3_600_000;

export function outboxUrl({ config, secrets }: Pick<Deps, 'config' | 'secrets'>): string | null {
  if (!config.outboxReadable || config.mail.smtp || config.mail.resendKey) return null;
  return `${config.publicUrl}/dev/outbox?key=${outboxKey(secrets)}`;
}

/** Answers local requests with the key that the start printed, which a cookie keeps. */
export function outboxRoutes(deps: Pick<Deps, 'db' | 'config' | 'secrets' | 'clock'>) {
  const { db, config, secrets, clock } = deps;
  let notedAt = Number.NEGATIVE_INFINITY;
  const noteReading = async () => {
    if (clock.elapsed() - notedAt < ONE_OPENING_MS) return;
    notedAt = clock.elapsed();
    await db.write((tx) => recordAct(tx, deps, DEVELOPER, { action: 'outbox.read', subject: OUTBOX }));
  };
  const key = outboxKey(secrets);
  const developersOnly = createMiddleware<Env>(async (c, next) => {
    if (!config.outboxReadable || !isLocalRequest(c)) throw new AppError('NOT_FOUND');
    const shown = c.req.query('key');
    if (!timingSafeEquals(shown ?? getCookie(c, COOKIE) ?? '', key)) throw new AppError('NOT_FOUND');
    // The key leaves the address, which links in mails would reveal.
    if (shown !== undefined && !wantsJson(c)) {
      setCookie(c, COOKIE, key, { httpOnly: true, sameSite: 'Strict', path: '/dev/outbox' });
      return c.redirect(c.req.path);
    }
    await noteReading();
    await next();
  });
  return new Hono<Env>()
    .use(developersOnly)
    .get('/', async (c) => {
      const mails = await db.orm.select().from(outbox).orderBy(desc(outbox.createdAt)).limit(SHOWN);
      if (wantsJson(c)) return c.json(mails);
      return c.html(
        page('Boîte d’envoi', mails.map(summary).join('') || '<p>Aucun e-mail pour l’instant.</p>'),
      );
    })
    .get('/:id', async (c) => {
      const [mail] = await db.orm
        .select()
        .from(outbox)
        .where(eq(outbox.id, c.req.param('id')));
      if (!mail) throw new AppError('NOT_FOUND');
      return c.html(mail.html);
    });
}

function outboxKey(secrets: Secrets): string {
  return secrets.derive('outbox', 16);
}

function wantsJson(c: Context<Env>): boolean {
  return c.req.header('accept')?.includes('application/json') ?? false;
}

function summary(mail: typeof outbox.$inferSelect): string {
  const when = new Date(mail.createdAt).toLocaleString('fr-FR', { timeZone: 'Europe/Paris' });
  return `<article><h2><a href="/dev/outbox/${mail.id}">${escapeHtml(mail.subject)}</a></h2>
<p>À ${escapeHtml(mail.recipient)}, le ${when}</p><pre>${linked(mail.text)}</pre></article>`;
}

function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}
article{border-top:1px solid #8886;padding:1rem 0}h2{font-size:1.1rem;margin:0}p{margin:.25rem 0;opacity:.8}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}</style></head><body><h1>${title}</h1>${content}</body></html>`;
}
