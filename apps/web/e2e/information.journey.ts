import { expect, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { browse, expectTold, PEOPLE, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let claire: Client;

test.beforeAll(async () => {
  server = await startServer();
  const nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
});
test.afterAll(() => server.close());

test('a visitor reads the legal texts, follows their contents and writes to the team', async ({
  browser,
}) => {
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
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('link', { name: 'Contact', exact: true }).click();
  await page.getByLabel('Nom complet').fill('Marc Blanc');
  await page.getByLabel('Email').fill('marc@exemple.fr');
  await page.getByLabel('Sujet').fill('Devenir membre');
  await page.getByLabel('Message').fill('Comment obtenir une invitation ?');
  await page.reload();
  await expect(page.getByLabel('Sujet')).toHaveValue('Devenir membre');
  await page.getByRole('button', { name: 'Envoyer le message' }).click();
  await expectTold(page, 'Message envoyé !');
  await expect(page.getByLabel('Message')).toHaveValue('');
  expect(await server.mailTo(PEOPLE.nina.email, /Devenir membre/)).toContain('marc@exemple.fr');
  expect(await server.mailTo('marc@exemple.fr', /bien reçu/)).not.toContain('invitation');
  await context.close();
});

test('a member finds a question by its address, and is led from the short addresses to the tabs', async ({
  browser,
}) => {
  const { page, context } = await browse(browser, server, claire);
  await page.goto('/faq#inviter');
  await expect(page).toHaveURL(/\/information\/faq#inviter$/);
  await expect(page.getByRole('button', { name: /inviter d’autres/, expanded: true })).toBeInViewport();
  await page.goto('/home');
  await page.goto('/legal');
  await expect(page).toHaveURL(/\/information\/legal$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/information?tab=contact');
  await expect(page).toHaveURL(/\/information\/contact$/);
  await expect(page.getByLabel('Nom complet')).toHaveValue('Claire Martin');
  const contact = page.getByRole('tab', { name: 'Contact' });
  await contact.focus();
  await expect(contact).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(contact).not.toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/information\/legal$/);
  await context.close();
});
