import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { SignedIn } from '@guilde/contracts/auth/rules.ts';
import type { ConversationPage, History } from '@guilde/contracts/conversations/rules.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RUNS_ALL } from '../../../scripts/extent.ts';
import { createClient } from './client.ts';
import { temporaryFolder } from './platform.ts';
import { granted } from './scenes.ts';
import { freePort } from './sqld.ts';

const TOP = join(import.meta.dirname, '../../..');
const BUILD_MS = 300_000;

/** Returns the line that sha256sum prints. */
function sumOf(folder: string, file: string): string {
  return `${createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')}  ${file}\n`;
}

/** A build takes long, so it is made with GUILDE_TESTS=all only. */
describe.runIf(RUNS_ALL)('a release', () => {
  let target: string;
  let release: string;

  beforeAll(() => {
    target = mkdtempSync(join(tmpdir(), 'guilde-release-'));
    execFileSync(process.execPath, [join(TOP, 'scripts/release.ts'), target], { stdio: 'pipe' });
    const [archive = ''] = readdirSync(target).filter((name) => name.endsWith('.tar.gz'));
    expect(readFileSync(join(target, `${archive}.sha256`), 'utf8')).toBe(sumOf(target, archive));
    execFileSync('tar', ['-xzf', archive], { cwd: target });
    release = join(target, archive.replace('.tar.gz', ''));
  }, BUILD_MS);
  afterAll(() => rmSync(target, { recursive: true, force: true }));

  /** Runs a program of an unpacked archive, with nothing of this process's environment and from elsewhere. */
  const begin = async (folder: string, dataDir: string, ...args: string[]) => {
    const port = await freePort();
    const child = spawn(process.execPath, [join(folder, 'server.js'), ...args], {
      cwd: tmpdir(),
      env: { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        output += data.toString();
      });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const says = (wanted: RegExp) =>
      new Promise<void>((resolve) => {
        const look = () => wanted.test(output) && resolve();
        child.stdout.on('data', look);
        look();
      });
    await Promise.race([says(args.includes('--demo') ? /^Sa double/m : /^Guilde est en ligne/m), ended]);
    return { child, ended, url: `http://127.0.0.1:${port}`, output: () => output };
  };
  const stop = async ({ child, ended }: { child: ChildProcess; ended: Promise<number | null> }) => {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  };
  const command = (folder: string, dataDir: string, ...args: string[]) =>
    execFileSync(process.execPath, [join(folder, 'guilde.js'), ...args], {
      cwd: tmpdir(),
      env: { DATA_DIR: dataDir },
      encoding: 'utf8',
    });
  /** Signs in as the demo's member, and returns what she reads and sees. */
  const seenAt = async (url: string, credentials: { email: string; password: string }) => {
    const client = createClient(url);
    granted(await client.post<SignedIn>('/api/auth/sign-in', credentials));
    const [chat] = granted(await client.get<ConversationPage>('/api/conversations')).items;
    const path = `/api/conversations/${chat?.id}`;
    const { messages } = granted(await client.get<History>(`${path}/messages`));
    const [picture] = messages.flatMap(({ files = [] }) => files);
    const shown = await client.request(`${path}/files/${picture?.id}/preview`);
    return { texts: messages.map(({ content }) => content), picture: shown.headers.get('content-type') };
  };

  it('has everything that it needs and no more, with checksums, its commit and its bill of materials', () => {
    const files = readdirSync(release, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(release, join(entry.parentPath, entry.name)));
    const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8').trim().split('\n');
    expect(sums).toEqual(
      files
        .filter((file) => file !== 'SHA256SUMS')
        .sort()
        .map((file) => sumOf(release, file).trim()),
    );
    const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: TOP, encoding: 'utf8' }).trim();
    const { commit, engines } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8'));
    expect(commit.slice(0, 40)).toBe(head);
    expect(engines).toEqual({ node: expect.stringMatching(/^>=24\./) });
    expect(readFileSync(join(release, 'server.cdx.json'), 'utf8')).toContain('pkg:generic/node@24.');
    const packages = readdirSync(join(release, 'node_modules'));
    expect(packages).toEqual(expect.arrayContaining(['@node-rs', 'libsql', 'sharp']));
    expect(packages.filter((name) => /vite|react|hono|node$/.test(name))).toEqual([]);
  });

  it('is upgraded by the next one unpacked beside it, and goes back to what it was', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const next = join(target, 'next');
    cpSync(release, next, { recursive: true });
    const journal = join(next, 'apps/api/migrations/meta/_journal.json');
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { when: number }[] };
    const added = { idx: entries.length, when: Date.now(), tag: '9999_next', breakpoints: true };
    writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, added] }));
    writeFileSync(join(next, 'apps/api/migrations/9999_next.sql'), 'create table next_version (n integer);');

    const first = await begin(release, dataDir, '--demo');
    const [, email = '', password = ''] = /^Membre\s: (\S+) · (\w{16})$/m.exec(first.output()) ?? [];
    const before = await seenAt(first.url, { email, password });
    expect(before).toEqual({ texts: expect.arrayContaining([expect.any(String)]), picture: 'image/webp' });
    expect(command(release, dataDir, 'check')).toBe('Tout est en ordre.\n');
    await stop(first);

    const upgraded = await begin(next, dataDir);
    expect(await seenAt(upgraded.url, { email, password })).toEqual(before);
    expect(command(next, dataDir, 'check')).toBe('Tout est en ordre.\n');
    await stop(upgraded);
    const copies = readdirSync(join(dataDir, 'sauvegardes'));
    expect(copies).toEqual([expect.stringMatching(/^avant-\d+\.\d+\.\d+-/)]);

    const refused = await begin(release, dataDir);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/^La base a été mise à jour par une version plus récente/);
    command(release, dataDir, 'restore', join(dataDir, 'sauvegardes', copies[0] ?? ''), '--force');
    const back = await begin(release, dataDir);
    expect(await seenAt(back.url, { email, password })).toEqual(before);
    expect(command(release, dataDir, 'check')).toBe('Tout est en ordre.\n');
    await stop(back);
  });
});
