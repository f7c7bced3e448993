import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// How modules are loaded, hence JavaScript, before everything else. Both halves of it are measured in
// docs/performance.md#memory.

// Types are stripped once, not at each start: what does it takes 18 MB and more of every process that needs it.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));

// For each import of a package, and for each of its files, Node parses its package.json anew. That of drizzle-orm has
// 180 KB, that of hono 24 KB, and several hundred imports name them.
const NAMED = /^(drizzle-orm|hono)(\/|$)/;
const INSIDE = /\/node_modules\/(drizzle-orm|hono)\/.*\.js$/;
const RELATIVE = /^\..*\.js$/;
const resolved = new Map();
registerHooks({
  resolve(specifier, context, next) {
    if (!context.conditions.includes('import')) return next(specifier, context);
    const from = context.parentURL ?? '';
    if (RELATIVE.test(specifier) && INSIDE.test(from))
      return { url: new URL(specifier, from).href, format: 'module', shortCircuit: true };
    if (!NAMED.test(specifier)) return next(specifier, context);
    const known = resolved.get(specifier) ?? {
      ...next(specifier, context),
      format: 'module',
      shortCircuit: true,
    };
    resolved.set(specifier, known);
    return known;
  },
});
