import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeElectron } from './fake-electron.ts';
import { endApps, restart, startApp } from './running-app.ts';

const NO_SERVER = 'http://localhost:9';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  endApps();
  vi.restoreAllMocks();
});

function appImage(path = '/home/claire/Applications/Guilde 1.AppImage') {
  const fake = createFakeElectron();
  const images = join(fake.folder, 'images');
  mkdirSync(images, { recursive: true });
  writeFileSync(join(images, 'icon.png'), 'picture');
  const around = {
    env: { APPIMAGE: path, XDG_DATA_HOME: join(fake.folder, 'data') },
    folders: { renderer: '/nowhere', images, preload: '/preload.cjs' },
  };
  return { fake, around };
}

it('an AppImage writes its desktop entry, so that links find it', async () => {
  const { fake, around } = appImage();
  await startApp(NO_SERVER, around, fake);
  const data = around.env.XDG_DATA_HOME;
  const entry = readFileSync(join(data, 'applications/fr.guilde.desktop'), 'utf8');
  expect(entry).toContain('Exec="/home/claire/Applications/Guilde 1.AppImage" %U\n');
  expect(entry).toContain('MimeType=x-scheme-handler/guilde;\n');
  expect(entry).toContain(`Icon=${join(data, 'icons/fr.guilde.png')}\n`);
  expect(readFileSync(join(data, 'icons/fr.guilde.png'), 'utf8')).toBe('picture');
});

it('an AppImage without its sandbox says what is missing, once', async () => {
  const { fake, around } = appImage();
  fake.app.switches.add('no-sandbox');
  const app = await startApp(NO_SERVER, around, fake);
  expect(app.dialogs.map(({ message }) => message)).toEqual(['Guilde fonctionne ici sans bac à sable.']);
  expect((await restart(app, NO_SERVER, around)).dialogs).toEqual([]);
});

it('with its sandbox, or installed, it says nothing', async () => {
  const { fake, around } = appImage();
  expect((await startApp(NO_SERVER, around, fake)).dialogs).toEqual([]);
  const installed = createFakeElectron();
  installed.app.switches.add('no-sandbox');
  expect((await startApp(NO_SERVER, {}, installed)).dialogs).toEqual([]);
});
