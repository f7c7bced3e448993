import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const APP = readFileSync(join(import.meta.dirname, '../apps/api/src/app.ts'), 'utf8');

/** A feature may import those on its left, in the app's own order. */
export const FEATURES: readonly string[] =
  /const FEATURES = \[([^\]]*)\]/.exec(APP)?.[1]?.match(/\w+/g) ?? [];

/**
 * A folder of the client may import those on its left. Incidents, outcomes and reports come earlier than on
 * the server, because members, SOS and conversations show them.
 */
export const CLIENT_FEATURES: readonly string[] = [
  ...['kit', 'shell', 'credentials', 'auth', 'installation', 'incidents', 'outcomes', 'reports', 'profiles'],
  ...[
    'invitations',
    'settings',
    'files',
    'conversations',
    'sos',
    'ratings',
    'knowledge',
    'notifications',
    'events',
    'deals',
    'benchmarks',
  ],
  ...['contact', 'information', 'home', 'announcements', 'palette', 'account', 'admin'],
];

/** The result is null when the import is allowed. `target` is a path in the repository or a package. */
export function importViolation(file: string, target: string): string | null {
  return (
    contractsRule(file, target) ?? uiRule(file, target) ?? apiRule(file, target) ?? desktopRule(file, target)
  );
}

function contractsRule(file: string, target: string): string | null {
  if (!file.startsWith('packages/contracts/') || target.startsWith('packages/contracts/')) return null;
  if (target !== 'zod') return 'contracts import nothing but zod';
  // First screens need limits, options and rules, but no validation or answer schemas.
  return /[/-]((in|out)put|validation)\.ts$/.test(file) ? null : 'schemas stand in input.ts and output.ts';
}

function uiRule(file: string, target: string): string | null {
  if (!file.startsWith('packages/ui/src/')) return null;
  const inUi = file.slice('packages/ui/src/'.length);
  if (/^(node:|electron|drizzle-orm|libsql|@libsql)/.test(target))
    return 'the client knows no Node, Electron or database';
  if (target.startsWith('apps/') && !(inUi === 'api.ts' && target === 'apps/api/src/app.ts'))
    return 'only api.ts knows the API';
  if (inUi.startsWith('kit/') && !isAllowedInKit(target))
    return 'the kit knows no router, query, contract or feature';
  if (
    /-page\.tsx$/.test(target) &&
    !['routes.tsx', 'server-rendering.tsx'].includes(inUi) &&
    target.startsWith('packages/ui/')
  )
    return 'only routes.tsx and server-rendering.tsx import a page';
  if (/^packages\/contracts\/src\/.*output\.ts$/.test(target)) return 'the client takes answers as they come';
  return clientOrderRule(file, target);
}

function isAllowedInKit(target: string): boolean {
  if (target.startsWith('packages/ui/src/')) return target.startsWith('packages/ui/src/kit/');
  return !/^(react-router|@tanstack\/react-query|packages\/contracts)/.test(target);
}

/** A page composes features, and nothing imports it. */
function clientOrderRule(file: string, target: string): string | null {
  const folder = (path: string) => /^packages\/ui\/src\/([\w-]+)\//.exec(path)?.[1];
  const [from, to] = [folder(file), folder(target)];
  if (!from || !to || file.endsWith('-page.tsx')) return null;
  const isRight = CLIENT_FEATURES.indexOf(to) > CLIENT_FEATURES.indexOf(from);
  return isRight ? `${from} stands left of ${to}` : null;
}

function apiRule(file: string, target: string): string | null {
  if (!file.startsWith('apps/api/src/')) return null;
  if (
    /^(node:sqlite|libsql|@libsql\/(client|hrana-client))$/.test(target) &&
    !file.startsWith('apps/api/src/platform/database/')
  ) {
    return 'only platform/database/ opens a database';
  }
  const from = /^apps\/api\/src\/([\w-]+)\//.exec(file)?.[1];
  const to = /^apps\/api\/src\/([\w-]+)\//.exec(target)?.[1];
  if (!from || !to || from === to)
    return target.startsWith('packages/ui') ? 'the API does not know the client' : null;
  if (from === 'platform') return 'the platform knows no feature';
  const order = (name: string) => FEATURES.indexOf(name);
  return order(from) >= 0 && order(to) > order(from) ? `${from} stands left of ${to}` : null;
}

/** A shell starts the app, offers the platform and builds links. */
const SHELL_ALLOWED_IMPORTS =
  /^packages\/ui\/src\/(app\.tsx|server-rendering\.tsx|platform\.ts|page-titles\.ts|page-window\.ts|paths\.ts|secure-context\.ts|styles\.css|kit\/theme\.ts)$/;

function desktopRule(file: string, target: string): string | null {
  if (
    /^apps\/(web\/src|desktop)\//.test(file) &&
    /^packages\/ui\//.test(target) &&
    !SHELL_ALLOWED_IMPORTS.test(target)
  )
    return 'a shell contains no feature';
  const part = /^apps\/desktop\/(bridge|main|preload|renderer)\b/.exec(file)?.[1];
  if (!part) return null;
  if (target.startsWith('apps/') && !isOwnPart(part, target))
    return 'the parts of the desktop app meet in bridge.ts';
  if (/^(electron|electron-updater)$/.test(target) && !['main', 'preload'].includes(part))
    return 'only main and preload know Electron';
  if (part === 'main' && target.startsWith('packages/ui/') && target !== 'packages/ui/src/paths.ts')
    return 'of the client the main process knows the links only';
  return part === 'renderer' && target.startsWith('node:') ? 'the page knows no Node' : null;
}

function isOwnPart(part: string, target: string): boolean {
  return (
    target === 'apps/desktop/bridge.ts' || (part !== 'bridge' && target.startsWith(`apps/desktop/${part}/`))
  );
}

export function cyclesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reach = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]));
  const groups = new Map<string, string[]>();
  for (const [file, reached] of reach) {
    if (!reached.has(file)) continue;
    const group = [...reached].filter((other) => reach.get(other)?.has(file)).sort();
    groups.set(group.join(), group);
  }
  return [...groups.values()];
}

function reachedFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
    for (const target of imports.get(file) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      waiting.push(target);
    }
  return reached;
}
