import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { History } from '@guilde/contracts/conversations/rules.ts';
import type { Settings } from '@guilde/contracts/settings/rules.ts';
import { expect, type Page } from '@playwright/test';
import { type Community, FROM_KARIM, SOS_ID, TITLE } from './community.ts';
import { goTo } from './members.ts';
import { type Begun, saveAt, test } from './real-app.ts';
import { record } from './recorder.ts';

/** Starts the app in a window that nobody looks at. */
const beginAway = async (begin: () => Promise<Begun>) => {
  const begun = await begin();
  await begun.window.minimize();
  await expect.poll(begun.window.isFocused).toBe(false);
  return begun;
};

const composerOf = (page: Page) => page.getByRole('textbox', { name: /message/i });

const drop = async (page: Page, file: string) => {
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data });
  await cdp.detach();
};

test('files are pasted, dropped and sent, and saved byte for byte where one says', async ({
  computer,
  begin,
}) => {
  const { app } = await begin();
  const page = await app.playwrightPage();
  await goTo(page, `/chat?sos=${SOS_ID}`);
  const invoice = join(computer.folder, 'facture.csv');
  writeFileSync(invoice, `date;montant\n2026-11-17;42\n${randomBytes(200_000).toString('base64')}\n`);
  await composerOf(page).focus();
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4, 4);
    canvas.getContext('2d');
    const picture = await canvas.convertToBlob();
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  });
  await app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.paste());
  // The name is the sent one, and the stored one once the file has arrived.
  await expect(page.getByRole('button', { name: /^Retirer image\.(png|webp)$/ })).toBeVisible();
  await drop(page, invoice);
  await expect(page.getByRole('button', { name: 'Retirer facture.csv' })).toBeVisible();
  await composerOf(page).fill('Voilà ce que je vois');
  await page.getByRole('button', { name: 'Envoyer' }).click();
  const link = page.getByRole('log').getByRole('link', { name: /Télécharger facture\.csv/ });
  await expect(link).toBeVisible();

  // Playwright saves what a page that it drives downloads in a place of its own.
  await app.end();
  const next = computer.start(`guilde://chat/${SOS_ID}`);
  const driven = await next.page();
  await expect.poll(() => driven.text().catch(() => '')).toContain('facture.csv');
  const saved = join(computer.folder, 'ma facture.csv');
  const proposed = await saveAt(next, saved);
  await driven.click('a', 'Télécharger facture.csv');
  await expect.poll(() => driven.text()).toContain('Fichier enregistré');
  expect(readFileSync(saved).equals(readFileSync(invoice))).toBe(true);
  expect(await proposed()).toMatchObject({
    title: 'Enregistrer sous',
    defaultPath: expect.stringMatching(/facture\.csv$/),
  });

  await driven.evaluate((gone) => {
    const links = [...document.querySelectorAll<HTMLElement>('[role=log] a')];
    const isInvoice = ({ ariaLabel, textContent }: HTMLElement) =>
      `${ariaLabel} ${textContent}`.includes('Télécharger facture.csv');
    links.find(isInvoice)?.setAttribute('href', gone);
  }, `/api/files/${crypto.randomUUID()}`);
  await driven.click('a', 'Télécharger facture.csv');
  await expect.poll(() => driven.text()).toContain('Le fichier n’a pas été enregistré');
});

/** Claire writes in the chat of her SOS; gives the message's id. */
const writeAsClaire = async ({ claire, karim, conversationId }: Community, text: string) => {
  const messages = `/api/conversations/${conversationId}/messages`;
  await claire.post(messages, { id: crypto.randomUUID(), content: text });
  const { body } = await karim.get<History>(messages);
  return body.messages.findLast(({ content }) => content === text)?.id ?? '';
};

test('an answer quotes in its notification what it answers', async ({ community, begin }) => {
  const { page } = await beginAway(begin);
  const desktop = record();
  const replyTo = await writeAsClaire(community, 'Voilà ce que je vois');
  await community.write('Le montant est faux', { replyTo });
  const quoting = '«\u00a0Voilà ce que je vois\u00a0» Le montant est faux';
  await expect.poll(desktop.notifications).toEqual([[`Karim Benali te répond · ${TITLE}`, quoting]]);
  await desktop.click(quoting);
  await expect.poll(() => page.text()).toContain('Le montant est faux');
});

test('a burst of messages becomes one notification, which leads to the chat', async ({
  community,
  begin,
}) => {
  const { page, window } = await beginAway(begin);
  const desktop = record();
  for (let i = 1; i <= 7; i++) await community.write(`Message ${i}`);
  const group = '7 nouveautés t’attendent.';
  await expect.poll(desktop.onScreen).toEqual([['Guilde', group]]);
  await desktop.click(group);
  await expect.poll(window.isFocused).toBe(true);
  await expect.poll(() => page.text()).toContain('Message 7');
  await expect.poll(community.unread).toBe(0);
});

