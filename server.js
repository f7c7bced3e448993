import './node-floor.js';

/** The bounds of memory are measured in docs/performance.md#memory; V8 takes them only when it starts. */
const FLAGS = [
  '--max-semi-space-size=16',
  '--memory-saver-mode',
  '--initial-old-space-size=60',
  '--heap-growing-percent=60',
];

const hasFlags = FLAGS.every((flag) => process.execArgv.includes(flag));
// Windows cannot replace a process, and does without the bounds.
if (!hasFlags && process.execve)
  process.execve(
    process.execPath,
    [process.execPath, ...FLAGS, ...process.execArgv, ...process.argv.slice(1)],
    process.env,
  );
await import(process.argv[2] === '--demo' ? './out/server/demo.js' : './out/server/server.js');
