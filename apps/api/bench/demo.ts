import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO, SERVER_FLAGS } from '../test/programs.ts';
import { freePort } from '../test/sqld.ts';
import { median, milliseconds, progress, table } from './figures.ts';
import { type Layout, startServices } from './layouts.ts';

/** The demo (g) takes the time from the start of the process until its community is complete. */
export async function benchDemo(layout: Layout, rounds: number): Promise<void> {
  const seconds: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    progress(`demo community, round ${round} of ${rounds}`);
    seconds.push(await secondsUntilDemo(layout));
  }
  table(`(g) The demo community, layout ${layout}`, ['seconds'], [[milliseconds(median(seconds))]]);
}

async function secondsUntilDemo(layout: Layout): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-bench-demo-'));
  const { env, stop } = await startServices(layout);
  const start = performance.now();
  const child = spawn(process.execPath, [...SERVER_FLAGS, DEMO], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.stdout.on('data', (text: Buffer) => {
    if (text.includes('Membre')) resolve((performance.now() - start) / 1000);
  });
  child.once('exit', (code) => reject(new Error(`The demo ended with ${code}`)));
  try {
    return await promise;
  } finally {
    child.kill('SIGTERM');
    await ended;
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
