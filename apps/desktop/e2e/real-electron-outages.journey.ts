import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { History } from '@guilde/contracts/conversations/rules.ts';
import { expect, type Page } from '@playwright/test';
import { type Community, FROM_KARIM, SOS_ID } from './community.ts';
import { goTo } from './members.ts';
import { test } from './real-app.ts';
import { record } from './recorder.ts';

const composerOf = (page: Page) => page.getByRole('textbox', { name: /message/i });
const said = (page: Page, content: string) => page.getByRole('log').getByText(content);

/** Gives how often Claire's chat has this message. */
const sent = async ({ karim, conversationId }: Community, text: string) => {
  const { body } = await karim.get<History>(`/api/conversations/${conversationId}/messages`);
  return body.messages.filter(({ content }) => content === text).length;
};

test('offline and back: what was typed is sent once, what came meanwhile is told once', async ({
  community,
  computer,
  begin,
}) => {
  const { server, write } = community;
  const { app, window } = await begin();
  const page = await app.playwrightPage();
  await goTo(page, `/chat?sos=${SOS_ID}`);
  await composerOf(page).fill('Merci, je');
  await server.kill();
  await expect(page.getByText('Reconnexion…')).toBeVisible();
  await composerOf(page).press('End');
  await composerOf(page).pressSequentially(' l’envoie ce soir.');
  await composerOf(page).press('Enter');
  await expect(said(page, 'Merci, je l’envoie ce soir.')).toBeVisible();
  await window.close();
  await expect.poll(window.isVisible).toBe(false);
  const desktop = record();
  await server.start();
  await write('Me revoilà.');
  await expect.poll(() => sent(community, 'Merci, je l’envoie ce soir.')).toBe(1);
  // Calls go through before the socket is back, whose greeting repeats the number.
  await expect.poll(desktop.trayChanges).toBeGreaterThan(0);
  await write('Reçu.');
  await expect.poll(() => desktop.notifications().at(-1)).toEqual([FROM_KARIM, 'Reçu.']);
  await computer.startAgain();
  await expect.poll(window.isVisible).toBe(true);
  await expect(said(page, 'Me revoilà.')).toHaveCount(1);
  await expect(page.getByText('Reconnexion…')).toHaveCount(0);
  const told = (text: string) => desktop.notifications().filter(([, body]) => body === text).length;
  expect(told('Reçu.')).toBe(1);
  // It may come before the app is back, and is then only counted.
  expect(told('Me revoilà.')).toBeLessThanOrEqual(1);
});

/** `text` has no accents. */
const isOnDisk = (folder: string, text: string) => {
  const storage = join(folder, 'Local Storage/leveldb');
  return readdirSync(storage).some((file) => readFileSync(join(storage, file)).includes(text));
};

test('what was written offline survives the end of the process, and is sent after the next start', async ({
  community,
  computer,
  begin,
}) => {
  const { app } = await begin();
  const page = await app.playwrightPage();
  await goTo(page, `/chat?sos=${SOS_ID}`);
  // The conversation must be loaded before the server goes, or the page shows only that loading failed.
  await expect(composerOf(page)).toBeVisible();
  await community.server.kill();
  await expect(page.getByText('Reconnexion…')).toBeVisible();
  await composerOf(page).fill('Écrit juste avant la coupure.');
  await composerOf(page).press('Enter');
  await expect(said(page, 'Écrit juste avant la coupure.')).toBeVisible();
  await composerOf(page).fill('Et ceci reste un brouillon');
  // Chromium alone would write it a minute later, because it spreads its writes over the hour.
  await expect
    .poll(() => isOnDisk(computer.folder, 'Et ceci reste un brouillon'), { timeout: 45_000 })
    .toBe(true);
  await app.end();
  await community.server.start();
  const next = await computer.start(`guilde://chat/${SOS_ID}`).playwrightPage();
  await expect(composerOf(next)).toHaveValue('Et ceci reste un brouillon');
  await expect(said(next, 'Écrit juste avant la coupure.')).toBeVisible();
  await expect.poll(() => sent(community, 'Écrit juste avant la coupure.')).toBe(1);
});

test('started before the server is there, the window comes by itself', async ({
  community,
  computer,
  begin,
}) => {
  const signedIn = await begin();
  await signedIn.app.end();
  await community.server.kill();
  const page = await computer.start().page();
  await expect.poll(() => page.text().catch(() => '')).toContain('Guilde ne répond pas');
  await community.server.start();
  await expect.poll(() => page.text()).toContain('Bonjour Claire');
});

/** Passes connections on to the server. Those that are open at `fallSilent` carry nothing more, and do not end. */
async function startRelay(serverUrl: string) {
  const pairs = new Set<[Socket, Socket]>();
  const relay = createServer((near) => {
    const far = connect(Number(new URL(serverUrl).port), 'localhost');
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near]] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => pairs.delete(pair));
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, 'localhost', resolve));
  const silent = new Set<[Socket, Socket]>();
  return {
    url: `http://localhost:${(relay.address() as AddressInfo).port}`,
    fallSilent: () => {
      for (const pair of pairs) {
        silent.add(pair);
        for (const socket of pair) socket.unpipe().pause();
      }
      pairs.clear();
    },
    close: () => {
      for (const socket of [...pairs, ...silent].flat()) socket.destroy();
      relay.close();
    },
  };
}

test('a connection that carries nothing any more is replaced', async ({ community, computer, begin }) => {
  const relay = await startRelay(community.server.url);
  try {
    writeFileSync(join(computer.folder, 'settings.json'), JSON.stringify({ server: relay.url }));
    const { window } = await begin();
    await window.minimize();
    await expect.poll(window.isFocused).toBe(false);
    const desktop = record();
    relay.fallSilent();
    await community.write('Es-tu encore là ?');
    // The connection counts as lost once a heartbeat has had no answer.
    await expect.poll(() => desktop.counts().at(-1)).toBe(1);
    await community.write('Et maintenant ?');
    await expect.poll(desktop.notifications).toEqual([[FROM_KARIM, 'Et maintenant ?']]);
  } finally {
    relay.close();
  }
});

test('an app that was stopped tells once what came meanwhile', async ({ community, begin }) => {
  const { app, window } = await begin();
  await window.minimize();
  await expect.poll(window.isFocused).toBe(false);
  const desktop = record();
  app.process.kill('SIGSTOP');
  await community.write('Es-tu là ?');
  await community.write('Toujours pas ?');
  app.process.kill('SIGCONT');
  await expect.poll(desktop.notifications).toEqual([
    [FROM_KARIM, 'Es-tu là ?'],
    [FROM_KARIM, 'Toujours pas ?'],
  ]);
  await expect.poll(() => desktop.counts().at(-1)).toBe(2);
});
