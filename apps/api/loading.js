import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// How modules are loaded, hence JavaScript, before everything else. Both halves of it are measured in
// docs/performance.md#memory.

// Types are stripped once, not at each start: what does it takes 18 MB and more of every process that needs it.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));

// For each file of a package Node parses its package.json anew. That of drizzle-orm has 180 KB, and two hundred files are loaded.
const DRIZZLE = '/node_modules/drizzle-orm/';
registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL ?? '';
    const isInside = from.includes(DRIZZLE) && from.endsWith('.js');
    if (!isInside || !specifier.startsWith('.') || !specifier.endsWith('.js'))
      return next(specifier, context);
    return { url: new URL(specifier, from).href, format: 'module', shortCircuit: true };
  },
});
