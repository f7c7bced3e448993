import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { listen, type Running } from './listen.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { describeDataError } from './platform/database/data-faults.ts';
import { FolderInUse } from './platform/database/data-folder.ts';
import type { createDeps } from './platform/deps.ts';
import { retainAssets } from './platform/http/asset-retention.ts';

const PARENT_CHECK_MS = 500;
const IDLE_CHECK_MS = 15_000;
const IDLE_SHARE = 0.05;
const GROWN = 1.1;

export type Started = Running & {
  config: Config;
  url: string;
  fail: (error: NodeJS.ErrnoException) => never;
};

/**
 * Starts from a terminal: errors are one sentence, signals stop it gracefully. `defaults` are for unset
 * variables; `prepare` runs before anything is opened.
 */
export async function start(
  defaults: Record<string, string> = {},
  standIns: Parameters<typeof createDeps>[1] = {},
  prepare: (config: Config) => void = () => undefined,
): Promise<Started> {
  // Files of the server are private, whatever the shell's umask.
  process.umask(0o077);
  const config = configOrEnd(defaults);
  const fail = (error: NodeJS.ErrnoException) => end(failure(error, config));
  const running = await listen(config, standIns, prepare).catch(fail);
  stopOnSignals(running, config.startedByNpm);
  await retainAssets(config.webDir, config.dataDir, Date.now()).catch((error: NodeJS.ErrnoException) =>
    running.deps.log.warn({ code: error.code }, 'files of the web client not kept'),
  );
  endLoading();
  return { ...running, config, url: config.publicUrl, fail };
}

/** Both halves are measured in docs/performance.md#memory. */
function endLoading(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: object) => void;
  const collectGarbage = () => gc({ type: 'major', flavor: 'last-resort' });
  collectGarbage();
  // Memory-saver mode left little garbage behind, but would cost requests a tenth.
  setFlagsFromString('--no-memory-saver-mode');
  collectAfterBursts(collectGarbage);
}

/** V8 keeps the garbage of a burst until the next one, because it collects only while it allocates. */
function collectAfterBursts(collectGarbage: () => void): void {
  let kept = process.memoryUsage.rss();
  let cpu = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    const isIdle = user + system < IDLE_SHARE * IDLE_CHECK_MS * 1000;
    if (!isIdle || process.memoryUsage.rss() < kept * GROWN) return;
    collectGarbage();
    kept = process.memoryUsage.rss();
  }, IDLE_CHECK_MS).unref();
}

export function announce({ url, config }: Pick<Started, 'url' | 'config'>): void {
  console.log(`Guilde est en ligne\u00a0: ${url}`);
  if (config.loopbackOnly)
    console.log(
      'Accès limité à cette machine. Pour l’ouvrir aux autres\u00a0: HOST=0.0.0.0, et PUBLIC_URL, l’adresse publique.',
    );
}

function configOrEnd(defaults: Record<string, string>): Config {
  try {
    return readConfig(undefined, defaults);
  } catch (error) {
    if (error instanceof ConfigError) end(error.message);
    throw error;
  }
}

function failure(error: NodeJS.ErrnoException, config: Config): string {
  const { port, host, dataDir } = config;
  if (error instanceof FolderInUse)
    return `DATA_DIR\u00a0: un autre serveur tourne déjà sur ${dataDir}. Arrête-le, ou choisis un autre dossier.`;
  if (error.code === 'EADDRINUSE') return `PORT : le port ${port} est déjà pris. Choisis-en un autre.`;
  if (error.code === 'EACCES' && error.syscall === 'listen')
    return `PORT : le port ${port} demande plus de droits.`;
  if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL')
    return `HOST : ${host} n’est pas une adresse de cette machine.`;
  return (
    describeDataError(error, config) ??
    `DATA_DIR\u00a0: les données de ${dataDir} ne s’ouvrent pas (${error.code ?? error.message}).`
  );
}

export function end(message: string): never {
  console.error(message);
  process.exit(1);
}

function stopOnSignals(running: Running, startedByNpm: boolean): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    running
      .stop()
      .then(() => process.exit(0))
      .catch(() => process.exit(1));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  if (startedByNpm) onParentGone(stop);
}

/** npm ends its shell, which does not tell the server. */
function onParentGone(stop: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, PARENT_CHECK_MS).unref();
}
