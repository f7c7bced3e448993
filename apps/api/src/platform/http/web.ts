import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { retainedAssets } from './asset-retention.ts';
import { encodingFor } from './compression.ts';
import { type Env, limitAddress } from './http.ts';
import { answerNotFound } from './http-errors.ts';
import { pageHeaders } from './http-security.ts';
import { createPageRenderer, type PageData } from './page-renderer.ts';
import { preloadsOf } from './preloads.ts';
import type { Limit } from './rate-limit.ts';

type Bytes = Buffer<ArrayBuffer>;

const ASSETS = '/assets/';
/** It is the only header of a page that the page itself can read. */
const MARK_HEADER = 'Server-Timing';

/** A first visit asks for some forty files, and an office may have one address. */
const FILES: Limit = { name: 'files:address', points: 6000, seconds: 60 };

function tagOf(content: Bytes | string): string {
  return `"${createHash('sha256').update(content).digest('base64url')}"`;
}

const fileTags = new Map<string, { version: string; tag: string }>();

function tagOfFile(file: string): string {
  const { mtimeMs, size, ino } = statSync(file);
  const version = `${mtimeMs} ${size} ${ino}`;
  let known = fileTags.get(file);
  if (known?.version !== version) {
    known = { version, tag: tagOf(readFileSync(file)) };
    fileTags.set(file, known);
  }
  return known.tag;
}

/** Files without a hash in their address are revalidated, mostly with 304. */
function revalidate(config: Config): MiddlewareHandler<Env> {
  const names = pageHeaders(config).map(([name]) => name);
  const tagged = etag({ retainedHeaders: [...RETAINED_304_HEADERS, MARK_HEADER, ...names] });
  return (c, next) => {
    const { path } = c.req;
    return path.startsWith(ASSETS) || path.startsWith('/api/') ? next() : tagged(c, next);
  };
}

function filesOf(root: string) {
  return serveStatic<Env>({
    root,
    precompressed: true,
    onFound: (path, c) => {
      const isAsset = path.includes(ASSETS);
      c.header('Cache-Control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (!isAsset) c.header('ETag', tagOfFile(path));
    },
  });
}

/** The folder is created during the start. */
function filesOnceCreated(root: string): MiddlewareHandler<Env> {
  let files: MiddlewareHandler<Env> | null = null;
  return (c, next) => {
    if (!files && existsSync(root)) files = filesOf(root);
    return files ? files(c, next) : next();
  };
}

/** The client connects with this mark, and gets the events that its page's data may lack. */
function markHeader(live: Deps['live']): MiddlewareHandler<Env> {
  return (c, next) => {
    if (isPage(c.req.path)) c.header(MARK_HEADER, `live;desc="${live.mark()}"`);
    return next();
  };
}

function preloadHeader(webDir: string): MiddlewareHandler<Env> {
  const preloads = preloadsOf(webDir);
  return (c, next) => {
    const { path, url } = c.req;
    const asked = { path, hasQuery: url.includes('?'), hasCookie: c.req.header('cookie') !== undefined };
    const link = isPage(path) ? preloads(asked) : undefined;
    if (link) c.header('Link', link);
    return next();
  };
}

function isPage(path: string): boolean {
  return !/\.[a-z\d]+$/i.test(path) && !path.startsWith('/api/');
}

export type PageParts = { title: string; head: string; pageData: PageData };
type PartsOf = (path: string) => Promise<PageParts | null>;

const ROOT = '<div id="root"></div>';
const TITLE = /<title>.*<\/title>/;

/** Scripts load after the styles of the first screen. */
function withScreen(shell: string, screen: string): string {
  return shell
    .replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')
    .replace(ROOT, () => ROOT.replace('><', () => `>${screen}<`));
}

function publicPages(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  partsOf: PartsOf,
): MiddlewareHandler<Env> {
  const index = join(config.webDir, 'index.html');
  const renderPage = createPageRenderer(config.webDir, log);
  type Body = { content: Bytes | string; tag: string };
  const bodyOf = (content: Body['content']): Body => ({ content, tag: tagOf(content) });
  const pages = new Map<string, { shell: string; html: Body; br: Body; gzip: Body }>();
  return async (c, next) => {
    const { path, method, url } = c.req;
    const parts = method === 'GET' ? await partsOf(path) : null;
    if (parts === null || !existsSync(index)) return next();
    // A query changes the screen; a member with a cookie may be redirected from other pages.
    const isFirst = !url.includes('?') && (path === '/' || !c.req.header('cookie'));
    const file = readFileSync(index, 'utf8').replace('</head>', () => `  ${parts.head}\n  </head>`);
    const shell = isFirst ? file.replace(TITLE, () => `<title>${parts.title}</title>`) : file;
    const key = `${path} ${isFirst}`;
    let page = pages.get(key);
    if (page?.shell !== shell) {
      const screen = isFirst ? await renderPage(path, parts.pageData) : '';
      const html = screen ? withScreen(shell, screen) : shell;
      const [br, gzip] = [brotliCompressSync(html), gzipSync(html)];
      page = { shell, html: bodyOf(html), br: bodyOf(br), gzip: bodyOf(gzip) };
      pages.set(key, page);
    }
    const encoding = encodingFor(c.req.header('accept-encoding'));
    c.header('Content-Type', 'text/html; charset=utf-8');
    c.header('Cache-Control', 'no-cache');
    c.header('Vary', 'Accept-Encoding, Cookie');
    if (encoding) c.header('Content-Encoding', encoding);
    const { content, tag } = page[encoding ?? 'html'];
    c.header('ETag', tag);
    return c.body(content);
  };
}

/** The assets of the last day stay. Compressed files lie beside the originals (apps/web/vite.config.ts). */
export function webRoutes(deps: Pick<Deps, 'config' | 'log' | 'limits' | 'live'>, partsOf: PartsOf) {
  const { webDir, dataDir } = deps.config;
  const page = serveStatic<Env>({
    root: webDir,
    path: 'index.html',
    precompressed: true,
    onFound: (path, c) => c.header('ETag', tagOfFile(path)),
  });
  const web = new Hono<Env>().use(
    limitAddress(deps.limits, FILES),
    revalidate(deps.config),
    preloadHeader(webDir),
    markHeader(deps.live),
    publicPages(deps, partsOf),
    filesOf(webDir),
  );
  for (const root of Object.values(retainedAssets(dataDir))) web.use(`${ASSETS}*`, filesOnceCreated(root));
  return web
    .get('*', async (c, next) => {
      const wantsPage = isPage(c.req.path);
      c.header('Cache-Control', wantsPage ? 'no-cache' : 'no-store');
      return wantsPage ? page(c, next) : answerNotFound(c);
    })
    .all('*', answerNotFound);
}
