import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { anchorsOf } from '../../../scripts/documents.ts';
import { apiDocument } from './declared-answers.ts';
import { startGuilde } from './harness.ts';

const RULES = fileURLToPath(new URL('../../../deploy/alerts.yml', import.meta.url));
const TESTS = fileURLToPath(new URL('../../../deploy/alerts.test.yml', import.meta.url));

type Rule = { alert: string; expr: string; annotations: { do: string } };
const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

it('the rules are what Prometheus reads, and each alert fires for its trouble alone', () => {
  const run = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' });
  expect(run('check', 'rules', RULES)).toContain(`${rules.length} rules found`);
  expect(run('test', 'rules', TESTS)).toContain('SUCCESS');
  const tried = readFileSync(TESTS, 'utf8');
  for (const { alert } of rules) expect(tried).toContain(`alertname="${alert}"`);
});

it('the rules name metrics, checks and routes that a server has', async () => {
  const guilde = await startGuilde({ metrics: true, cast: ['claire'] });
  onTestFinished(guilde.close);
  const metrics = await (await fetch(`http://127.0.0.1:${guilde.metricsPort}/metrics`)).text();
  const { paths } = await apiDocument();
  for (const { alert, expr } of rules) {
    const names = [...expr.matchAll(/\b(?:guilde|nodejs|process)_\w+/g)].map(([name]) => name);
    // A counter has its first line with its first event, but its type is always there.
    for (const name of names)
      expect(metrics, alert).toContain(`# TYPE ${name.replace(/_(?:bucket|count)$/, '')} `);
    const [, checks = ''] = /check!?=~?"([^"]*)"/.exec(expr) ?? [];
    for (const check of checks.split('|').filter(Boolean))
      expect(metrics, alert).toContain(`guilde_check{check="${check}"} 1`);
    const [, start = '', ends = ''] = /route=~"([^"(]*)\(([^)]*)\)"/.exec(expr) ?? [];
    for (const end of ends.split('|').filter(Boolean)) expect(paths, alert).toHaveProperty([start + end]);
  }
});

it('what to do leads to documents and headings that exist', () => {
  for (const { alert, annotations } of rules)
    for (const [, file = '', heading] of annotations.do.matchAll(/\b(docs\/[\w-]+\.md)(?:#([\w-]+))?/g)) {
      const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
      if (heading) expect(anchorsOf(text), alert).toContain(heading);
    }
});
