import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { stateOfServer } from '../src/platform/database/server-copy.ts';
import type { Client } from './client.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import {
  exported,
  fillCommunity,
  inFolder,
  type MadeExport,
  makeExport,
  manifestIn,
  onServer,
  type Place,
  rewritten,
  unpacked,
} from './exports.ts';
import { guildeCommand } from './guilde-command.ts';
import { startGuilde } from './harness.ts';
import { temporaryFolder } from './platform.ts';
import { COMMAND_LINE } from './programs.ts';
import { type S3Server, s3Settings, startS3 } from './s3-server.ts';
import { refusal } from './scenes.ts';
import { canMount, fill, smallDisk } from './small-disk.ts';
import { startSqld } from './sqld.ts';
import { until } from './until.ts';

const FULL = /^[^\n]*e disque de \S+ est plein[^\n]+\n$/;
const BUTTON = '/api/admin/community/export';

let made: MadeExport;
let hashes: ReturnType<typeof manifestIn>['files'];

beforeAll(async () => {
  made = await makeExport();
  hashes = manifestIn(made.folder).files;
  return made.remove;
});

const press = (nina: Client) => nina.request(BUTTON, { method: 'POST' });
const withoutLock = (folder: string) => readdirSync(folder).filter((name) => name !== 'server.lock');

/** Imports and kills the process once `isTime`. */
async function importKilledWhen({ dataDir, env }: Place, isTime: () => boolean | Promise<boolean>) {
  const child: ChildProcess = spawn(process.execPath, [COMMAND_LINE, 'import', made.folder], {
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, ...env },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await until(isTime);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

async function s3(): Promise<S3Server> {
  const server = await startS3();
  onTestFinished(server.stop);
  return server;
}

describe.skipIf(!canMount())('on a full disk of its own (needs the right to mount one)', () => {
  it.each(['64k', '8m'])('of %s an export ends with one sentence, and leaves nothing', async (size) => {
    const { dataDir, folder } = made.copied();
    expect(await guildeCommand(dataDir, 'import', folder)).toMatchObject({ code: 0 });
    const disk = smallDisk(size);
    if (size === '8m') fill(join(disk, 'ballast'));
    const { code, out, err } = await guildeCommand(dataDir, 'export', join(disk, 'export'));
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(FULL)]);
    expect(readdirSync(disk).filter((name) => name !== 'ballast')).toEqual([]);
    rmSync(join(disk, 'ballast'), { force: true });
    expect(await exported(inFolder(dataDir), join(temporaryFolder(), 'again'))).toEqual(hashes);
  });

  it('an import ends with one sentence, leaves nothing, and works once there is room', async () => {
    const disk = smallDisk('24m');
    const dataDir = join(disk, 'data');
    const ballast = join(disk, 'ballast');
    fill(ballast);
    for (const room of [0, 300_000, 2_000_000]) {
      truncateSync(ballast, statSync(ballast).size - room);
      const { code, out, err } = await guildeCommand(dataDir, 'import', made.folder);
      expect([code, out, err]).toEqual([1, '', expect.stringMatching(FULL)]);
      expect(existsSync(dataDir) ? withoutLock(dataDir) : []).toEqual([]);
      fill(ballast);
    }
    rmSync(ballast);
    expect(await guildeCommand(dataDir, 'import', made.folder)).toMatchObject({ code: 0, err: '' });
  });

  it('an import that fills the disk in the middle of its rows says so, and blames no row', async () => {
    const { folder } = made.copied();
    rewritten(folder, 'contact_messages.ndjson', (text) => {
      const [first = ''] = text.split('\n');
      const row = JSON.parse(first) as { id: string; message: string };
      const more = Array.from({ length: 5000 }, (_, id) => ({
        ...row,
        id: `more-${id}`,
        message: 'x'.repeat(4000),
      }));
      return [first, ...more.map((each) => JSON.stringify(each)), ''].join('\n');
    });
    const dataDir = join(smallDisk('16m'), 'data');
    const { code, out, err } = await guildeCommand(dataDir, 'import', folder);
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(FULL)]);
    expect(withoutLock(dataDir)).toEqual([]);
  });

  it('the button refuses in one sentence, and a zip that has begun comes whole', async () => {
    const disk = smallDisk('64m');
    const guilde = await startGuilde({ dataDir: disk });
    onTestFinished(guilde.close);
    await fillCommunity(guilde);
    const nina = await guilde.as('nina');
    const begun = await press(nina);
    const ballast = join(disk, 'ballast');
    fill(ballast);
    expect(manifestIn(await unpacked(begun)).isWhole).toBe(false);
    expect(refusal(await nina.post(BUTTON))).toBe('503 UNAVAILABLE');
    rmSync(ballast);
    expect((await press(nina)).status).toBe(200);
  });

  it('the button of a libSQL server refuses in one sentence, and leaves no copy', async () => {
    const place = await onServer();
    const disk = smallDisk('32m');
    const guilde = await startGuilde({ ...place, dataDir: disk });
    onTestFinished(guilde.close);
    await fillCommunity(guilde);
    const nina = await guilde.as('nina');
    const before = readdirSync(disk);
    const ballast = join(disk, 'ballast');
    fill(ballast);
    expect(refusal(await nina.post(BUTTON))).toBe('503 UNAVAILABLE');
    rmSync(ballast);
    const target = join(smallDisk('1m'), 'export');
    const command = await guildeCommand({ ...place, dataDir: disk }, 'export', target);
    expect([command.code, command.out, command.err]).toEqual([1, '', expect.stringMatching(FULL)]);
    expect(existsSync(target)).toBe(false);
    expect(readdirSync(disk)).toEqual(before);
    const zip = await press(nina);
    expect([zip.status, manifestIn(await unpacked(zip)).isWhole]).toEqual([200, false]);
    expect(readdirSync(disk)).toEqual(before);
  });
});

