import { expect, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let claire: Client;

test.beforeAll(async () => {
  server = await startServer();
  const nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
});
test.afterAll(() => server.close());

test('a visitor reads the legal texts, and follows their contents to a passage', async ({ browser }) => {
  const { page, context } = await browse(browser, server, null);
  await page.goto('/');
  const footer = page.getByRole('navigation', { name: 'Informations légales' }).locator('visible=true');
  await footer.getByRole('link', { name: 'Mentions légales' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mentions légales' })).toBeVisible();
  await expect(page.getByText('à compléter par l’exploitant').first()).toBeVisible();

  await page.getByRole('link', { name: 'Conditions d’utilisation' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: /Conditions générales/ })).toBeInViewport();
  await page
    .getByRole('navigation', { name: 'Sommaire' })
    .getByRole('link', { name: /recours/ })
    .click();
  await expect(page).toHaveURL(/\/terms#moderation$/);
  await expect(page.getByRole('heading', { name: /Signalement, modération et recours/ })).toBeInViewport();

  await page.goto('/privacy#droits');
  await expect(page.getByRole('heading', { name: /Vos droits/ })).toBeInViewport();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation', { name: 'Sommaire' })).toBeHidden();
  await context.close();
});

test('a member finds a question by its address, and takes the tabs by keyboard', async ({ browser }) => {
  const { page, context } = await browse(browser, server, claire);
  await page.goto('/faq#inviter');
  await expect(page).toHaveURL(/\/information\/faq#inviter$/);
  await expect(page.getByRole('button', { name: /inviter d’autres/, expanded: true })).toBeInViewport();
  await page.goto('/information/contact');
  const contact = page.getByRole('tab', { name: 'Contact' });
  await contact.focus();
  await expect(contact).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(contact).not.toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/information\/legal$/);
  await context.close();
});
