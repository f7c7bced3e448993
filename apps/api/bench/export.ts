import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { openDatabase } from '../src/platform/database/db.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { COMMAND_LINE } from '../test/programs.ts';
import { milliseconds, progress, table, whole } from './figures.ts';
import type { HttpReport, HttpTask } from './http-load.ts';
import { type Installation, install, SECRET } from './installation.ts';
import { cookieOf, idOf } from './people.ts';
import { generate } from './processes.ts';
import { type Pace, READS, requestsFor } from './reads.ts';

const RATE = 100;
/** What a process inherits in `resourceUsage` is that of its parent. */
const PEAK = `data:text/javascript,${encodeURIComponent(
  'import{readFileSync}from"node:fs";process.on("exit",()=>console.error(/VmHWM.*/.exec(readFileSync("/proc/self/status","utf8"))[0]))',
)}`;

/** Export and import (j) of the whole community come first, then reads on a fixed schedule while the button is pressed again and again. */
export async function benchExport(installation: Installation, pace: Pace): Promise<void> {
  const { size } = installation;
  const own = await install({ ...size, sos: size.sos * 4 });
  try {
    await asImported(own);
    const target = join(own.folder, 'export');
    const there = join(own.folder, 'imported');
    const rows = [await command('export', target, own.folder), await command('import', target, there)];
    table('(j) Export and import', ['command', 'seconds', 'peak MB'], rows);
    await benchButton(own, pace);
  } finally {
    await own.remove();
  }
}

/** The other measures write into chats whose SOS has ended, and an import refuses such a community. */
async function asImported({ file }: Installation): Promise<void> {
  const db = await openDatabase({ file }, createLog('warn'));
  await db.client.migrate([
    `update conversations set status = 'closed' where sos_request_id in
       (select id from sos_requests where status in ('resolved', 'closed'))`,
    `insert into user_roles (user_id, role) values ('${idOf('member', 0)}', 'admin')`,
    `insert into second_factors (user_id, secret, key_id, salt, set_up_at, added_at)
       values ('${idOf('member', 0)}', '', '', '', 0, 0)`,
    `update sessions set proven_at = ${Date.now()} where user_id = '${idOf('member', 0)}'`,
  ]);
  db.close();
}

async function command(name: string, folder: string, dataDir: string): Promise<string[]> {
  progress(`the command ${name}`);
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', PEAK, COMMAND_LINE, name, folder], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, GUILDE_SECRET: SECRET },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(said);
  return [
    name,
    ((performance.now() - start) / 1000).toFixed(1),
    whole(Number(/VmHWM:\s+(\d+)/.exec(said)?.[1]) / 1024),
  ];
}

async function benchButton(installation: Installation, { durationMs, warmUpMs }: Pace): Promise<void> {
  const server = await installation.startProduct();
  const [port] = server.ports;
  const requests = READS.flatMap((read) => requestsFor(installation, read));
  const task: HttpTask = {
    ports: server.ports,
    requests,
    connections: 50,
    rate: RATE,
    warmUpMs,
    durationMs: durationMs * 10,
  };
  const load = () => generate<HttpReport>('./http-load.ts', task);
  await load();
  const alone = await load();
  let isOver = false;
  const sizes: number[] = [];
  const press = async () => {
    while (!isOver) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/admin/community/export`, {
        method: 'POST',
        headers: { cookie: cookieOf(installation, 0) },
      });
      if (!answer.ok) throw new Error(await answer.text());
      sizes.push((await answer.arrayBuffer()).byteLength);
      progress(`${sizes.length} zips of ${sizes[0]} bytes`);
    }
  };
  const pressing = press();
  const beside = await load();
  isOver = true;
  await pressing;
  await server.stop();
  table(
    `(j) ${RATE} reads a second, alone and while the button's export runs`,
    ['', 'p50 ms', 'p95 ms', 'p99 ms', 'exports'],
    [
      ['alone', ...[alone.p50, alone.p95, alone.p99].map(milliseconds), '0'],
      ['beside', ...[beside.p50, beside.p95, beside.p99].map(milliseconds), String(sizes.length)],
    ],
  );
}
