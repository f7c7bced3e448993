import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';

const TOP = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(TOP, path), 'utf8');
const UNITS = ['guilde.service', 'guilde-backup.service', 'guilde-backup.timer'];
const SERVICES = UNITS.filter((unit) => unit.endsWith('.service'));
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('the units of systemd', () => {
  /** Node and the release are where they are on this machine. */
  function analyze(...args: string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'guilde-units-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const unit of UNITS) {
      const text = read(`deploy/${unit}`).replaceAll('/usr/local/bin/node', process.execPath);
      writeFileSync(join(folder, unit), text.replaceAll('/opt/guilde', TOP));
    }
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { cwd: folder, encoding: 'utf8' });
    return { status, stdout, stderr };
  }

  it.runIf(hasSystemd)('are verified without a word (needs systemd-analyze)', () => {
    const { status, stderr } = analyze('verify', ...UNITS.map((unit) => `./${unit}`));
    expect([status, stderr]).toEqual([0, '']);
  });

  it.runIf(hasSystemd).each(SERVICES)('%s may do little: an exposure of 2 of 10 at most', (unit) => {
    const { status, stdout } = analyze('security', '--offline=true', '--threshold=20', `./${unit}`);
    expect([status, stdout.split('\n').filter((line) => line.includes('Overall'))]).toEqual([
      0,
      [expect.stringContaining('OK')],
    ]);
  });

  it('confine the server and its backups alike', () => {
    const [server, backup] = SERVICES.map((unit) => read(`deploy/${unit}`).split('\n'));
    const confining = (lines: string[] = []) =>
      lines.filter((line) =>
        /^(?:Protect|Private|Restrict|Lock|Capab|Ambient|NoNew|System|UMask)/.test(line),
      );
    expect(confining(server).length).toBeGreaterThan(20);
    expect(confining(backup)).toEqual(confining(server));
  });

  it('give the server longer to stop than it takes', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/guilde.service')) ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(10);
  });
});

/** This project has a use for these keys of the Compose specification. */
const TOP_KEYS = ['name', 'services', 'networks', 'volumes', 'configs', 'secrets'];
const SERVICE_KEYS =
  'build cap_add cap_drop command configs depends_on deploy entrypoint env_file environment healthcheck image init networks ports read_only restart security_opt stop_grace_period tmpfs user volumes'.split(
    ' ',
  );

type Service = {
  image?: string;
  build?: object;
  networks?: string[];
  volumes?: string[];
  configs?: { source: string }[];
  depends_on?: string[] | Record<string, { condition: string }>;
  healthcheck?: object;
};
type Compose = {
  services: Record<string, Service>;
  networks?: object;
  volumes?: object;
  configs?: object;
};

describe.each(['deploy/compose.yaml', 'apps/api/deploy/compose.yaml'])('the composition %s', (path) => {
  const all = parse(read(path), { merge: true }) as Compose;
  const services = Object.entries(all.services);

  it('has keys that Compose knows', () => {
    const keys = Object.keys(all).filter((key) => !key.startsWith('x-'));
    expect(keys.filter((key) => !TOP_KEYS.includes(key))).toEqual([]);
    for (const [name, service] of services)
      expect([name, Object.keys(service).filter((key) => !SERVICE_KEYS.includes(key))]).toEqual([name, []]);
  });

  it('names only what it declares', () => {
    const waits = ['service_started', 'service_healthy', 'service_completed_successfully'];
    for (const [name, service] of services) {
      const needed = Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {});
      for (const other of needed) expect(all.services, name).toHaveProperty([other]);
      for (const { condition } of Array.isArray(service.depends_on)
        ? []
        : Object.values(service.depends_on ?? {}))
        expect(waits, name).toContain(condition);
      for (const network of service.networks ?? []) expect(all.networks, name).toHaveProperty([network]);
      for (const { source } of service.configs ?? []) expect(all.configs, name).toHaveProperty([source]);
      for (const volume of service.volumes ?? [])
        expect(all.volumes, name).toHaveProperty([volume.split(':')[0] ?? '']);
    }
  });

  it('takes images by a tag with a version, and perhaps its digest', () => {
    for (const [name, { image, build }] of services)
      expect([name, image ?? 'built:1']).toEqual([
        name,
        expect.stringMatching(
          image === 'guilde' || build ? /./ : /^[\w./-]+:v?\d[\w.-]*(?:@sha256:[\da-f]{64})?$/,
        ),
      ]);
  });
});

it('actions have a full version, or the digest of one', () => {
  const folder = '.github/workflows';
  const used = readdirSync(join(TOP, folder)).flatMap((file) =>
    [...read(`${folder}/${file}`).matchAll(/uses: (\S+?)@(.*)$/gm)].map(([, name, version]) => ({
      name,
      version,
    })),
  );
  expect(used.length).toBeGreaterThan(5);
  for (const { name, version } of used)
    expect([name, version]).toEqual([
      name,
      expect.stringMatching(/^(?:v\d+\.\d+\.\d+|[\da-f]{40} # v[\d.]+)$/),
    ]);
});

it('the hosting guide installs the Node that development and tests run', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } };
  const named = [...read('docs/hosting.md').matchAll(/\bv(\d+\.\d+\.\d+)\/?(?=node-|SHASUMS|-linux)/g)];
  const versions = new Set(
    [...read('docs/hosting.md').matchAll(/node-v(\d+\.\d+\.\d+)-/g)].map(([, one]) => one),
  );
  expect([...versions]).toEqual([devDependencies.node]);
  expect(named.every(([, version]) => version === devDependencies.node)).toBe(true);
});
