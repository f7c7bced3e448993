import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `npm run sbom` writes them in CycloneDX 1.6 from the lock file, because `npm sbom --workspace` omits
 * packages that two workspaces share.
 */

type Locked = {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
export type Lock = { packages: Record<string, Locked> };

export type Component = {
  type: 'library' | 'platform';
  'bom-ref': string;
  group?: string;
  name: string;
  version: string;
  purl: string;
  licenses?: ({ license: { id: string } } | { expression: string })[];
  hashes?: { alg: 'SHA-512'; content: string }[];
};
export type Bom = {
  $schema: string;
  bomFormat: 'CycloneDX';
  specVersion: '1.6';
  serialNumber: string;
  version: 1;
  metadata: {
    timestamp: string;
    component: { type: 'application'; 'bom-ref': string; name: string; version: string };
  };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

/** A delivery includes the dependencies of its folders, and what is packed beside them. */
export const DELIVERIES = {
  server: { folders: ['apps/api', 'apps/web'], packed: [], hasOwnNode: false },
  desktop: { folders: ['apps/desktop'], packed: ['electron'], hasOwnNode: true },
} as const;

/** @throws when the lock file lacks a dependency. */
export function billOf(lock: Lock, delivery: keyof typeof DELIVERIES, at: Date): Bom {
  const { folders, packed, hasOwnNode } = DELIVERIES[delivery];
  const version = lock.packages['']?.version ?? '0';
  const root = {
    type: 'application',
    'bom-ref': `guilde-${delivery}`,
    name: `guilde-${delivery}`,
    version,
  } as const;
  const needs = new Map<string, string[]>();
  const follow = (path: string): void => {
    if (needs.has(path)) return;
    needs.set(path, []);
    const needed = neededBy(lock, path);
    needs.set(path, needed);
    for (const next of needed) follow(next);
  };
  for (const folder of folders) follow(folder);
  // Only its binary is packed.
  for (const name of packed) needs.set(`node_modules/${name}`, []);
  const shipped = [...needs.keys()].filter((path) => path.includes('node_modules/')).sort();
  const ours = [...needs.keys()].filter((path) => !shipped.includes(path));
  const refs = (paths: readonly string[]) =>
    [...new Set(paths.filter((path) => shipped.includes(path)).map((path) => purlOf(lock, path)))].sort();
  const direct = [
    ...ours.flatMap((path) => needs.get(path) ?? []),
    ...packed.map((name) => `node_modules/${name}`),
  ];
  const components = new Map(shipped.map((path) => [purlOf(lock, path), componentOf(lock, path)]));
  const edges = new Map(shipped.map((path) => [purlOf(lock, path), refs(needs.get(path) ?? [])]));
  const runtime = hasOwnNode ? [] : [nodeOf(lock)];
  const runtimeRefs = runtime.map((component) => component['bom-ref']);
  const body: Omit<Bom, '$schema' | 'bomFormat' | 'specVersion' | 'serialNumber'> = {
    version: 1,
    metadata: { timestamp: at.toISOString(), component: root },
    components: [...components.values(), ...runtime],
    dependencies: [
      { ref: root['bom-ref'], dependsOn: [...refs(direct), ...runtimeRefs] },
      ...[...edges].map(([ref, dependsOn]) => ({ ref, dependsOn })),
      ...runtimeRefs.map((ref) => ({ ref, dependsOn: [] })),
    ],
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf(body),
    ...body,
  };
}

/** The same bill has the same number, so that a release can be made twice. */
function serialOf(body: object): string {
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  // Version 8 is for identifiers that are made in a way of one's own.
  return `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** The machine brings Node, of this release or a later one (node-floor.js). */
function nodeOf({ packages }: Lock): Component {
  const version = packages['node_modules/node']?.version ?? '';
  const purl = `pkg:generic/node@${version}`;
  return { type: 'platform', 'bom-ref': purl, name: 'node', version, purl, licenses: [licenseOf('MIT')] };
}

export function neededBy({ packages }: Lock, path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path] ?? {};
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  const wanted = [...Object.keys(dependencies ?? {}), ...peers].map((name) => ({ name, isOptional: false }));
  const optional = Object.keys(optionalDependencies ?? {}).map((name) => ({ name, isOptional: true }));
  return [...wanted, ...optional].flatMap(({ name, isOptional }) => {
    const found = nearest(packages, path, name);
    if (found === null && !isOptional)
      throw new Error(`${path} needs ${name}, which is not in the lock file`);
    return found ?? [];
  });
}

/** Node looks beside the package first, then beside its parents. */
function nearest(packages: Lock['packages'], from: string, name: string): string | null {
  for (let around = from; ; around = around.slice(0, Math.max(0, around.lastIndexOf('/node_modules/')))) {
    const path = around === '' ? `node_modules/${name}` : `${around}/node_modules/${name}`;
    const locked = packages[path];
    if (locked) return locked.link ? (locked.resolved ?? null) : path;
    if (around === '') return null;
  }
}

function nameOf({ packages }: Lock, path: string): string {
  return packages[path]?.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function purlOf(lock: Lock, path: string): string {
  return `pkg:npm/${nameOf(lock, path).replace('@', '%40')}@${lock.packages[path]?.version}`;
}

function componentOf(lock: Lock, path: string): Component {
  const { version = '', license, integrity = '' } = lock.packages[path] ?? {};
  const [name = '', group] = nameOf(lock, path).split('/').reverse();
  const purl = purlOf(lock, path);
  const sha512 = integrity.split(' ').find((hash) => hash.startsWith('sha512-'));
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group ? { group } : {}),
    ...{ name, version, purl },
    ...(license ? { licenses: [licenseOf(license)] } : {}),
    ...(sha512
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512.slice(7), 'base64').toString('hex') }] }
      : {}),
  };
}

function licenseOf(license: string) {
  return /[ ()]/.test(license) ? { expression: license } : { license: { id: license } };
}

if (import.meta.main) {
  const top = new URL('../', import.meta.url);
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', top), 'utf8')) as Lock;
  mkdirSync(new URL('out/sbom/', top), { recursive: true });
  for (const delivery of ['server', 'desktop'] as const) {
    const bill = billOf(lock, delivery, new Date());
    const file = new URL(`out/sbom/${delivery}.cdx.json`, top);
    writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
    console.log(`${fileURLToPath(file)}: ${bill.components.length}`);
  }
}
