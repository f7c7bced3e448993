import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { escapeHtml } from '../services/mail.ts';
import type { Env } from './http.ts';

export type NamedCalls = readonly (readonly [call: string, ...routes: string[]])[];

const FILES = { 'swagger-ui-bundle.js': 'text/javascript', 'swagger-ui.css': 'text/css' } as const;

/** The page's policy allows no script inside of it. */
const INIT = `document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches);
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#viewer',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/** A build has the viewer's files beside the server (apps/api/vite.config.ts). */
function viewerFolder(): string {
  const built = join(import.meta.dirname, 'swagger-ui');
  return existsSync(built)
    ? built
    : dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
}

/** Serves `/docs` and what it loads, all from this server. */
export function apiViewerRoutes(calls: NamedCalls) {
  const routes = new Hono<Env>()
    .get('/docs', (c) => c.html(page(calls)))
    .get('/docs/init.js', (c) => c.body(INIT, 200, { 'Content-Type': 'text/javascript' }));
  for (const [name, type] of Object.entries(FILES))
    routes.get(`/docs/${name}`, async (c) => {
      const file = await readFile(join(viewerFolder(), name));
      return c.body(file, 200, { 'Content-Type': type });
    });
  return routes;
}

function page(calls: NamedCalls): string {
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Guilde · API</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"><style>
:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:0}
#specification{max-width:1460px;margin:2rem auto;padding:0 20px;box-sizing:border-box}
table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.25rem 1.5rem .25rem 0;border-bottom:1px solid #8883;overflow-wrap:anywhere}</style>
<script defer src="/api/docs/swagger-ui-bundle.js"></script><script defer src="/api/docs/init.js"></script></head>
<body><div id="viewer" lang="en"></div>
<section id="specification"><h2>Les appels de la spécification</h2>
<table><thead><tr><th>Appel</th><th>Routes</th></tr></thead><tbody>${calls.map(callRow).join('\n')}</tbody></table></section></body></html>`;
}

function callRow([call, ...routes]: NamedCalls[number]): string {
  return `<tr><td>${escapeHtml(call)}</td><td>${routes.map(escapeHtml).join('<br>')}</td></tr>`;
}
