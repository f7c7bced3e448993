import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { FakeDownload } from './fake-windows.ts';
import { endApps, NO_SERVER, open, type RunningApp, restart, windowOf } from './running-app.ts';

const FILE = 'app://bundle/api/conversations/8a7a4d0e/files/1c9d3a55/full?download';

afterEach(endApps);

const downloads = (app: RunningApp) =>
  windowOf(app)
    .webContents.sent.filter(([channel]) => channel === 'downloaded')
    .map(([, value]) => value);

const answer = async (app: RunningApp, index: number, path: string | null) => {
  await expect.poll(() => app.saveDialogs.length).toBeGreaterThan(index);
  app.saveDialogs[index]?.answer(path);
};
const inDesktopOf = (app: RunningApp, name: string) => {
  mkdirSync(join(app.folder, 'Bureau'), { recursive: true });
  return join(app.folder, 'Bureau', name);
};
const arriving = (app: RunningApp) => readdirSync(join(app.app.getPath('userData'), 'arriving'));

it('asks where a file is saved, in the folder of the last one, and shows it there', async () => {
  const app = await open();
  const first = new FakeDownload(FILE, 'relevé.pdf');
  expect(app.download(first)).toBe(false);
  expect(app.saveDialogs[0]?.options).toMatchObject({
    title: 'Enregistrer sous',
    defaultPath: join(app.folder, 'downloads', 'relevé.pdf'),
  });
  const chosen = inDesktopOf(app, 'relevé de novembre.pdf');
  first.end('completed');
  expect(existsSync(chosen), 'before the answer').toBe(false);
  await answer(app, 0, chosen);
  await expect.poll(() => downloads(app)).toEqual([{ id: 1, name: 'relevé de novembre.pdf', isSaved: true }]);
  expect([readFileSync(chosen, 'utf8'), arriving(app)]).toEqual(['whole', []]);
  app.send('download:show', { id: 1 });
  app.send('download:show', { id: 2 });
  app.send('download:show', { id: chosen });
  expect(app.opened).toEqual([`in its folder: ${chosen}`]);

  const second = new FakeDownload('blob:app://bundle/5f1c', 'guilde-donnees.zip');
  expect(app.download(second)).toBe(false);
  expect(app.saveDialogs[1]?.options.defaultPath).toBe(join(app.folder, 'Bureau', 'guilde-donnees.zip'));
});

it('shows how far all are on the window, and takes that away', async () => {
  const app = await open();
  const items = [new FakeDownload(FILE, 'a.pdf', 100), new FakeDownload(FILE, 'b.pdf', 300)] as const;
  for (const item of items) app.download(item);
  items[1].received = 200;
  items[1].emit('updated', {}, 'progressing');
  expect(windowOf(app).progress).toBe(0.5);
  for (const item of items) item.end('completed');
  expect(windowOf(app).progress).toBe(-1);
});

it('says why one was not saved and leaves no part of it; nothing is said about one that was given up', async () => {
  const app = await open();
  const names = ['coupure.pdf', 'refus.pdf', 'annulé.pdf', 'sans réponse.pdf'];
  const items = names.map((name) => new FakeDownload(FILE, name, 100));
  for (const item of items) app.download(item);
  items[0]?.emit('updated', {}, 'interrupted');
  items[1]?.end('completed');
  items[2]?.end('cancelled');
  await answer(app, 0, inDesktopOf(app, 'coupure.pdf'));
  await answer(app, 1, join(app.folder, 'nulle part', 'refus.pdf'));
  await answer(app, 2, inDesktopOf(app, 'annulé.pdf'));
  await answer(app, 3, null);
  await expect.poll(() => downloads(app).length).toBe(2);
  expect(downloads(app)).toEqual(
    expect.arrayContaining([
      { id: 1, name: 'coupure.pdf', isSaved: false, fault: 'network' },
      { id: 2, name: 'refus.pdf', isSaved: false, fault: 'disk' },
    ]),
  );
  await expect.poll(() => arriving(app)).toEqual([]);
  expect(readdirSync(join(app.folder, 'Bureau'))).toEqual([]);
});

it('keeps no part of what an earlier start left', async () => {
  const first = await open();
  first.download(new FakeDownload(FILE, 'a.pdf'));
  writeFileSync(join(first.app.getPath('userData'), 'arriving', '1'), 'a part');
  expect(arriving(await restart(first, NO_SERVER))).toEqual([]);
});

it.each([
  ['../../.bashrc', 'bashrc'],
  ['C:\\Windows\\facture.pdf', 'C Windows facture.pdf'],
  ['facture\u202efdp.exe\u0000.pdf', 'facturefdp.exe.pdf'],
  ['con.txt', 'fichier.txt'],
  ['   ', 'fichier'],
  [`${'a'.repeat(300)}.xlsx`, `${'a'.repeat(120)}.xlsx`],
])('proposes for %j the name %j', async (given, proposed) => {
  const app = await open();
  const item = new FakeDownload(FILE, given);
  app.download(item);
  expect(app.saveDialogs[0]?.options.defaultPath).toBe(join(app.folder, 'downloads', proposed));
});

it.each([
  'https://mal.exemple/a.exe',
  'app://bundle/home',
  'app://other/api/x',
  'blob:https://mal.exemple/5f1c',
  'data:text/html,x',
  'file:///etc/passwd',
])('saves nothing from %s', async (url) => {
  const app = await open();
  expect(app.download(new FakeDownload(url, 'a.exe'))).toBe(true);
});
