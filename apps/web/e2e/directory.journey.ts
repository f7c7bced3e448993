import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { allOrSome } from '../../../scripts/extent.ts';
import type { Client } from '../../api/test/client.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let claire: Client;
let zoe: Client;

test.beforeAll(async () => {
  server = await startServer();
  const nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
  zoe = await signUp(server, 'zoe', nina);
  await signUp(server, 'karim', nina);
});
test.afterAll(() => server.close());

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([]);
}

for (const { theme, viewport } of allOrSome([
  { theme: 'light', viewport: { width: 1440, height: 900 } },
  { theme: 'dark', viewport: { width: 375, height: 812 } },
] as const)) {
  test(`a member finds somebody, and goes on by the palette, ${theme}`, async ({ browser }) => {
    const { context, page } = await browse(browser, server, claire, { colorScheme: theme, viewport });

    await test.step('without the accents of the store, by keyboard alone', async () => {
      await page.goto('/directory');
      await expect(page.getByRole('link', { name: 'Zoé Lefèvre' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('/');
      await page.keyboard.type('petite oeuvre');
      await expect(page.getByRole('link', { name: 'Karim Benali' })).toHaveCount(0);
      await expect(page).toHaveURL(/\?q=petite\+oeuvre$/);
      await page.getByRole('link', { name: 'Zoé Lefèvre' }).click();
    });

    await test.step('the profile says who she is and who invited her, and goes back to the same search', async () => {
      await expect(page).toHaveURL(`/profile/${zoe.id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Zoé Lefèvre' })).toBeVisible();
      await expect(page.getByRole('list', { name: 'Spécialités' })).toContainText('TikTok');
      await expect(page.getByRole('main').getByRole('link', { name: 'Nina Roche' })).toBeVisible();
      await expect(page.getByRole('main')).not.toContainText(zoe.email);
      await expectAccessible(page);
      await page.getByRole('main').getByRole('link', { name: 'Annuaire' }).click();
      await expect(page).toHaveURL(/\/directory\?q=petite\+oeuvre$/);
      await expect(page.getByRole('link', { name: 'Zoé Lefèvre' })).toBeVisible();
    });

    await test.step('the palette opens over whatever has the focus, and leads to another page', async () => {
      await page.getByRole('searchbox', { name: 'Rechercher un membre' }).focus();
      await page.keyboard.press('Control+k');
      const box = page.getByRole('combobox', { name: 'Aller à…' });
      await expect(box).toBeFocused();
      await box.fill('karim');
      await expect(page.getByRole('option', { name: /Karim Benali/ })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('searchbox', { name: 'Rechercher un membre' })).toBeFocused();
      // On a phone the button is on the home page, whose link is always visible.
      if (viewport.width < 768) await page.getByRole('link', { name: 'Accueil' }).click();
      await page.getByRole('button', { name: 'Aller à…' }).click();
      await box.fill('evene');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/events');
      await expect(page.getByRole('heading', { level: 1, name: 'Événements' })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await context.close();
  });
}
