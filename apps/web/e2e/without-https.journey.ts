import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { chromium, expect, test } from '@playwright/test';
import { granted, postSos, sendText } from '../../api/test/scenes.ts';
import { PASSWORD, PEOPLE, signUp } from './people.ts';
import { startServer } from './server.ts';

test('a trial on an address without https has every screen, copies, toasts and dialogs', async () => {
  const server = await startServer();
  const { port } = new URL(server.url);
  const nina = await signUp(server, 'nina');
  const [claire, karim] = [await signUp(server, 'claire', nina), await signUp(server, 'karim', nina)];
  const { id: sosId } = await postSos(claire, { title: 'Colis bloqué en douane' });
  const { id } = granted(await karim.post<Conversation>(`/api/sos/${sosId}/join`));
  await sendText(karim, id, 'À copier');
  await server.kill();
  const executablePath = process.env.GUILDE_BROWSER;
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--host-resolver-rules=MAP guilde.test 127.0.0.1',
      '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
    ],
  });
  try {
    await server.start({ PUBLIC_URL: `http://guilde.test:${port}` });
    const page = await browser.newPage({
      baseURL: `http://guilde.test:${port}`,
      viewport: { width: 375, height: 800 },
    });
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto('/auth');
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.getByLabel('E-mail').fill(PEOPLE.claire.email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
    await expect(page).toHaveURL(/\/home/);
    await page.goto(`/chat?sos=${sosId}`);
    const line = page.getByRole('log').getByRole('listitem').filter({ hasText: 'À copier' });
    await line.getByRole('button', { name: /^Actions du message/ }).click({ force: true });
    await page.getByRole('menuitem', { name: 'Copier' }).click();
    // Screen readers are told the same half a second later.
    await expect(page.getByText('Texte copié.').first()).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const path of ['/home', '/sos', '/directory', '/settings', '/settings/account', '/profile']) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    }
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
    await server.close();
  }
});
