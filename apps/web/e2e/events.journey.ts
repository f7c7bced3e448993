import type { EventDetail } from '@guilde/contracts/events/rules.ts';
import { addDays, localTime } from '@guilde/contracts/events/time.ts';
import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { granted } from '../../api/test/scenes.ts';
import { overflowOf, seriousFindings, settle } from './accessible.ts';
import { clockFrom, type MovedClock } from './moved-clock.ts';
import { browse, expectToast, secured, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PHONE = { viewport: { width: 375, height: 812 } };
const WIDE = { viewport: { width: 1440, height: 900 } };

let clock: MovedClock;
let server: Server;

test.beforeAll(async () => {
  clock = clockFrom(Date.now());
  server = await startServer({}, clock);
});
test.afterAll(() => server.close());

/** The page has no serious finding of axe in either theme, and fits a window of 320 px. */
async function check(page: Page, name: string) {
  const before = page.viewportSize() ?? WIDE.viewport;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    expect(await seriousFindings(page), `${name} ${colorScheme}`).toEqual([]);
    for (const { viewport } of [PHONE, WIDE]) {
      await page.setViewportSize(viewport);
      const path = test.info().outputPath(`${name}-${viewport.width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflowOf(page), name).toBeLessThanOrEqual(0);
  await page.setViewportSize(before);
}

const at = (days: number, time: string) =>
  `${addDays(localTime(clock.now(), 'Europe/Paris'), days).slice(0, 10)}T${time}`;
const answer = (client: Client, id: string, state: string) =>
  client.post<EventDetail>(`/api/events/${id}/answer`, { state });
const seen = async (client: Client, id: string) =>
  granted(await client.get<EventDetail>(`/api/events/${id}`));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a member proposes a Room; six answer at once, seats move up, the hour changes, the call opens, and who came is marked', async ({
  browser,
}) => {
  const nina = await secured(await signUp(server, 'nina'));
  granted(await nina.put('/api/admin/community', { voiceMessages: true, events: true }));
  const claire = await signUp(server, 'claire', nina);
  const guests: Client[] = [nina];
  for (const name of ['karim', 'zoe', 'paul', 'lucie', 'hugo'] as const)
    guests.push(await signUp(server, name, nina));
  const host = (await browse(browser, server, claire, PHONE)).page;

  const id = await test.step('the host proposes it on a phone, by keyboard alone', async () => {
    await host.goto('/events');
    await expect(host.getByText('Aucun événement prévu.')).toBeVisible();
    await check(host, 'empty');
    await host.getByRole('link', { name: 'Proposer un événement' }).first().press('Enter');
    await host.getByRole('radio', { name: /^Room/ }).press('Space');
    await host.keyboard.press('Tab');
    await host.keyboard.type('Sortir d’un blocage Stripe');
    await host.keyboard.press('Tab');
    await host.keyboard.type('Je l’ai vécu en mars : on déroule ce qui a marché.');
    await host.getByLabel('Jour et heure').fill(at(5, '18:30'));
    await host.getByLabel('Places', { exact: true }).fill('4');
    await host.getByLabel(/^Lien de l’appel/).fill('https://visio.exemple.fr/salon');
    await check(host, 'form');
    await button(host, 'Proposer l’événement').press('Enter');
    await expect(host.getByRole('heading', { level: 1, name: 'Sortir d’un blocage Stripe' })).toBeVisible();
    return host.url().split('/').at(-1) ?? '';
  });

  const { first, second, leavers } = await test.step('six answer at once: four come, two wait', async () => {
    const answers = await Promise.all(guests.map((guest) => answer(guest, id, 'going')));
    const waiting = guests.filter((_guest, index) => answers[index]?.status === 409);
    expect(waiting).toHaveLength(2);
    for (const guest of waiting) granted(await answer(guest, id, 'waiting'));
    const [one, other] = waiting as [Client, Client];
    return { first: one, second: other, leavers: guests.filter((guest) => !waiting.includes(guest)) };
  });
  const inLine = (await browse(browser, server, first, WIDE)).page;
  const last = (await browse(browser, server, second, PHONE)).page;
  const [early, late, stays] = leavers as [Client, Client, Client];
  const leaver = (await browse(browser, server, early, WIDE)).page;
  for (const page of [inLine, last, leaver]) await page.goto(`/events/${id}`);
  await expect(inLine.getByText(/tu es en 1re position/)).toBeVisible();
  await expect(last.getByText(/tu es en 2e position/)).toBeVisible();
  await check(last, 'waiting');
  await check(leaver, 'going');
  await check(host, 'host');
  await inLine.goto('/events');
  await expect(inLine.getByText('Liste d’attente (1re)')).toBeVisible();
  await check(inLine, 'list');
  await inLine.goBack();

  const { startsAt } = await seen(claire, id);
  const until = (before: number, start = startsAt) => clock.advance(Date.parse(start) - before - clock.now());

  await test.step('who leaves four hours before gives the seat to the first at once', async () => {
    await until(4 * HOUR_MS);
    await button(leaver, 'Je laisse ma place').click();
    await expect(button(leaver, 'Rejoindre la liste d’attente')).toBeVisible();
    await expect(inLine.getByText('Tu viens.', { exact: true })).toBeVisible();
    await expect(last.getByText(/tu es en 1re position/)).toBeVisible();
    await inLine.goto('/home');
    await expect(inLine.getByRole('link', { name: /^(Ce soir|Aujourd’hui) 18\sh\s30, Room/ })).toBeVisible();
    await check(inLine, 'home');
  });

  await test.step('who leaves two hours before makes an offer of half an hour, which the next takes', async () => {
    await until(2 * HOUR_MS);
    granted(await answer(late, id, 'declined'));
    await expect(last.getByText(/^Une place se libère/)).toBeVisible();
    await check(last, 'offered');
    await button(last, 'Je viens').click();
    await expect(last.getByText('Tu viens.', { exact: true })).toBeVisible();
  });

  await test.step('the hour changes: all keep their seats and are asked', async () => {
    await host.setViewportSize(WIDE.viewport);
    await host.getByRole('link', { name: 'Modifier' }).click();
    await host.getByLabel('Jour et heure').fill(at(0, '21:30'));
    await check(host, 'change');
    await button(host, 'Enregistrer').click();
    await expectToast(host, 'Événement modifié');
    await expect(last.getByText(/^Toujours partant/)).toBeVisible();
    await button(last, 'Oui').click();
    await expect(last.getByText('Tu viens.', { exact: true })).toBeVisible();
    await expect(host.getByText('1 confirmé, 3 sans réponse')).toBeVisible();
    expect((await seen(stays, id)).seat?.state).toBe('going');
  });

  const moved = (await seen(claire, id)).startsAt;
  await test.step('the call opens a quarter of an hour before', async () => {
    await until(15 * MINUTE_MS, moved);
    await last.reload();
    await expect(last.getByRole('link', { name: /Rejoindre l’appel/ })).toHaveAttribute(
      'href',
      'https://visio.exemple.fr/salon',
    );
    await check(last, 'call');
  });

  await test.step('the host marks who came, and guests say whether it was useful', async () => {
    await until(-2 * HOUR_MS, moved);
    await host.reload();
    await host
      .getByRole('group', { name: /Qui est venu/ })
      .getByRole('checkbox')
      .first()
      .press('Space');
    await check(host, 'attendance');
    await button(host, 'Enregistrer la présence').click();
    await expectToast(host, 'Présence enregistrée');
    const marked = (await seen(claire, id)).seats?.map(({ attended }) => attended);
    expect(marked?.toSorted()).toEqual([false, true, true, true]);
    await last.reload();
    await last.getByRole('radio', { name: 'Oui' }).press('Space');
    await expect.poll(async () => (await seen(second, id)).useful).toBe('yes');
    await check(last, 'after');
  });
});
