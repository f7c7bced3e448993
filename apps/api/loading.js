import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Types are stripped once, not at each start: what does it takes 18 MB and more of every process that needs it. Hence
// JavaScript, before everything else (docs/performance.md#memory).
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