describe('an import that is killed', () => {
  it('while rows are written leaves an empty installation, and begins again', async () => {
    const place = inFolder(join(temporaryFolder(), 'data'));
    const aside = join(place.dataDir, 'import.partial', 'guilde.db');
    await importKilledWhen(place, () => existsSync(aside));
    expect(existsSync(join(place.dataDir, 'guilde.db'))).toBe(false);
    expect(await guildeCommand(place, 'import', made.folder)).toMatchObject({ code: 0, err: '' });
    expect(existsSync(aside)).toBe(false);
    expect(await exported(place, join(temporaryFolder(), 'again'))).toEqual(hashes);
  });

  it('while a libSQL server is filled stops the start, and begins again', async () => {
    const sqld = await startSqld();
    onTestFinished(sqld.stop);
    const slow = await startCuttingProxy(sqld.port, { dropOneIn: 0, random: () => 1, oneWayDelayMs: 10 });
    onTestFinished(slow.close);
    const dataDir = join(temporaryFolder(), 'data');
    const isHalf = async () => (await stateOfServer({ url: sqld.url })) === 'unfinished';
    await importKilledWhen({ dataDir, env: { DATABASE_URL: slow.url } }, isHalf);
    expect(await isHalf()).toBe(true);
    const place = { dataDir, env: { DATABASE_URL: sqld.url } };
    await expect(startGuilde(place)).rejects.toThrow('n’est pas allée au bout');
    expect(await guildeCommand(place, 'import', made.folder)).toMatchObject({ code: 0, err: '' });
    expect(await exported(place, join(temporaryFolder(), 'again'))).toEqual(hashes);
    expect(await guildeCommand(place, 'import', made.folder)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Le serveur libSQL contient déjà une communauté/),
    });
  });
});

describe('files on S3', () => {
  it('go out and in like those of a folder', async () => {
    const [from, to] = [await s3(), await s3()];
    const guilde = await startGuilde({ dataDir: join(temporaryFolder(), 'data'), env: s3Settings(from) });
    onTestFinished(guilde.close);
    await fillCommunity(guilde);
    const zip = await unpacked(await press(await guilde.as('nina')));
    expect(readdirSync(join(zip, 'files')).length).toBeGreaterThan(0);
    const whole = join(temporaryFolder(), 'export');
    const files = await exported({ dataDir: guilde.deps.config.dataDir, env: s3Settings(from) }, whole);
    const place = { dataDir: join(temporaryFolder(), 'data'), env: s3Settings(to) };
    expect(await guildeCommand(place, 'import', whole)).toMatchObject({ code: 0, err: '' });
    expect([...to.files]).toEqual(
      expect.arrayContaining([...from.files].filter(([key]) => to.files.has(key))),
    );
    expect(to.files.size).toBe(files['stored.ndjson']?.rows);
    expect(await exported(place, join(temporaryFolder(), 'again'))).toEqual(files);
  });

  it.each<[string, (folder: string) => void]>([
    [
      'of a reference',
      (folder) =>
        rewritten(folder, 'sos_requests.ndjson', (text) =>
          text.replace(/"userId":"[^"]+"/, '"userId":"personne"'),
        ),
    ],
    [
      'of its last file',
      (folder) => {
        const lines = readFileSync(join(folder, 'stored.ndjson'), 'utf8').trim().split('\n');
        const { sha256 } = JSON.parse(lines.at(-1) ?? '') as { sha256: string };
        writeFileSync(join(folder, 'files', sha256), 'autre');
      },
    ],
  ])('are not there after an import that is refused because %s', async (_, change) => {
    const server = await s3();
    const { folder, dataDir } = made.copied();
    change(folder);
    const { code } = await guildeCommand({ dataDir, env: s3Settings(server) }, 'import', folder);
    expect([code, ...server.files.keys()]).toEqual([1]);
  });

  it('that cannot be read cut the zip, which nobody takes for a whole one', async () => {
    const server = await s3();
    const guilde = await startGuilde({ dataDir: join(temporaryFolder(), 'data'), env: s3Settings(server) });
    onTestFinished(guilde.close);
    await fillCommunity(guilde);
    server.busy(1000);
    const zip = await press(await guilde.as('nina'));
    await expect(zip.arrayBuffer()).rejects.toThrow();
  });
});

it('a server removes at its start what a killed one has left of an export', async () => {
  const dataDir = temporaryFolder();
  const left = join(dataDir, 'export-a1B2c3');
  mkdirSync(left);
  writeFileSync(join(left, 'copy.db'), 'Tout');
  const guilde = await startGuilde({ dataDir });
  onTestFinished(() => guilde.close());
  expect(existsSync(left)).toBe(false);
});
