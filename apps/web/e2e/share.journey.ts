import { SHARE_PATH } from '@guilde/contracts/conversations/sharing.ts';
import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { PASSWORD } from '../../api/test/people.ts';
import { openChat } from '../../api/test/scenes.ts';
import { screenshot } from '../../api/test/uploads.ts';
import { seriousFindings } from './accessible.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true };

let server: Server;
let claire: Client;
let sosId: string;

test.beforeAll(async () => {
  server = await startServer();
  const nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
  sosId = (await openChat(claire, await signUp(server, 'karim', nina))).sos.id;
});
test.afterAll(() => server.close());

async function share(page: Page, texts: Record<string, string>, picture?: Buffer) {
  await page.evaluate(
    ({ action, fields, bytes }) => {
      const form = document.createElement('form');
      Object.assign(form, { action, method: 'post', enctype: 'multipart/form-data' });
      for (const [name, value] of Object.entries(fields)) {
        const field = document.createElement('textarea');
        Object.assign(field, { name, value });
        form.append(field);
      }
      if (bytes) {
        const field = document.createElement('input');
        Object.assign(field, { type: 'file', name: 'files' });
        const chosen = new DataTransfer();
        const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
        chosen.items.add(new File([content], 'suspension.png', { type: 'image/png' }));
        field.files = chosen.files;
        form.append(field);
      }
      document.body.append(form);
      form.submit();
    },
    { action: SHARE_PATH, fields: texts, bytes: picture?.toString('base64') ?? null },
  );
}

test('what another app shares waits through a sign-in, and goes into the draft of the chosen conversation', async ({
  browser,
}) => {
  const { page, context } = await browse(browser, server, null, PHONE);
  await page.goto('/auth');
  await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js').then(() => undefined));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const address = 'https://exemple.fr/compte';
  await share(
    page,
    { title: 'Compte suspendu', text: `Compte suspendu\n${address}`, url: address },
    Buffer.from(await screenshot(600, 400)),
  );

  await page.getByLabel('E-mail').fill(claire.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Partager dans…', level: 1 })).toBeVisible();
  await expect(page.getByText('suspension.png')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.screenshot({ path: 'out/tests/share.png' });
  await page.getByRole('list', { name: 'Conversations' }).getByRole('button').click();

  await expect(page).toHaveURL(new RegExp(`/chat\\?sos=${sosId}$`));
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(`Compte suspendu\n${address}`);
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await expect(page.getByRole('log').getByText('Compte suspendu')).toBeVisible();
  await expect(page.getByRole('log').getByRole('button', { name: /^Agrandir/ })).toBeVisible();

  await page.goto(SHARE_PATH);
  await expect(page.getByText('Rien à partager')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await context.close();
});
