import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listFiles } from './sources.ts';

/**
 * `breaks` names the broken promise. `text` occurs once in `file`. One of `tests` (files of vitest, or a
 * journey) must fail; `title` has words of the test's name, where only some of a file run.
 */
export type Fault = {
  breaks: string;
  file: string;
  text: string;
  replacement: string;
  tests: string[];
  title?: string;
};

const ROOT = join(import.meta.dirname, '..');
/** These match the first failed test and the first line of its error, in vitest and Playwright. */
const FAILURES = [/^ FAIL {2}\|[\w-]+\| (.+ > .+)\n(.+)$/m, /^ {2}1\) (.+ › .+?)[ ─]*\n\s+(.+)$/m];
/** The code does not run at all, so that no test has looked at what it does. */
const BROKEN = /^(SyntaxError|ReferenceError|TypeError)/;

export function readFaults(): Fault[] {
  return JSON.parse(readFileSync(join(ROOT, 'scripts/seeded-faults.json'), 'utf8')) as Fault[];
}

/** Each sentence names a fault whose code or tests have moved. `read` returns null without such a file. */
export function misplaced(faults: Fault[], read = readFromRoot): string[] {
  return faults.flatMap(({ breaks, file, text, replacement, tests, title = '' }) => {
    const times = (read(file) ?? '').split(text).length - 1;
    const lost = tests.filter((test) => !read(test)?.includes(title));
    return [
      ...(times === 1 ? [] : [`« ${breaks} »: its text is ${times} times in ${file}`]),
      ...(text === replacement ? [`« ${breaks} »: it replaces nothing`] : []),
      ...lost.map((test) => `« ${breaks} »: there is no test « ${title} » in ${test}`),
    ];
  });
}

function readFromRoot(file: string): string | null {
  const path = join(ROOT, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** The copy has every file, committed or not. Packages are linked, except the project's own. */
function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'guilde-faults-'));
  // Some tests start the server as another user.
  chmodSync(copy, 0o755);
  for (const file of listFiles()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file), { verbatimSymlinks: true });
  }
  for (const folder of globSync('{.,apps/*,packages/*}/node_modules', { cwd: ROOT })) {
    mkdirSync(join(copy, folder));
    for (const name of readdirSync(join(ROOT, folder))) {
      const [from, to] = [join(ROOT, folder, name), join(copy, folder, name)];
      if (name === '@guilde') cpSync(from, to, { recursive: true, verbatimSymlinks: true });
      else symlinkSync(from, to);
    }
  }
  return copy;
}

function run(copy: string, command: string, ...args: string[]): { isGreen: boolean; output: string } {
  const env = {
    ...process.env,
    GUILDE_TESTS: 'all',
    NO_COLOR: '1',
    PATH: `${copy}/node_modules/.bin:${process.env.PATH}`,
  };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, env, encoding: 'utf8' });
  return { isGreen: status === 0, output: `${stdout}${stderr}` };
}

/** The result takes the fault out again. */
function seed(copy: string, { file, text, replacement }: Fault): () => void {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    before.replace(text, () => replacement),
  );
  return () => writeFileSync(path, before);
}

/** All faults are seeded at once, because the types would refuse a wrong one before it is merged. */
function requireTypes(copy: string, faults: Fault[]): void {
  const restore = faults.map((fault) => seed(copy, fault));
  const { isGreen, output } = run(copy, 'tsc', '-b');
  for (const undo of restore.reverse()) undo();
  if (!isGreen) throw new Error(`The types refuse what should be a fault:\n${output}`);
}

function runTests(copy: string, { tests, title }: Fault): { isGreen: boolean; output: string } {
  const pattern = title?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (!tests.some((test) => test.endsWith('.journey.ts'))) {
    // The API's tests run on a file here; the same tests run on a server, too.
    const isOfApi = tests.some((test) => test.startsWith('apps/api/'));
    const projects = isOfApi ? ['--project=api', '--project=drills'] : [];
    return run(copy, 'vitest', 'run', '--bail=1', ...projects, ...(pattern ? ['-t', pattern] : []), ...tests);
  }
  const built = run(copy, 'npm', 'run', 'build', '--silent');
  return built.isGreen
    ? run(copy, 'playwright', 'test', '-x', ...(pattern ? ['-g', pattern] : []), ...tests)
    : built;
}

const greenWithout = new Map<string, boolean>();

/** A test that fails without any fault must not count as having found it. */
function areGreenWithout(copy: string, fault: Fault): boolean {
  const key = [...fault.tests, fault.title].join();
  const isGreen = greenWithout.get(key) ?? runTests(copy, fault).isGreen;
  greenWithout.set(key, isGreen);
  if (!isGreen) console.log(`RED WITHOUT A FAULT | ${key}`);
  return isGreen;
}

function isFound(copy: string, fault: Fault): boolean {
  if (!areGreenWithout(copy, fault)) return false;
  const restore = seed(copy, fault);
  const { isGreen, output } = runTests(copy, fault);
  restore();
  const [, test = '', error = ''] =
    FAILURES.map((pattern) => pattern.exec(output)).find((found) => found) ?? [];
  const found = !isGreen && test !== '' && !BROKEN.test(error);
  console.log(`${found ? 'found' : 'NOT FOUND'} | ${fault.breaks} | ${test} | ${error}`);
  if (!isGreen && !found) console.log(output);
  return found;
}

/** `words` are parts of the faults' sentences; without any, all faults run. */
function main(words: string[]): void {
  const all = readFaults();
  const lost = misplaced(all);
  if (lost.length > 0) throw new Error(lost.join('\n'));
  if (words.includes('--check')) return;
  const faults = all.filter(
    ({ breaks }) => words.length === 0 || words.some((word) => breaks.includes(word)),
  );
  const copy = copyCheckout();
  try {
    requireTypes(copy, faults);
    const found = faults.filter((fault) => isFound(copy, fault)).length;
    console.log(`${found} of ${faults.length} found`);
    if (found < faults.length) process.exitCode = 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

if (import.meta.main) main(process.argv.slice(2));
