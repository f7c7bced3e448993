import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

export type Source = { file: string; text: string };

/** Committed or not. */
export function readSources(): Source[] {
  return readFiles('*.ts', '*.tsx');
}

/** Sources with the texts that are data, committed or not. */
export function readTexts(): Source[] {
  const data = ['packages/ui/src/*.md', 'packages/ui/src/*.txt', 'apps/api/src/*.json', 'apps/api/src/*.svg'];
  return readFiles('*.ts', '*.tsx', ...data);
}

/** Committed or not. */
export function readFiles(...patterns: string[]): Source[] {
  return listFiles(...patterns).map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
}

/** Paths from the root, committed or not. */
export function listFiles(...patterns: string[]): string[] {
  const arguments_ = ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns];
  const listed = execFileSync('git', arguments_, { cwd: ROOT, encoding: 'utf8' });
  return listed.split('\n').filter((file) => file && existsSync(join(ROOT, file)));
}

export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /\/(test|e2e|bench)\//.test(file);
}
