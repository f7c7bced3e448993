import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const WHOLE = /node_modules[\\/](?:lucide-react|radix-ui)[\\/]dist/;
const FORMS = 'node_modules/react-hook-form/dist/index.esm.mjs';
const UI = 'packages/ui/src/';

/**
 * These chunks of the client are shared by several screens. Each has the modules that one or all of its
 * entries reach by static imports, and a module goes into the first chunk that has it. This keeps the
 * requests of a cold page few, and none of them is needless.
 */
const SHARED: readonly { name: string; reachedFrom: 'one' | 'all'; entries: readonly string[] }[] = [
  { name: 'start', reachedFrom: 'one', entries: ['apps/web/src/start.tsx', `${UI}home/landing-page.tsx`] },
  {
    name: 'data',
    reachedFrom: 'one',
    entries: [`${UI}data-providers.tsx`, `${UI}auth/guards.tsx`, 'packages/contracts/src/email-address.ts'],
  },
  { name: 'schemas', reachedFrom: 'one', entries: ['packages/contracts/src/validation.ts'] },
  ...['member-frame.tsx', 'home/home-page.tsx', 'sos/sos-page.tsx', 'conversations/chat-page.tsx'].map(
    (page) => ({
      name: 'data',
      reachedFrom: 'all' as const,
      entries: [`${UI}auth/auth-page.tsx`, `${UI}${page}`],
    }),
  ),
  {
    name: 'member',
    reachedFrom: 'one',
    entries: [`${UI}member-frame.tsx`, `${UI}home/home-page.tsx`, 'apps/web/src/web-app.ts'],
  },
  { name: 'overlays', reachedFrom: 'one', entries: [`${UI}kit/overlay-parts.ts`] },
  {
    name: 'parts',
    reachedFrom: 'all',
    entries: [`${UI}sos/sos-page.tsx`, `${UI}conversations/chat-page.tsx`],
  },
  { name: 'sos', reachedFrom: 'one', entries: [`${UI}sos/sos-page.tsx`] },
  { name: 'chat', reachedFrom: 'one', entries: [`${UI}conversations/chat-page.tsx`] },
  { name: 'sos-detail', reachedFrom: 'one', entries: [`${UI}sos/sos-detail.tsx`] },
  { name: 'forms', reachedFrom: 'one', entries: [FORMS, `${UI}kit/field.tsx`] },
  { name: 'visitor', reachedFrom: 'one', entries: [`${UI}auth/auth-page.tsx`] },
  {
    name: 'legal',
    reachedFrom: 'one',
    entries: [
      `${UI}information/legal/legal-document.tsx`,
      `${UI}information/legal/notice.md?raw`,
      `${UI}information/legal/privacy.md?raw`,
    ],
  },
];

type Modules = {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null;
};

/** Gives rolldown's groups, the most shared first, and computes the modules on the first use. */
export function sharedFiles() {
  let files: Map<string, string> | null = null;
  const fileOf = (id: string, modules: Modules) => {
    files ??= reachOf(modules);
    return files.get(id) ?? null;
  };
  return [...new Set(SHARED.map(({ name }) => name))].map((name, index) => ({
    name: (id: string, modules: Modules) => (fileOf(id, modules) === name ? name : null),
    debugName: name,
    priority: SHARED.length - index,
  }));
}

function reachOf(modules: Modules): Map<string, string> {
  const files = new Map<string, string>();
  for (const { name, reachedFrom, entries } of SHARED) {
    const [first = new Set<string>(), ...others] = entries.map((entry) =>
      reachedBy(join(ROOT, entry), modules),
    );
    const together = others.reduce(
      (known, next) => known[reachedFrom === 'all' ? 'intersection' : 'union'](next),
      first,
    );
    for (const id of together) if (!files.has(id)) files.set(id, name);
  }
  return files;
}

function reachedBy(entry: string, modules: Modules): Set<string> {
  const reached = new Set<string>([entry]);
  for (const id of reached) for (const imported of importsOf(id, modules)) reached.add(imported);
  return reached;
}

/** One entry imports all parts of these packages, but a module needs only the parts that it names. */
const PARTS: Record<string, (name: string) => string> = {
  'lucide-react': (name) => `lucide-react/dist/esm/icons/${kebab(name)}.mjs`,
  'radix-ui': (name) => `@radix-ui/react-${kebab(name)}/dist/index.mjs`,
};
const NAMED = /import\s*\{([^}]*)\}\s*from\s*["'](lucide-react|radix-ui)["']/g;

function importsOf(id: string, modules: Modules): string[] {
  const { importedIds = [], code = '' } = modules.getModuleInfo(id) ?? {};
  const named = [...(code ?? '').matchAll(NAMED)].flatMap(([, names = '', whole = '']) =>
    names
      .split(',')
      .map((name) => join(ROOT, 'node_modules', PARTS[whole]?.(name.trim().split(' ')[0] ?? '') ?? '')),
  );
  return [...importedIds.filter((imported) => !WHOLE.test(imported)), ...named];
}

function kebab(name: string): string {
  return name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[a-zA-Z])(?=\d)/g, '-').toLowerCase();
}
