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
  /** Modules that are loaded with it. */
  around: string[];
  /** What a signed-in person’s page asks the API for at once, under the addresses that the client uses. */
  data: string[];
  /** The same, where the address has no query. */
  unfiltered?: string[];
};

/** The pages that people open or reload, by the beginning of their path. */
const PAGES: Record<string, Page> = {
  '/auth': { screen: 'auth/auth-page.tsx', ...VISITOR },
  '/invitation': { screen: 'invitations/invitation-page.tsx', ...VISITOR },
  '/home': { screen: 'home/home-page.tsx', ...MEMBER, unfiltered: ['/api/home'] },
  '/sos': { screen: 'sos/sos-page.tsx', ...MEMBER, unfiltered: ['/api/sos'] },
  '/sos/new': { screen: 'sos/new-sos-page.tsx', ...MEMBER },
  '/chat': { screen: 'conversations/chat-page.tsx', ...MEMBER },
  '/directory': { screen: 'profiles/directory-page.tsx', ...MEMBER },
  '/knowledge': { screen: 'knowledge/knowledge-page.tsx', ...MEMBER },
  '/profile': { screen: 'profiles/profile-page.tsx', ...MEMBER },
  '/settings': { screen: 'settings/settings-page.tsx', ...MEMBER },
  '/information': { screen: 'information/information-page.tsx', ...MEMBER },
};

/**
 * Writes down what each page loads, for the server to announce with the page itself (platform/http/preloads.ts of the API):
 * otherwise the first script is read before the others are asked for, and these before any data.
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
