import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_FLAGS } from '../test/server-flags.ts';

const CLOCK_TICKS_PER_SECOND = 100;
const PATIENCE_MS = 30_000;

export type Server = { pid: number; port: number; stop: () => Promise<void> };

/** Share of one core, processor seconds, and memory in MB at the end. */
export type Usage = { cpu: number; cpuSeconds: number; memory: number };

/** Resolves once `path` answers on its port. */
export async function startServer(
  script: string,
  path: string,
  env: Record<string, string>,
): Promise<Server> {
  const port = await freePort();
  const flags = script.includes('server.ts') ? [...SERVER_FLAGS, ...profiling()] : [];
  const child = spawn(process.execPath, [...flags, address(script)], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await answering(`http://127.0.0.1:${port}${path}`, child);
  return { pid: child.pid ?? 0, port, stop: () => stopped(child) };
}

/** GUILDE_BENCH_PROFILE=<folder> keeps V8 profiles. */
function profiling(): string[] {
  const folder = process.env.GUILDE_BENCH_PROFILE;
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];
}

/** In a process of its own: one JSON task in, one JSON report out. */
export async function generate<Report>(script: string, task: unknown): Promise<Report> {
  const child = spawn(process.execPath, [address(script)], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(task));
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  return JSON.parse(Buffer.concat(chunks).toString()) as Report;
}

/** The task from `generate`. */
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

export function watch(pid: number): () => Usage {
  const before = cpuSeconds(pid);
  const start = performance.now();
  return () => {
    const seconds = cpuSeconds(pid) - before;
    return {
      cpu: seconds / ((performance.now() - start) / 1000),
      cpuSeconds: seconds,
      memory: memoryOf(pid),
    };
  };
}

function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
}

/** Resident memory in MB. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
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
