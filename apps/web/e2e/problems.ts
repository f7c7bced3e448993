import type { Page } from '@playwright/test';

/** Collects the console's messages, without refusals that a page expects. */
export function listenForProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'error' && !/status of (401|403|404)/.test(line.text())) problems.push(line.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}
