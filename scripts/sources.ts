import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

export type Source = { file: string; text: string };

/** Every TypeScript source of the repository, committed or not. */
export function readSources(): Source[] {
  const arguments_ = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'];
  const listed = execFileSync('git', arguments_, { cwd: ROOT, encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => file && existsSync(join(ROOT, file)));
  return files.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
}

/** Tests and their helpers, which are not part of the product. */
export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /\/(test|e2e|bench)\//.test(file);
}
