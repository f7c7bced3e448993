import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { medians } from '../../api/bench/figures.ts';

/** Lighthouse is no dependency, because it is large. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const LIMIT_MS = 120_000;
const FLAGS = '--headless=new --no-sandbox --disable-dev-shm-usage';

/** `score` is out of 100, times are in ms, and `machine` rates the speed of this machine. */
export type Scores = Record<'score' | 'fcp' | 'lcp' | 'tbt' | 'si' | 'cls' | 'machine', number>;

type Report = {
  categories: { performance: { score: number } };
  audits: Record<string, { numericValue: number }>;
  environment: { benchmarkIndex: number };
};

async function look(url: string, chromium: string): Promise<Scores> {
  const options = ['--quiet', '--only-categories=performance', '--output=json', `--chrome-flags=${FLAGS}`];
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...options], {
    env: { ...process.env, CHROME_PATH: chromium },
    timeout: LIMIT_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { categories, audits, environment } = JSON.parse(stdout) as Report;
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    score: 100 * categories.performance.score,
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    si: value('speed-index'),
    cls: value('cumulative-layout-shift'),
    machine: environment.benchmarkIndex,
  };
}

export async function lighthouse(
  url: string,
  chromium: string,
  rounds: number,
): Promise<{ median: Scores; scores: number[] }> {
  const all: Scores[] = [];
  for (let round = 0; round < rounds; round++) all.push(await look(url, chromium));
  return { median: medians(all), scores: all.map(({ score }) => Math.round(score)) };
}
