import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Says what an audit of packages does not know: whether Node, Electron and the servers of the compositions have
 * newer releases of their line. Nothing needs to be installed for it; `.github/workflows/audit.yml` runs it every night.
 */
type Pin = {
  name: string;
  pinned: string;
  /** Upstream lists its releases here, in JSON. */
  list: string;
  /** Reads a version from an entry, and undefined from one of something else. */
  versionOf: (entry: Entry) => string | undefined;
  /** So many numbers of a version name its line. */
  line: number;
};
type Entry = { version?: string; tag_name?: string };

const TOP = join(import.meta.dirname, '..');
const PATIENCE_MS = 30_000;

function pins(): Pin[] {
  const read = (path: string) => readFileSync(join(TOP, path), 'utf8');
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  const composed = read('apps/api/deploy/compose.yaml');
  const image = (name: string) => new RegExp(`image: ${name}:v([\\d.]+)`).exec(composed)?.[1] ?? 'none';
  const tagged = (prefix: string) => (entry: Entry) =>
    entry.tag_name?.startsWith(prefix) ? entry.tag_name.slice(prefix.length) : undefined;
  return [
    {
      name: 'Node',
      pinned: devDependencies.node ?? 'none',
      list: 'https://nodejs.org/dist/index.json',
      versionOf: ({ version }) => version?.replace(/^v/, ''),
      line: 1,
    },
    {
      name: 'Electron',
      pinned: devDependencies.electron ?? 'none',
      list: 'https://releases.electronjs.org/releases.json',
      versionOf: ({ version }) => version,
      line: 1,
    },
    {
      name: 'sqld',
      pinned: image('ghcr.io/tursodatabase/libsql-server'),
      list: 'https://api.github.com/repos/tursodatabase/libsql/releases?per_page=100',
      versionOf: tagged('libsql-server-v'),
      line: 1,
    },
    {
      name: 'Garage',
      pinned: image('dxflrs/garage'),
      list: 'https://git.deuxfleurs.fr/api/v1/repos/Deuxfleurs/garage/releases',
      versionOf: tagged('v'),
      line: 1,
    },
  ];
}

/** Returns a sentence for a pin that is behind, or whose list does not have it. */
export function behind({ name, pinned, line, versionOf }: Pin, entries: Entry[]): string | null {
  const released = entries
    .map(versionOf)
    .filter((version) => version && /^\d+(?:\.\d+)*$/.test(version)) as string[];
  if (!released.includes(pinned)) return `${name} ${pinned} is not in its list of releases.`;
  const sameLine = (version: string) =>
    numbersOf(version).slice(0, line).join() === numbersOf(pinned).slice(0, line).join();
  const newest = released
    .filter(sameLine)
    .reduce((one, other) => (isNewer(other, one) ? other : one), pinned);
  return newest === pinned ? null : `${name} ${pinned} is pinned, and ${newest} is out.`;
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}

function isNewer(version: string, than: string): boolean {
  const [left, right] = [numbersOf(version), numbersOf(than)];
  const index = left.findIndex((number, place) => number !== (right[place] ?? 0));
  return index >= 0 && (left[index] ?? 0) > (right[index] ?? 0);
}

async function look(pin: Pin, origin: string | undefined): Promise<string | null> {
  const { pathname, search } = new URL(pin.list);
  const url = origin ? `${origin}${pathname}${search}` : pin.list;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!answer.ok) return `${pin.name}: ${url} answers ${answer.status}.`;
    return behind(pin, (await answer.json()) as Entry[]);
  } catch (error) {
    return `${pin.name}: ${url} cannot be read (${(error as Error).message}).`;
  }
}

if (import.meta.main) {
  // Another origin stands in for all of them.
  const sentences = await Promise.all(pins().map((pin) => look(pin, process.env.UPSTREAM_ORIGIN)));
  for (const sentence of sentences) if (sentence) console.error(sentence);
  if (sentences.some(Boolean)) process.exitCode = 1;
  else console.log('Everything that is pinned is the newest of its line.');
}
