import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SERVER_FLAGS } from './programs.ts';
import { startServerProcess } from './server-process.ts';

/** The limit is that of docs/performance.md, plus a tenth for other versions of system libraries. */
const IDLE_MAX_MB = 133;

it('takes no more memory on a large machine than it needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-memory-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startServerProcess(folder);
  onTestFinished(() => server.kill());
  const resident = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1]) / 1024;
  await expect.poll(resident, { timeout: 20_000 }).toBeLessThan(IDLE_MAX_MB);
});

it.each(['apps/api/deploy/Dockerfile', 'package.json'])('has the same bounds in %s', (file) => {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const commands = text.match(/node\W.*out\/server\/(server|demo)\.js/g) ?? [];
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) expect(command.match(/--[\w-]+(=[\w./-]+)?/g)).toEqual(SERVER_FLAGS);
});