test('a muted conversation notifies of answers only, also after a focus', async ({ community, begin }) => {
  const { claire, conversationId, write } = community;
  const { window } = await begin();
  const desktop = record();
  const mute = (isMuted: boolean) => claire.put(`/api/conversations/${conversationId}/muted`, { isMuted });
  expect((await mute(true)).status).toBe(200);
  await window.show();
  await window.minimize();
  await expect.poll(window.isFocused).toBe(false);
  const replyTo = await writeAsClaire(community, 'Je préfère le calme');
  await write('En silence');
  await write('À voix haute', { replyTo });
  const quoting = '«\u00a0Je préfère le calme\u00a0» À voix haute';
  await expect.poll(desktop.notifications).toEqual([[`Karim Benali te répond · ${TITLE}`, quoting]]);
  await mute(false);
});

test('in quiet hours the number goes up and nothing else; afterwards one is told again', async ({
  community,
  begin,
}) => {
  const { claire, write } = community;
  const { page } = await beginAway(begin);
  const desktop = record();
  const { body: settings } = await claire.get<Settings>('/api/settings');
  // The hours lie around now, so that no minute of the test is outside of them.
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toTimeString().slice(0, 5);
  const quietHours = { from: inHours(-2), to: inHours(2) };
  await claire.put('/api/settings', { ...settings, quietHours });
  await write('Il est tard.');
  await expect.poll(() => desktop.counts().at(-1)).toBe(1);
  await claire.put('/api/settings', { ...settings, quietHours: null });
  await write('Il est tôt.');
  await expect.poll(desktop.notifications).toEqual([[FROM_KARIM, 'Il est tôt.']]);
  await expect.poll(() => desktop.counts().at(-1)).toBe(2);
  await desktop.click('Il est tôt.');
  await expect.poll(() => page.text()).toContain('Il est tard.');
});

test('started at login there is no window; one notification, and its click makes the window at the chat', async ({
  community,
  computer,
  begin,
}) => {
  const signedIn = await begin();
  await signedIn.app.end();
  const starting = record();
  await community.write('Bonjour Claire');
  const app = computer.start('--hidden');
  // Messages before the server's greeting are only counted.
  await expect.poll(() => starting.counts().at(-1)).toBe(1);
  await community.readAll();
  await expect.poll(() => starting.counts().at(-1)).toBe(0);
  await expect.poll(starting.trays).toBe(1);
  expect(await app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
  const desktop = record();
  await community.write('Tu es là ?');
  await expect.poll(desktop.notifications).toEqual([[FROM_KARIM, 'Tu es là ?']]);
  await expect.poll(() => desktop.counts().at(-1)).toBe(1);
  await desktop.click('Tu es là ?');
  const page = await app.page();
  await expect.poll(() => page.text().catch(() => '')).toContain('Tu es là ?');
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true);
  await expect.poll(() => desktop.counts().at(-1)).toBe(0);
});

test('the trial notification of the settings is shown by the system', async ({ begin }) => {
  const { page } = await begin();
  const desktop = record();
  await page.goTo('/settings');
  await page.click('button', 'Envoyer une notification d’essai');
  await expect
    .poll(desktop.notifications)
    .toEqual([['Notification d’essai', 'Tout est prêt\u00a0: c’est ainsi que Guilde te préviendra.']]);
});

test('« Ne pas déranger » from another device is silent, and still is when the app has started again', async ({
  community,
  computer,
  begin,
}) => {
  const { claire } = community;
  const { app } = await beginAway(begin);
  const { body: settings } = await claire.get<Settings>('/api/settings');
  const change = async (quietUntil: string | null) =>
    expect((await claire.put('/api/settings', { ...settings, quietUntil })).status).toBe(200);
  await change(new Date(Date.now() + 3_600_000).toISOString());
  const desktop = record();
  await community.write('En réunion');
  await expect.poll(() => desktop.counts().at(-1)).toBe(1);
  await app.end();
  const next = computer.start();
  const page = await next.page();
  await expect.poll(() => page.text().catch(() => '')).toContain('Ne pas déranger jusqu’à');
  await next.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false);
  await community.write('Toujours en réunion');
  await expect.poll(() => desktop.counts().at(-1)).toBe(2);
  await change(null);
  await community.write('La réunion est finie');
  await expect
    .poll(() => desktop.notifications().filter(([summary]) => summary === FROM_KARIM))
    .toEqual([[FROM_KARIM, 'La réunion est finie']]);
});
