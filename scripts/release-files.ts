import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, lutimesSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Lock, neededBy } from './sbom.ts';

/** The built server leaves them out, because parts of them are in machine code (apps/api/vite.config.ts). */
export const NATIVE_PACKAGES = ['@node-rs/argon2', 'libsql', 'sharp'];

const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
const isMusl = process.platform === 'linux' && !header.glibcVersionRuntime;
/** npm installs the packages of both C libraries where they do not name theirs. */
const OTHER_LIBC = isMusl ? /-gnu(?:eabihf)?$/ : /musl(?:eabihf)?$/;
/** The name of the archive says it. */
export const PLATFORM = `${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`;

/** Copies the installed packages in machine code, and what they need on this platform. */
export function copyNativePackages(lock: Lock, top: string, folder: string): void {
  const copied = new Set<string>();
  const copy = (path: string) => {
    if (copied.has(path) || OTHER_LIBC.test(path) || !existsSync(join(top, path))) return;
    copied.add(path);
    const source = join(top, path);
    const own = (file: string) => !relative(source, file).split(/[\\/]/).includes('node_modules');
    cpSync(source, join(folder, path), { recursive: true, filter: own });
    neededBy(lock, path).forEach(copy);
  };
  for (const name of NATIVE_PACKAGES) copy(`node_modules/${name}`);
}

/** Returns the paths of all files below a folder, sorted. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Returns a line for each file as sha256sum checks it. */
export function checksumsOf(folder: string, files: readonly string[]): string {
  const line = (file: string) =>
    `${createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')}  ${file}\n`;
  return files.map(line).join('');
}

/** Archives that are made twice are equal when times and permissions are. */
export function makeEven(folder: string, at: Date): void {
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const path = join(folder, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    lutimesSync(path, at, at);
  }
}
