import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Pages opened before a deployment still ask for earlier files. */
const KEPT_MS = 86_400_000;

export function retainedAssets(dataDir: string): { current: string; earlier: string } {
  return { current: join(dataDir, 'web', 'current'), earlier: join(dataDir, 'web', 'earlier') };
}

/** The data folder outlives a deployment; the files of the previous build stay there for a day. */
export async function retainAssets(web: string, dataDir: string, now: number): Promise<void> {
  const source = join(web, 'assets');
  const folders = retainedAssets(dataDir);
  const current = join(folders.current, 'assets');
  const earlier = join(folders.earlier, 'assets');
  await Promise.all([mkdir(current, { recursive: true }), mkdir(earlier, { recursive: true })]);
  const names = new Set(await namesIn(source));
  const before = new Set(await namesIn(current));
  await forgetOld(earlier, now);
  for (const name of before) if (!names.has(name)) await retire(name, current, earlier, now);
  for (const name of names) if (!before.has(name)) await add(join(source, name), join(current, name));
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function forgetOld(folder: string, now: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    const { mtimeMs } = await stat(join(folder, name));
    if (now - mtimeMs > KEPT_MS) await rm(join(folder, name));
  }
}

async function retire(name: string, from: string, to: string, now: number): Promise<void> {
  const seconds = now / 1000;
  await rename(join(from, name), join(to, name));
  await utimes(join(to, name), seconds, seconds);
}

async function add(source: string, target: string): Promise<void> {
  await copyFile(source, `${target}.partial`);
  await rename(`${target}.partial`, target);
}
