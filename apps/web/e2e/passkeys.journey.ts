import { expect, test } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { addPasskey, authenticator } from './authenticators.ts';
import { browse, expectAnnounced, PASSWORD, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

let server: Server;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.close());

/** The page has these once it has read the answers to the end. Playwright’s event of that end did not come once. */
const answersRead = () =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/auth/passkeys/request'))
    .length;

test('a passkey opens the back office, signs in, and proves at the door; then it is renamed and removed', async ({
  browser,
}) => {
  const nina = await signUp(server, 'nina');
  const { page, context } = await browse(browser, server, nina);
  const phone = await authenticator(page);

  await test.step('an administrator adds one where the back office asks for a second factor', async () => {
    await page.goto('/admin');
    await addPasskey(page, 'Mon téléphone');
    await expect(page.getByRole('tab', { name: 'Membres' })).toBeVisible();
    expect(await phone.kept()).toBe(1);
  });

  await test.step('it signs in without a password', async () => {
    await context.clearCookies();
    await phone.answers(false);
    await page.addInitScript(() => {
      const { credentials } = navigator;
      // A blank page has none.
      if (!credentials) return;
      const ask = credentials.get.bind(credentials);
      credentials.get = (options) => {
        document.documentElement.dataset.asked = `${document.documentElement.dataset.asked ?? ''} ${options?.mediation ?? 'button'}`;
        return ask(options);
      };
    });
    // The request of the field is answered after that of the button.
    let late = Promise.withResolvers<void>();
    let requests = 0;
    await page.route('**/api/auth/passkeys/request', async (route) => {
      if (requests++ === 0) await late.promise;
      // The page that asked may be gone.
      await route.continue().catch(() => undefined);
    });
    const button = page.getByRole('button', { name: 'Utiliser une clé d’accès' });
    const asked = page.locator('html');
    const pressEarly = async () => {
      // The previous page would send a request of its own.
      await page.goto('about:blank');
      requests = 0;
      late = Promise.withResolvers<void>();
      await page.goto('/auth?from=/admin');
      await expect.poll(() => requests).toBe(1);
      await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username webauthn');
      await button.click();
    };
    await pressEarly();
    await expect(asked).toHaveAttribute('data-asked', ' button');
    late.resolve();
    await expect.poll(() => page.evaluate(answersRead)).toBe(2);
    await expect(asked).toHaveAttribute('data-asked', ' button');
    // Chromium's authenticator does not answer what it has begun to refuse, so the person answers at once.
    await phone.answers(true);
    await pressEarly();
    await expect(page.getByRole('tab', { name: 'Membres' })).toBeVisible();
    late.resolve();
  });

  await test.step('after a password the back office asks for it', async () => {
    await context.clearCookies();
    await phone.answers(false);
    await page.goto('/auth?from=/admin');
    await page.getByLabel('E-mail').fill(nina.email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByRole('heading', { name: 'Confirme que c’est toi' })).toBeVisible();
    await phone.answers(true);
    await page.getByRole('button', { name: 'Utiliser ma clé d’accès' }).click();
    await expect(page.getByRole('tab', { name: 'Membres' })).toBeVisible();
  });

  await test.step('the settings list it; it is renamed, then removed', async () => {
    await page.goto('/settings/security');
    await page.getByRole('button', { name: 'Renommer Mon téléphone' }).click();
    await page.getByLabel('Nom de la clé').fill('Pixel de Nina');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('Pixel de Nina')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Retirer Pixel de Nina' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Retirer' }).click();
    await expectAnnounced(page, 'Clé d’accès retirée');
    await expect(page.getByText('Pixel de Nina')).toHaveCount(0);
    await page.goto('/admin');
    await expect(
      page.getByRole('heading', { name: 'L’administration demande la double vérification' }),
    ).toBeVisible();
  });
});
