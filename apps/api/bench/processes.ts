import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER, SERVER_FLAGS } from '../test/programs.ts';
import { limitCpu } from './cpu-share.ts';

const CLOCK_TICKS_PER_SECOND = 100;
const PATIENCE_MS = 90_000;

/** All processes answer alike; `services` are the ids of the database server's and Redis's processes. */
export type Server = { pids: number[]; ports: number[]; services: number[]; stop: () => Promise<void> };

/** `cpu` is in shares of one core; `memory` in MB is that of the largest process at the end. */
export type Usage = { cpu: number; cpuSeconds: number; memory: number; servicesSeconds: number };

/** Resolves once `path` answers. `share` limits the server to a part of one core, unless it is null. */
export async function startServer(
  script: string,
  path: string,
  env: Record<string, string>,
  share: number | null,
): Promise<Server> {
  const port = await freePort();
  const flags = script === SERVER ? [...SERVER_FLAGS, ...profiling()] : [];
  const child = spawn(process.execPath, [...flags, address(script)], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The limit comes before it starts processes of its own.
  const unlimit = share === null ? null : limitCpu(child.pid ?? 0, share);
  await answering(`http://127.0.0.1:${port}${path}`, child);
  const stop = async () => {
    await stopped(child);
    unlimit?.();
  };
  return { pids: [child.pid ?? 0], ports: [port], services: [], stop };
}

export function together(servers: Server[], services: number[]): Server {
  return {
    pids: servers.flatMap(({ pids }) => pids),
    ports: servers.flatMap(({ ports }) => ports),
    services,
    stop: async () => {
      await Promise.all(servers.map(({ stop }) => stop()));
    },
  };
}

/** GUILDE_BENCH_PROFILE=<folder> keeps V8 profiles. */
function profiling(): string[] {
  const folder = process.env.GUILDE_BENCH_PROFILE;
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];
}

/** The generator is a process of its own, which reads one JSON task and writes one JSON report. */
export async function generate<Report>(script: string, task: unknown): Promise<Report> {
  const child = spawn(process.execPath, [address(script)], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(task));
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  return JSON.parse(Buffer.concat(chunks).toString()) as Report;
}

export function readTask<Task>(): Task {
  return JSON.parse(readFileSync(0, 'utf8')) as Task;
}

export function ownCpu(): () => number {
  const cpu = process.cpuUsage();
  const start = performance.now();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return (user + system) / 1000 / (performance.now() - start);
  };
}

export function watch({ pids, services }: Pick<Server, 'pids' | 'services'>): () => Usage {
  const before = cpuSeconds(pids);
  const servicesBefore = cpuSeconds(services);
  const start = performance.now();
  return () => {
    const seconds = cpuSeconds(pids) - before;
    return {
      cpu: seconds / ((performance.now() - start) / 1000),
      cpuSeconds: seconds,
      memory: Math.max(...pids.map(memoryOf)),
      servicesSeconds: cpuSeconds(services) - servicesBefore,
    };
  };
}

function cpuSeconds(pids: number[]): number {
  return sum(
    pids.map((pid) => {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // The fields are user and system time, of the process and of children that have ended.
      const own = sum(fields.slice(11, 15).map(Number)) / CLOCK_TICKS_PER_SECOND;
      return own + cpuSeconds(childrenOf(pid));
    }),
  );
}

function childrenOf(pid: number): number[] {
  return (readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Returns resident MB. Children count with their own memory, because they share Node's program. */
export function memoryOf(pid: number): number {
  const own = (child: number): number => resident(child, 'RssAnon') + sum(childrenOf(child).map(own));
  return resident(pid, 'VmRSS') + sum(childrenOf(pid).map(own));
}

function resident(pid: number, which: 'VmRSS' | 'RssAnon'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}

function address(script: string): string {
  return new URL(script, import.meta.url).pathname;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const found = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof found === 'object' && found ? found.port : 0;
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  const start = performance.now();
  while (performance.now() - start < PATIENCE_MS) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`Nothing answers at ${url}`);
}

async function stopped(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode !== null || child.signalCode) return;
  child.kill('SIGTERM');
  await ended;
}
