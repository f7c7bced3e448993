import { join } from 'node:path';
import type { Plugin } from 'vite';

const UI = join(import.meta.dirname, '../../packages/ui/src');
const VISITOR = { around: ['data-providers.tsx'], data: ['/api/auth/account'] };
const MEMBER = {
  around: ['data-providers.tsx', 'auth/guards.tsx', 'member-frame.tsx'],
  data: ['/api/auth/account', '/api/conversations/unread', '/api/settings'],
};

type Page = {
  screen: string;
  /** These modules are loaded together with the screen. */
  around: string[];
  /** A signed-in person’s page requests this from the API at once, under the client's exact addresses. */
  data: string[];
  /** The page also requests this when its address has no query. */
  unfiltered?: string[];
};

/** The keys are the beginnings of the paths that people open or reload; with « / » at its end one is for longer paths only. */
const PAGES: Record<string, Page> = {
  '/auth': { screen: 'auth/auth-page.tsx', ...VISITOR },
  '/invitation': { screen: 'invitations/invitation-page.tsx', ...VISITOR },
  '/home': { screen: 'home/home-page.tsx', ...MEMBER, unfiltered: ['/api/home'] },
  '/sos': { screen: 'sos/sos-page.tsx', ...MEMBER, unfiltered: ['/api/sos'] },
  '/sos/': { screen: 'sos/sos-detail.tsx', ...MEMBER, around: [...MEMBER.around, 'sos/sos-page.tsx'] },
  '/sos/new': { screen: 'sos/new-sos-page.tsx', ...MEMBER },
  '/chat': { screen: 'conversations/chat-page.tsx', ...MEMBER },
  '/directory': { screen: 'profiles/directory-page.tsx', ...MEMBER },
  '/knowledge': { screen: 'knowledge/knowledge-page.tsx', ...MEMBER },
  '/profile': { screen: 'profiles/profile-page.tsx', ...MEMBER },
  '/settings': { screen: 'settings/settings-page.tsx', ...MEMBER },
  '/information': { screen: 'information/information-page.tsx', ...MEMBER },
};

/**
 * The server announces what each page loads with the page itself (platform/http/preloads.ts of the API), so
 * that the browser need not read the first script before it requests the other scripts and the data.
 */
export function writePreloads(): Plugin {
  return {
    name: 'write-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const closure = (modules: string[]) => {
        const files = new Set(
          chunks
            .filter(({ moduleIds }) => modules.some((id) => moduleIds.includes(id)))
            .map(({ fileName }) => fileName),
        );
        for (const file of files)
          for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
            files.add(imported);
        return files;
      };
      const announced = closure([join(import.meta.dirname, 'src/start.tsx')]);
      const pages = Object.entries(PAGES).map(([path, { screen, around, data, unfiltered = [] }]) => {
        const files = closure([...around, screen].map((module) => join(UI, module))).difference(announced);
        return [path, { scripts: [...files].map((file) => `/${file}`), data, unfiltered }];
      });
      this.emitFile({
        type: 'asset',
        fileName: 'preloads.json',
        source: JSON.stringify(Object.fromEntries(pages)),
      });
    },
  };
}
