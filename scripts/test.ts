import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

/** The command's JSON reporter writes the tests' names to the file `report`. */
type Stage = { name: string; command: string; report?: string };

const REPORTS = 'out/tests';
const UNITS = `${REPORTS}/units.json`;
const JOURNEYS = `${REPORTS}/journeys.json`;

const STAGES: Stage[] = [
  { name: 'build', command: 'npm run build --silent' },
  { name: 'build of the desktop app', command: 'npm run build:desktop --silent' },
  { name: 'browser', command: 'node scripts/ensure-browser.ts' },
  { name: 'services', command: 'node scripts/ensure-services.ts' },
  { name: 'checks', command: 'npm run check' },
  {
    name: 'unit tests',
    command: `vitest run --reporter=default --reporter=json --outputFile.json=${UNITS}`,
    report: UNITS,
  },
  {
    name: 'journeys',
    command: 'playwright test --reporter=list,json',
    report: JOURNEYS,
  },
  { name: 'services that were missing', command: 'node scripts/not-run.ts' },
];

/** Runs all stages, also after a failure; the lines name failed stages and failed tests. */
export function runStages(stages: Stage[]): string[] {
  return stages.flatMap(({ name, command, report }) => {
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: JOURNEYS };
    const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env });
    if (status === 0) return [];
    return [name, ...(report ? failedTests(report).map((test) => `  ${test}`) : [])];
  });
}

type VitestReport = {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
};
type PlaywrightSuite = { specs: { file: string; title: string; ok: boolean }[]; suites?: PlaywrightSuite[] };

function failedTests(file: string): string[] {
  if (!existsSync(file)) return [];
  const report: VitestReport | PlaywrightSuite = JSON.parse(readFileSync(file, 'utf8'));
  return 'testResults' in report ? failedUnits(report) : failedSpecs(report);
}

function failedUnits({ testResults }: VitestReport): string[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const file = name.replace(`${process.cwd()}/`, '');
      return failed.length > 0 ? failed.map(({ fullName }) => `${file} › ${fullName}`) : [file];
    });
}

function failedSpecs({ specs = [], suites = [] }: Partial<PlaywrightSuite>): string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file} › ${title}`);
  return [...failed, ...suites.flatMap(failedSpecs)];
}

if (import.meta.main) {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const failed = runStages(STAGES);
  console.log(failed.length > 0 ? ['FAILED', ...failed].join('\n') : 'Everything passed.');
  process.exitCode = failed.length > 0 ? 1 : 0;
}
