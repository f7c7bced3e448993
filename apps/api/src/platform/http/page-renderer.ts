import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log } from '../observe/log.ts';

/** The client defines its shape (home/page-data.ts). */
export type PageData = { figures: unknown; organiser: string | null };

type Render = (path: string, pageData: PageData) => Promise<string>;

/** Renders with the client's build (apps/web/src/entry-server.ts), or an empty text where that fails. */
export function createPageRenderer(webDir: string, log: Log): Render {
  // The renderer is outside of `webDir`, where everything is public.
  const file = join(`${webDir}-renderer`, 'entry-server.js');
  let loaded: Promise<{ render: Render }> | null = null;
  return async (path, pageData) => {
    if (!loaded && !existsSync(file)) return '';
    loaded ??= import(pathToFileURL(file).href);
    try {
      return await (await loaded).render(path, pageData);
    } catch (error) {
      log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'page not rendered');
      return '';
    }
  };
}
