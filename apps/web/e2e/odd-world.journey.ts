/** Members' machines differ from ours in clocks, undo, copies and files; each test takes one difference. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { granted, postSos, sendText } from '../../api/test/scenes.ts';
import { browse, expectToast, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let [claire, karim]: Client[] = [];
let chat: { sosId: string; id: string };

test.beforeAll(async () => {
  server = await startServer();
  const nina = await signUp(server, 'nina');
  [claire, karim] = [await signUp(server, 'claire', nina), await signUp(server, 'karim', nina)];
  const { id: sosId } = await postSos(claire, { title: 'Colis bloqué en douane' });
  const { id } = granted(await karim.post<Conversation>(`/api/sos/${sosId}/join`));
  chat = { sosId, id };
});
test.afterAll(() => server.close());

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const lineWith = (page: Page, text: string) =>
  page.getByRole('log').getByRole('listitem').filter({ hasText: text });

async function openAsClaire(
  browser: Browser,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
) {
  const { page } = await browse(browser, server, claire ?? null);
  await prepare(page);
  await page.goto(`/chat?sos=${chat.sosId}`);
  await expect(composer(page)).toBeVisible();
  return page;
}

for (const minutes of [-20, 20])
  test(`a message can be corrected in its time with a clock that is wrong by ${minutes} minutes`, async ({
    browser,
  }) => {
    const text = `Écrit avec une horloge décalée de ${minutes} minutes`;
    await sendText(claire as Client, chat.id, text);
    const page = await openAsClaire(browser, async (opened) => {
      await opened.clock.install({ time: Date.now() + minutes * 60_000 });
    });
    await lineWith(page, text).hover();
    await lineWith(page, text)
      .getByRole('button', { name: /^Actions du message/ })
      .click();
    await expect(page.getByRole('menuitem', { name: 'Modifier' })).toBeVisible();
  });

test('a completion is taken back by Ctrl+Z, like any word', async ({ browser }) => {
  const page = await openAsClaire(browser);
  const field = composer(page);
  await field.pressSequentially('Merci @kar');
  await expect(page.getByRole('option', { name: /Karim/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Merci @Karim ');
  await page.keyboard.type('!');
  await expect(field).toHaveValue('Merci @Karim !');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('Merci @kar');
  await page.keyboard.press('Control+Shift+z');
  await expect(field).toHaveValue('Merci @Karim ');
  await field.fill('');
});

test('what a button writes is taken back by Ctrl+Z, too', async ({ browser }) => {
  const sos = await postSos(karim as Client);
  granted(await (claire as Client).post(`/api/sos/${sos.id}/join`));
  const page = await openAsClaire(browser);
  await page.goto(`/chat?sos=${sos.id}`);
  const opening = page.getByRole('button', { name: 'Depuis quand\u202f?' });
  await opening.click();
  await expect(composer(page)).toHaveValue('Depuis quand\u202f?');
  await page.keyboard.press('Control+z');
  await expect(composer(page)).toHaveValue('');
  await expect(opening).toBeVisible();
});

test('copied messages have their time once', async ({ browser }) => {
  for (const text of ['Premier à copier', 'Second à copier']) await sendText(karim as Client, chat.id, text);
  const page = await openAsClaire(browser);
  await expect(lineWith(page, 'Second à copier')).toBeVisible();
  const copied = await lineWith(page, 'Second à copier').evaluate((line) => {
    getSelection()?.selectAllChildren(line);
    return String(getSelection());
  });
  expect(copied.match(/\d\d:\d\d/g)).toHaveLength(1);
});

test('a file that was saved again after it was chosen is told at once, and the text goes without it', async ({
  browser,
}) => {
  const page = await openAsClaire(browser);
  const file = join(server.folder, 'export.csv');
  writeFileSync(file, 'sku;prix\n1;10\n');
  await page.route('**/api/conversations/*/files', async (route) => {
    writeFileSync(file, 'sku;prix\n1;10\n2;20\n');
    await route.continue();
  });
  await page.locator('input[type=file]').first().setInputFiles(file);
  const tray = page.getByRole('list', { name: 'Fichiers à envoyer' });
  await expect(tray).toContainText('Ce fichier a été modifié ou déplacé depuis. Ajoute-le à nouveau.');
  await composer(page).fill('Le texte part sans le fichier');
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await expect(lineWith(page, 'Le texte part sans le fichier')).toBeVisible();
  await expect(tray).toContainText('export.csv');
});

test('a folder is refused as one, and the rest of what was dropped is taken', async ({ browser }) => {
  const page = await openAsClaire(browser);
  await composer(page).evaluate((field) => {
    const transfer = new DataTransfer();
    for (const name of ['Photos', 'note.txt'])
      transfer.items.add(new File(['bonjour'], name, { type: 'text/plain' }));
    Object.defineProperty(DataTransferItem.prototype, 'webkitGetAsEntry', {
      value: function entry(this: DataTransferItem) {
        const name = this.getAsFile()?.name ?? '';
        return { name, isDirectory: name === 'Photos' };
      },
    });
    field.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  await expectToast(page, 'Photos\u00a0» est un dossier. Ajoute ses fichiers.');
  const tray = page.getByRole('list', { name: 'Fichiers à envoyer' });
  await expect(tray).toContainText('note.txt');
  await expect(tray).not.toContainText('Photos');
});

test('a browser that calls itself offline with a network says so only until the server answers', async ({
  browser,
}) => {
  const page = await openAsClaire(browser, async (opened) => {
    await opened.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  });
  await expect(page.getByText('Tu es hors ligne.')).toHaveCount(0);
  await page.getByRole('button', { name: /^Actions de la conversation/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
});

test('a name typed in decomposed letters is mentioned', async ({ browser }) => {
  const zoe = await signUp(server, 'zoe', karim as Client);
  granted(await zoe.post<Conversation>(`/api/sos/${chat.sosId}/join`));
  const page = await openAsClaire(browser);
  await composer(page).fill('Merci @Zoe\u0301 pour tout');
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await expect(page.getByRole('log').locator('span.font-semibold', { hasText: '@Zoé' })).toBeVisible();
});
