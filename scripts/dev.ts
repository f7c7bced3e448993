import { spawn } from 'node:child_process';

/** The API runs on PORT (3000) and the web client on 5173; both reload, and both end when one ends. */
const commands = [
  ['node', ['--watch', 'apps/api/src/server.ts']],
  ['vite', ['apps/web']],
] as const;

const children = commands.map(([command, args]) => {
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { PUBLIC_URL: 'http://localhost:5173', ...process.env },
  });
  child.on('exit', (code) => {
    stop();
    process.exitCode ??= code ?? 0;
  });
  return child;
});

function stop(): void {
  for (const child of children) child.kill();
}

process.on('SIGINT', stop);
process.on('SIGTERM', stop);
