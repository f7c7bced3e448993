import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { FakeDownload } from './fake-windows.ts';
import { endApps, open, type RunningApp, windowOf } from './running-app.ts';

const FILE = 'app://bundle/api/conversations/8a7a4d0e/files/1c9d3a55/full?download';

afterEach(endApps);

const downloads = (app: RunningApp) =>
  windowOf(app)
    .webContents.sent.filter(([channel]) => channel === 'downloaded')
    .map(([, value]) => value);

it('asks where a file is saved, in the folder of the last one, and shows it there', async () => {
  const app = await open();
  const first = new FakeDownload(FILE, 'relevé.pdf');
  expect(app.download(first)).toBe(false);
  const proposed = join(app.folder, 'downloads', 'relevé.pdf');
  expect(first.dialog).toMatchObject({ title: 'Enregistrer sous', defaultPath: proposed });
  const chosen = join(app.folder, 'Bureau', 'relevé de novembre.pdf');
  first.end('completed', chosen);
  expect(downloads(app)).toEqual([{ id: 1, name: 'relevé de novembre.pdf', isSaved: true }]);
  app.send('download:show', { id: 1 });
  app.send('download:show', { id: 2 });
  app.send('download:show', { id: chosen });
  expect(app.opened).toEqual([`in its folder: ${chosen}`]);

  const second = new FakeDownload('blob:app://bundle/5f1c', 'guilde-donnees.zip');
  expect(app.download(second)).toBe(false);
  expect(second.dialog.defaultPath).toBe(join(app.folder, 'Bureau', 'guilde-donnees.zip'));
});

it('shows how far all are on the window, and takes that away', async () => {
  const app = await open();
  const items = [new FakeDownload(FILE, 'a.pdf', 100), new FakeDownload(FILE, 'b.pdf', 300)] as const;
  for (const item of items) app.download(item);
  items[1].received = 200;
  items[1].emit('updated', {}, 'progressing');
  expect(windowOf(app).progress).toBe(0.5);
  for (const item of items) item.end('completed', '/there');
  expect(windowOf(app).progress).toBe(-1);
});

it('says that one failed or broke off, and nothing about one that was given up', async () => {
  const app = await open();
  const [refused, broken, givenUp] = ['refus.pdf', 'coupure.pdf', 'annulé.pdf'].map(
    (name) => new FakeDownload(FILE, name, 100),
  );
  for (const item of [refused, broken, givenUp]) if (item) app.download(item);
  refused?.end('interrupted');
  broken?.emit('updated', {}, 'interrupted');
  givenUp?.end('cancelled');
  expect(downloads(app)).toEqual([
    { id: 1, name: 'refus.pdf', isSaved: false },
    { id: 2, name: 'coupure.pdf', isSaved: false },
  ]);
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
  expect(item.dialog.defaultPath).toBe(join(app.folder, 'downloads', proposed));
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
