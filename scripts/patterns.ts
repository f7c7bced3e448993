import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { type ESTree, parseSync, Visitor } from 'vite';
import type { Source } from './sources.ts';

/** `place` is `file:line`. */
export type Pattern = { place: string; source: string; flags: string };

export function patternsIn({ file, text }: Source): { literals: Pattern[]; constructed: string[] } {
  const literals: Pattern[] = [];
  const constructed: string[] = [];
  const placeOf = (start: number) => `${file}:${text.slice(0, start).split('\n').length}`;
  const note = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp')
      constructed.push(placeOf(node.start));
  };
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      literals.push({ place: placeOf(node.start), source: pattern, flags });
    },
    NewExpression: note,
    CallExpression: note,
  }).visit(parseSync(file, text).program);
  return { literals, constructed };
}

export function runtimePatterns(files: readonly string[]): Pattern[] {
  const recorder = join(import.meta.dirname, '../apps/api/test/record-patterns.ts');
  return JSON.parse(execFileSync(process.execPath, [recorder, ...files], { encoding: 'utf8' })) as Pattern[];
}

export function superLinear({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string[] {
  const { reports } = analyse({ source, flags });
  return reports.map(({ type, exponential }) => `${type}${exponential ? ', exponential' : ''}`);
}
