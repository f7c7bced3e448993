import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BARE_ENVIRONMENT } from './bare-environment.ts';
import { temporaryFolder } from './platform.ts';
import { SERVER, SERVER_FLAGS } from './programs.ts';
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
  await expect.poll(resident).toBeLessThan(IDLE_MAX_MB);
});

it('has its bounds however it is started', async () => {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, ['--no-warnings', SERVER], {
    env: { ...BARE_ENVIRONMENT, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const command = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0');
  expect(SERVER_FLAGS).toHaveLength(4);
  expect(command).toEqual(expect.arrayContaining([...SERVER_FLAGS, '--no-warnings', SERVER]));
});
