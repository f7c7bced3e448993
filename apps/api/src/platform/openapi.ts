import { Hono } from 'hono';
import { openAPIRouteHandler } from 'hono-openapi';
import type { Env } from './http.ts';
import { escapeHtml } from './mail.ts';

type Operation = { summary?: string; responses?: Record<string, { description?: string }> };
type Document = { paths: Record<string, Record<string, Operation>> };

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** `/openapi.json` for tools and `/docs` for people, both made from the routes themselves. */
export function openApiRoutes(api: Hono<Env>, version: string) {
  return new Hono<Env>()
    .get(
      '/openapi.json',
      openAPIRouteHandler(api, {
        documentation: {
          info: { title: 'Guilde', version, description: 'The API that the web and desktop clients use.' },
          servers: [{ url: '/' }],
        },
      }),
    )
    .get('/docs', async (c) => {
      const answer = await api.request('/api/openapi.json');
      return c.html(page((await answer.json()) as Document));
    });
}

function page({ paths }: Document): string {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      return operation ? [row(method, path, operation)] : [];
    }),
  );
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Guilde · API</title><style>
:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
section{border-top:1px solid #8886;padding:.75rem 0}h2{font-size:1rem;margin:0;overflow-wrap:anywhere}
h2 b{display:inline-block;min-width:4.5rem}dl{display:grid;grid-template-columns:4rem 1fr;margin:.5rem 0 0}dd{margin:0;white-space:pre-line}</style></head>
<body><h1>API de Guilde</h1><p>Le document complet : <a href="/api/openapi.json">/api/openapi.json</a></p>${rows.join('\n')}</body></html>`;
}

function row(method: string, path: string, { summary = '', responses = {} }: Operation): string {
  const answers = Object.entries(responses)
    .map(([status, { description = '' }]) => `<dt>${status}</dt><dd>${escapeHtml(description)}</dd>`)
    .join('');
  return `<section><h2><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</h2><p>${escapeHtml(summary)}</p><dl>${answers}</dl></section>`;
}
