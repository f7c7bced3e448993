import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const paths = z.array(z.string());
const preloads = z.record(z.string(), z.object({ scripts: paths, data: paths, unfiltered: paths }));

type Asked = { path: string; hasQuery: boolean; hasCookie: boolean };

/** The build lists a page's scripts and API data (apps/web/preloads.ts), which the browser fetches early. */
export function preloadsOf(webDir: string): (asked: Asked) => string | undefined {
  const file = join(webDir, 'preloads.json');
  const known = existsSync(file) ? preloads.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  return ({ path, hasQuery, hasCookie }) => {
    const [, first, second] = path.split('/');
    const page = known[path] ?? known[second ? `/${first}/` : ''] ?? known[`/${first}`];
    if (!page) return undefined;
    const isWhole = path in known && !hasQuery;
    const data = hasCookie ? [...page.data, ...(isWhole ? page.unfiltered : [])] : [];
    return [
      ...page.scripts.map((script) => `<${script}>; rel=modulepreload`),
      ...data.map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`),
    ].join(', ');
  };
}
