import { expect, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { openChat, sendText } from '../../api/test/scenes.ts';
import { check, WIDE } from './looked-at.ts';
import { browse, expectToast, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let claire: Client;
let karim: Client;
let zoe: Client;

test.beforeAll(async () => {
  server = await startServer();
  const nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
  karim = await signUp(server, 'karim', nina);
  zoe = await signUp(server, 'zoe', nina);
});
test.afterAll(() => server.close());

test('who resolved by mistake undoes it, and goes on with the same people', async ({ browser }) => {
  const { sos, conversation } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'Demande la révision, avec des captures datées.');
  const { page, context } = await browse(browser, server, claire, WIDE);
  await page.goto(`/chat?sos=${sos.id}`);

  const resolve = async () => {
    await page.getByRole('button', { name: 'Marquer comme résolu' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Terminer et marquer comme résolu' }).click();
    await dialog.getByRole('button', { name: 'Terminé', exact: true }).click();
  };
  const composer = page.getByRole('textbox', { name: /message/i });

  await test.step('on the toast', async () => {
    await resolve();
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Annuler' })
      .click();
    await expect(composer).toBeVisible();
    await expectToast(page, 'Résolution annulée');
  });

  await test.step('in the conversation, which says how long', async () => {
    await resolve();
    await expect(page.getByText(/Tu peux annuler pendant 10\s+minutes/)).toBeVisible();
    await check(page, 'undo-chat');
    await page.goto(`/sos/${sos.id}`);
    await expect(page.getByRole('button', { name: 'Annuler la résolution' })).toBeVisible();
    await check(page, 'undo-sos');
    await page.goto(`/chat?sos=${sos.id}`);
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await expect(composer).toBeVisible();
    await composer.fill('Ce n’était pas fini : la suspension est revenue.');
    await composer.press('Enter');
    await expect(page.getByRole('log').getByText('SOS rouvert')).toHaveCount(2);
  });
  await context.close();
});

test('a field of the shop is shown to the people of one’s conversations alone', async ({ browser }) => {
  await openChat(claire, karim);
  const { page, context } = await browse(browser, server, claire, WIDE);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Modifier', exact: true }).click();
  await page
    .getByRole('combobox', { name: /^Plateforme\s: visible par/ })
    .selectOption('Vu par mes conversations');
  await check(page, 'visible-to');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, 'Profil mis à jour');
  await context.close();

  for (const [client, times] of [
    [karim, 1],
    [zoe, 0],
  ] as const) {
    const other = await browse(browser, server, client, WIDE);
    await other.page.goto(`/profile/${claire.id}`);
    await expect(other.page.getByText('Secteur')).toBeVisible();
    await expect(other.page.getByText('Plateforme')).toHaveCount(times);
    await other.page.goto('/directory?cms=shopify');
    await expect(other.page.getByRole('link', { name: 'Nina Roche' })).toBeVisible();
    await expect(other.page.getByRole('link', { name: 'Claire Martin' })).toHaveCount(times);
    if (times === 0) await check(other.page, 'directory-without-her');
    await other.context.close();
  }
});
