import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page, test } from '@playwright/test';
import { allOrSome } from '../../../scripts/extent.ts';
import type { Client } from '../../api/test/client.ts';
import type { PersonName } from '../../api/test/people.ts';
import { postSos } from '../../api/test/scenes.ts';
import { overflowOf, seriousFindings, settle } from './accessible.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

const STORED = 5000;

let server: Server;
let nina: Client;
let karim: Client;

test.beforeAll(async () => {
  server = await startServer();
  nina = await signUp(server, 'nina');
  karim = await signUp(server, 'karim', nina);
});
test.afterAll(() => server.close());

/** They are older than what happens in the journey. */
function storeNotices(memberId: string): void {
  const database = new DatabaseSync(join(server.folder, 'guilde.db'), { timeout: 60_000 });
  const row = database.prepare(
    `insert into notices (member_id, kind, subject, created_at, until, way, decided_at) values (?, 'examined', ?, ?, 0, 'mail', 0)`,
  );
  const yesterday = Date.now() - 86_400_000;
  database.exec('begin immediate');
  for (let at = 0; at < STORED; at++) row.run(memberId, `signalement-${at}`, yesterday - at * 1000);
  database.exec('commit');
  database.close();
}

/** Scrolls as far as the list goes until that many rows have been read. */
async function readRows(page: Page, count: number): Promise<void> {
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(async () => {
    await page.getByRole('region', { name: 'Notifications' }).evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    expect(Number(await rows.last().getAttribute('aria-posinset'))).toBeGreaterThan(count);
  }).toPass();
}

for (const { theme, viewport, name } of allOrSome([
  { theme: 'dark', viewport: { width: 375, height: 812 }, name: 'claire' },
  { theme: 'light', viewport: { width: 1440, height: 900 }, name: 'zoe' },
] as const satisfies { theme: string; viewport: object; name: PersonName }[]))
  test(`an hour without notifications holds on two devices, and the list of ${STORED} says what it held back, ${theme}`, async ({
    browser,
  }) => {
    const member = await signUp(server, name, nina);
    storeNotices(member.id);
    const { page } = await browse(browser, server, member, { colorScheme: theme, viewport });
    const other = await browse(browser, server, member, { viewport: { width: 1280, height: 800 } });
    await other.page.goto('/home');
    const account = other.page.getByRole('button', { name: /Mon compte/ });

    await test.step('it is chosen on one device, and the other shows it', async () => {
      await page.goto('/settings/availability');
      await page.getByRole('button', { name: 'Pendant 1\u00a0h' }).click();
      await expect(page.getByText(/^Ne pas déranger jusqu’à \d\d:\d\d$/).first()).toBeVisible();
      await settle(page);
      expect([await seriousFindings(page), await overflowOf(page)]).toEqual([[], 0]);
      await expect(account).toHaveAccessibleName(/Ne pas déranger jusqu’à/);
    });

    await test.step('an SOS that would have asked stands in the list, with its reason, by keyboard', async () => {
      await page.goto('/settings/availability');
      const title = `Paiement bloqué chez ${name}`;
      await postSos(karim, { title, specialties: [] });
      await expect
        .poll(async () => (await member.get<{ items: unknown[] }>('/api/home/told?limit=1')).body.items[0])
        .toMatchObject({ kind: 'alert', title, channel: 'none', reason: 'undisturbed' });
      await page.goto('/home');
      await page.getByRole('link', { name: /^Tout voir/ }).focus();
      await page.keyboard.press('Enter');
      // Home lists the same SOS, and stays for a moment after the address has changed.
      const list = page.getByRole('region', { name: 'Notifications' });
      const row = list.getByRole('listitem').filter({ hasText: title });
      await row.getByRole('link', { name: title }).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(row.getByText('Tu avais choisi «\u00a0Ne pas déranger\u00a0».')).toBeVisible();
      await settle(page);
      expect([await seriousFindings(page), await overflowOf(page)]).toEqual([[], 0]);
    });

    await test.step('however far one reads, the document stays small', async () => {
      await readRows(page, 300);
      expect(await page.getByRole('main').getByRole('listitem').count()).toBeLessThan(50);
    });

    await test.step('whoever comes back from a row finds the list where it was', async () => {
      const list = page.getByRole('region', { name: 'Notifications' });
      const last = page.getByRole('main').getByRole('listitem').last();
      const row = page.locator(`[aria-posinset="${await last.getAttribute('aria-posinset')}"]`);
      await row.scrollIntoViewIfNeeded();
      const left = await list.evaluate((element) => element.scrollTop);
      await row.getByRole('link').first().click();
      await expect(page).toHaveURL('/information/contact');
      await page.goBack();
      await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(left);
      await expect(row).toBeInViewport();
    });

    await test.step('it ends from the menu of the other device', async () => {
      await account.click();
      await other.page.getByRole('menuitem', { name: 'Reprendre les notifications' }).click();
      await page.goto('/settings/availability');
      await expect(page.getByRole('button', { name: 'Pendant 1\u00a0h' })).toBeVisible();
    });
  });
