import './node-floor.js';

await import('./out/server/command-line.js');
