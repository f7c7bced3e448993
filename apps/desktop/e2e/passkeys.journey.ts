import { type BrowserContext, expect, test } from '@playwright/test';
import { seriousFindings } from '../../web/e2e/accessible.ts';
import { addPasskey, authenticator, type Phone } from '../../web/e2e/authenticators.ts';
import { browse, signUp } from '../../web/e2e/people.ts';
import { type Server, startServer } from '../../web/e2e/server.ts';
import { type DesktopApp, startApp } from './app.ts';
import { goTo, signIn } from './members.ts';

let server: Server;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.close());

/** `phone` belongs to the newest tab. */
type Tab = { context: BrowserContext; phone: Phone };

/** Gives what the app has opened in the system's browser since the last call. */
async function openedBy({ fake }: DesktopApp): Promise<URL> {
  await expect.poll(() => fake.opened.length).toBe(1);
  return new URL(fake.opened.splice(0)[0] ?? '');
}

/**
 * Returns the link that the browser opens. The tab is new, because nothing answers its question whether to
 * open an app.
 */
async function usePasskey(tab: Tab, address: URL, says: string): Promise<string> {
  const web = await tab.context.newPage();
  tab.phone = await tab.phone.carriedTo(web);
  await web.goto(address.href);
  await expect(web.getByText(says)).toBeVisible();
  expect(await seriousFindings(web)).toEqual([]);
  await web.getByRole('button', { name: 'Utiliser ma clé d’accès' }).click();
  await expect(web.getByRole('heading', { name: 'C’est confirmé' })).toBeVisible();
  const link = web.getByRole('link', { name: 'Ouvrir Guilde' });
  await expect(link).toHaveAttribute('href', /^guilde:\/\/passkey\/[\w-]{43}$/);
  expect(await seriousFindings(web)).toEqual([]);
  await expect(web).toHaveURL(address.href);
  return (await link.getAttribute('href')) ?? '';
}

test('a passkey opens the app through the browser, proves at the back office’s door, and nothing unasked does anything', async ({
  browser,
}) => {
  const nina = await signUp(server, 'nina');
  const { page: web, context } = await browse(browser, server, nina);
  const tab: Tab = { context, phone: await authenticator(web) };
  await web.goto('/admin');
  await addPasskey(web, 'Mon téléphone');
  await expect(web.getByRole('tab', { name: 'Membres' })).toBeVisible();
  // The page would otherwise offer to sign in, and the phone would answer by itself.
  await web.goto('about:blank');
  await context.clearCookies();

  const app = await startApp(browser, server.url);
  const page = await app.page();
  const useAtSignIn = page.getByRole('button', { name: 'Utiliser une clé d’accès' });
  const unasked = page.getByText('Réponse inattendue du navigateur', { exact: true });
  let link = '';

  await test.step('what is given up answers nobody', async () => {
    await useAtSignIn.click();
    await expect(page.getByText('Continue dans ton navigateur.')).toBeVisible();
    const address = await openedBy(app);
    expect(address.origin).toBe(server.url);
    await page.getByRole('button', { name: 'Annuler' }).click();
    link = await usePasskey(tab, address, 'Tu vas te connecter à l’application de bureau Guilde.');
    app.startAgain(link);
    await expect(unasked).toBeVisible();
    await expect(page.getByLabel('E-mail')).toBeVisible();
  });

  await test.step('the code of another request is refused', async () => {
    await useAtSignIn.click();
    await openedBy(app);
    app.startAgain(link);
    await expect(page.getByText('Cette demande n’est plus valable.', { exact: false }).first()).toBeVisible();
    await expect(useAtSignIn).toBeVisible();
  });

  await test.step('the browser asks for the passkey and stays signed out; the app is signed in', async () => {
    await useAtSignIn.click();
    await openedBy(app);
    await page.getByRole('button', { name: 'Rouvrir la page' }).click();
    link = await usePasskey(
      tab,
      await openedBy(app),
      'Tu vas te connecter à l’application de bureau Guilde.',
    );
    expect(await (await context.request.get('/api/auth/account')).json()).toBeNull();
    app.startAgain(link);
    await expect(page).toHaveURL(/\/home$/);
    await goTo(page, '/admin');
    await expect(page.getByRole('tab', { name: 'Membres' })).toBeVisible();
  });

  await test.step('the settings list it, and lead to the web for another', async () => {
    await goTo(page, '/settings/security');
    await expect(page.getByText('Mon téléphone')).toBeVisible();
    await page.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
    expect((await openedBy(app)).href).toBe(`${server.url}/settings/security`);
    // On a fast machine this is still the question before.
    await expect(unasked).toBeHidden();
    app.startAgain(link);
    await expect(unasked).toBeVisible();
    await expect(page).toHaveURL(/\/settings\/security$/);
  });

  await test.step('after a password the back office asks for the passkey, in the same way', async () => {
    await page.getByRole('button', { name: /Nina/ }).first().click();
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible();
    await signIn(page, 'nina');
    await expect(page).toHaveURL(/\/(home|settings\/security)$/);
    await goTo(page, '/admin');
    await expect(page.getByRole('heading', { name: 'Confirme que c’est toi' })).toBeVisible();
    await page.getByRole('button', { name: 'Utiliser ma clé d’accès' }).click();
    app.startAgain(
      await usePasskey(
        tab,
        await openedBy(app),
        'Tu vas confirmer que c’est toi dans l’application de bureau Guilde.',
      ),
    );
    await expect(page.getByRole('tab', { name: 'Membres' })).toBeVisible();
  });

  await test.step('the settings remove it', async () => {
    await goTo(page, '/settings/security');
    await page.getByRole('button', { name: 'Retirer Mon téléphone' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Retirer' }).click();
    await expect(page.getByRole('button', { name: 'Retirer Mon téléphone' })).toHaveCount(0);
  });
  expect(app.problems).toEqual([]);
  await app.quit();
  app.fake.remove();
});

test('a code that starts the app is told to have come too late, and the page without a request leads back', async ({
  browser,
}) => {
  const app = await startApp(browser, server.url, { args: [`guilde://passkey/${'a'.repeat(43)}`] });
  const page = await app.page();
  await expect(page.getByText('Recommence depuis l’application.', { exact: false }).first()).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await app.quit();
  app.fake.remove();
  const web = await browser.newPage();
  for (const asked of ['', '?use=sign-in&challenge=court', `?use=add&challenge=${'a'.repeat(43)}`]) {
    await web.goto(`${server.url}/desktop${asked}`);
    await expect(web.getByText('Recommence depuis l’application.')).toBeVisible();
    await expect(web.getByRole('button', { name: /clé d’accès/ })).toHaveCount(0);
  }
  await web.close();
});
