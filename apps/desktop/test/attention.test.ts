import { expect, it } from 'vitest';
import { createFakeElectron } from './fake-electron.ts';
import { startApp } from './running-app.ts';
import {
  claireHidden,
  connected,
  guilde,
  karim,
  onScreen,
  readAll,
  withWatchedChat,
  write,
} from './watched-chat.ts';

withWatchedChat();

it('Windows gets an overlay, which 0 removes, and no badge number', async () => {
  const app = await startApp(guilde.url, { platform: 'win32' });
  await app.signIn('claire');
  await write(karim);
  await expect.poll(() => app.windows[0]?.overlays.at(-1)).toBe('Guilde\u00a0: 1 message non lu');
  expect(app.app.badge).toBe(0);
  await readAll();
  await expect.poll(() => app.windows[0]?.overlays.at(-1)).toBe('');
});

it('« Ne pas déranger » in the tray: the number goes on, nothing is shown', async () => {
  const app = await claireHidden();
  const item = app.trays[0]?.menu.find(({ label }) => label === 'Ne pas déranger');
  const choose = (checked: boolean) =>
    (item?.click as ((item: { checked: boolean }) => void) | undefined)?.({ checked });
  choose(true);
  await write(karim, 'Pendant la réunion');
  await expect.poll(() => app.app.badge).toBe(1);
  choose(false);
  await write(karim, 'Après la réunion');
  await expect.poll(() => onScreen(app).map(({ options }) => options.body)).toEqual(['Après la réunion']);
});

it('news draws the eye to a window that is not looked at, until one looks', async () => {
  const app = await startApp(guilde.url);
  await app.signIn('claire');
  await connected(app);
  const window = app.windows[0];
  window?.blur();
  await write(karim, 'Par ici');
  await expect.poll(() => onScreen(app).length).toBe(1);
  onScreen(app)[0]?.emit('show');
  expect(window?.flashes).toBe(true);
  window?.focus();
  expect(window?.flashes).toBe(false);
});

it('news bounces the dock, where there is one', async () => {
  const fake = createFakeElectron();
  fake.app.addDock();
  const app = await startApp(guilde.url, { platform: 'darwin', argv: ['guilde', '--hidden'] }, fake);
  await app.signIn('claire');
  await connected(app);
  const before = fake.app.bounces;
  await write(karim, 'Par ici');
  await expect.poll(() => onScreen(app).length).toBe(1);
  onScreen(app)[0]?.emit('show');
  expect(fake.app.bounces).toBe(before + 1);
});

it('a notification that the system refuses is said in the state, until one is shown', async () => {
  const app = await claireHidden();
  await write(karim, 'Non montré');
  await expect.poll(() => onScreen(app).length).toBe(1);
  app.notifications.at(-1)?.emit('failed', {}, 'not allowed');
  expect(await app.invoke('state')).toMatchObject({ notificationsFail: true });
  app.notifications.at(-1)?.emit('show');
  expect(await app.invoke('state')).toMatchObject({ notificationsFail: false });
});
