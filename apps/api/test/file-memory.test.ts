import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SERVER_FLAGS } from './server-flags.ts';
import { startServerProcess } from './server-process.ts';

/** docs/performance.md, with a twentieth for other versions of the system's libraries. */
const IDLE_MAX_MB = 157;

it('takes no more memory on a large machine than it needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-memory-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startServerProcess(folder);
  onTestFinished(() => server.kill());
  // The first start may compile.
  await server.killAndRestart();
  const resident = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1]) / 1024;
  await expect.poll(resident, { timeout: 20_000 }).toBeLessThan(IDLE_MAX_MB);
});

const ROOT = new URL('../../../', import.meta.url).href;

it.each(['apps/api/deploy/Dockerfile', 'package.json'])('has the same bounds in %s', (file) => {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const commands = text.match(/node\W.*apps\/api\/src\/(server|demo)\.ts/g) ?? [];
  expect(commands.length).toBeGreaterThan(0);
  const flags = SERVER_FLAGS.map((flag) => flag.replace(ROOT, './'));
  for (const command of commands) expect(command.match(/--[\w-]+(=[\w./-]+)?/g)).toEqual(flags);
});
