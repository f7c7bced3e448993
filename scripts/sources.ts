import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

export type Source = { file: string; text: string };

export function readSources(): Source[] {
  return readFiles('*.ts', '*.tsx');
}

/** These are the sources with the texts that are data. */
export function readTexts(): Source[] {
  const data = ['packages/ui/src/*.md', 'packages/ui/src/*.txt', 'apps/api/src/*.json', 'apps/api/src/*.svg'];
  return readFiles('*.ts', '*.tsx', ...data, 'apps/*.html', 'apps/web/public/offline.js');
}

export function readFiles(...patterns: string[]): Source[] {
  return listFiles(...patterns).map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
}

/** The paths start at the root, and their files may be uncommitted. */
export function listFiles(...patterns: string[]): string[] {
  const arguments_ = ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns];
  const listed = execFileSync('git', arguments_, { cwd: ROOT, encoding: 'utf8' });
  return listed.split('\n').filter((file) => file && existsSync(join(ROOT, file)));
}

export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /\/(test|e2e|bench)\//.test(file);
}
