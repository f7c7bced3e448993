import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { expect, type Locator, test } from '@playwright/test';
import { allOrSome } from '../../../scripts/extent.ts';
import type { Client } from '../../api/test/client.ts';
import { storeCrowd } from './crowd.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

const SOS_COUNT = 120;
const MESSAGES = 160;
/** Nobody sees an entry move by this many pixels. */
const STILL = 2;

const SIZES = [
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
] as const;

let server: Server;
let claire: Client;
let karim: Client;
let chat: { sosId: string; id: string };

test.beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: 'off' });
  const nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
  karim = await signUp(server, 'karim', nina);
  storeCrowd(
    server,
    Array.from({ length: 300 }, (_, index) => ({
      firstName: `${'ABDEFGHIJ'[index % 9]}nne`,
      lastName: `Nom ${String(index).padStart(3, '0')}`,
      storeName: `Boutique ${index}`,
    })),
  );
  for (let number = 1; number <= SOS_COUNT; number++) await postSos(karim, `Question ${number}`);
  chat = await openChat();
});
test.afterAll(() => server.close());

async function postSos(author: Client, title: string): Promise<string> {
  const id = crypto.randomUUID();
  await author.post('/api/sos', {
    id,
    category: 'ads',
    title,
    description: 'Depuis ce matin, sans explication.',
    isUrgent: false,
    specialties: ['ads'],
  });
  return id;
}

async function openChat() {
  const sosId = await postSos(claire, 'Une longue conversation');
  const { body } = await karim.post<Conversation>(`/api/sos/${sosId}/join`);
  for (let number = 1; number <= MESSAGES; number++) await say(body.id, `Message ${number}.`);
  await claire.put(`/api/conversations/${body.id}/read`, { seq: MESSAGES + 1 });
  return { sosId, id: body.id };
}

async function say(conversationId: string, content: string) {
  await karim.post(`/api/conversations/${conversationId}/messages`, { id: crypto.randomUUID(), content });
}

const topOf = async (entry: Locator) => (await entry.boundingBox())?.y ?? Number.NaN;

/** The entry is where it was, and stays there during the next frames. */
async function expectAt(entry: Locator, top: number) {
  await expect(entry).toBeVisible();
  await expect.poll(async () => Math.abs((await topOf(entry)) - top)).toBeLessThanOrEqual(STILL);
  const furthest = await entry.evaluate(async (element, expected) => {
    let most = 0;
    for (let frame = 0; frame < 20; frame++) {
      await new Promise(requestAnimationFrame);
      most = Math.max(most, Math.abs(element.getBoundingClientRect().top - expected));
    }
    return most;
  }, top);
  expect(furthest).toBeLessThanOrEqual(STILL);
}

/** Gives the first entry below the middle of the scroller, as soon as all of them are at rest. */
async function entryInSight(entries: Locator, scroller: Locator): Promise<Locator> {
  const box = await scroller.boundingBox();
  const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2;
  const look = () =>
    entries.evaluateAll((all) =>
      all.map((one) => ({ name: one.textContent ?? '', top: one.getBoundingClientRect().top })),
    );
  let seen = await look();
  const isAtRest = async () => {
    const before = JSON.stringify(seen);
    seen = await look();
    return seen.some(({ top }) => top > middle) && JSON.stringify(seen) === before;
  };
  await expect.poll(isAtRest).toBe(true);
  const { name = '' } = seen.find(({ top }) => top > middle) ?? {};
  return entries.filter({ hasText: new RegExp(`^${name}$`) });
}

/** Scrolls without the mouse, whose wheel turns on for a while after the call. */
async function scrollDown(scroller: Locator, until: () => Promise<boolean>) {
  await expect
    .poll(
      async () => {
        if (await until()) return true;
        await scroller.evaluate((element) => element.scrollBy({ top: 900, behavior: 'instant' }));
        return false;
      },
      { intervals: [60] },
    )
    .toBe(true);
}

for (const viewport of allOrSome(SIZES)) {
  test(`the directory is where one left it, ${viewport.width} px`, async ({ browser }) => {
    const { context, page } = await browse(browser, server, claire, { viewport });
    await page.goto('/directory');
    const scroller = page.getByRole('region', { name: 'Membres' });
    const members = scroller.getByRole('listitem').getByRole('link');
    await expect(members.first()).toBeVisible();
    await scrollDown(scroller, () => scroller.evaluate((element) => element.scrollTop > 5000));
    const member = await entryInSight(members, scroller);
    const top = await topOf(member);

    await member.click();
    await expect(page).toHaveURL(/\/profile\//);
    await page.goBack();
    await expectAt(member, top);

    await member.click();
    await page.getByRole('main').getByRole('link', { name: 'Annuaire' }).click();
    await expectAt(member, top);
    await context.close();
  });

  test(`the feed stays where one reads, whatever arrives above, ${viewport.width} px`, async ({
    browser,
  }) => {
    const { context, page } = await browse(browser, server, claire, { viewport });
    await page.goto('/sos');
    const scroller = page.getByRole('region', { name: 'Liste des SOS' });
    const cards = scroller.getByRole('article').getByRole('link');
    await expect(cards.first()).toBeVisible();
    await scrollDown(scroller, async () => (await cards.count()) > 80);
    const card = await entryInSight(cards, scroller);
    const top = await topOf(card);

    await test.step('somebody posts', async () => {
      await postSos(karim, 'Pendant la lecture');
      await expect(page.getByRole('button', { name: '1 nouveau SOS' })).toBeVisible();
      await expectAt(card, top);
    });

    await test.step('one opens an SOS and comes back', async () => {
      await card.click();
      await expect(page).toHaveURL(/\/sos\/.+/);
      await page.goBack();
      await expectAt(card, top);
    });

    await test.step('one looks at another page, and somebody posts meanwhile', async () => {
      await page.getByRole('link', { name: 'Accueil' }).filter({ visible: true }).first().click();
      await expect(page).toHaveURL(/\/home/);
      for (const title of ['En ton absence', 'Encore une']) await postSos(karim, title);
      await page.goBack();
      await expectAt(card, top);
    });
    await context.close();
  });

  test(`a chat does not move when history is loaded above or something is said below, ${viewport.width} px`, async ({
    browser,
  }) => {
    const { context, page } = await browse(browser, server, claire, { viewport });
    const { promise: measured, resolve: letThrough } = Promise.withResolvers<void>();
    await page.route(/\/messages\?.*before=/, async (route) => {
      await measured;
      await route.continue();
    });
    await page.goto(`/chat?sos=${chat.sosId}`);
    const log = page.getByRole('log');
    const texts = log.getByText(/^Message \d+\.$/);
    await expect(log.getByText(`Message ${MESSAGES}.`)).toBeInViewport();
    const shown = await texts.count();
    expect(shown).toBeLessThan(MESSAGES);
    await log.evaluate((element) => element.scrollTo(0, 0));
    const first = log.getByText(`Message ${MESSAGES - shown + 1}.`, { exact: true });
    await expect(first).toBeInViewport();
    const top = await topOf(first);
    letThrough();
    // A long thread is virtualised, so the number of entries says nothing.
    await expect(log.getByText(`Message ${MESSAGES - shown}.`, { exact: true })).toBeAttached();
    await expectAt(first, top);

    const next = `Et pendant ce temps, à ${viewport.width} px`;
    await say(chat.id, next);
    await expect(page.getByRole('button', { name: 'Nouveaux messages' })).toBeVisible();
    await expectAt(first, top);
    await page.getByRole('button', { name: 'Nouveaux messages' }).click();
    await expect(log.getByText(next)).toBeInViewport();
    await context.close();
  });
}

const PHONE = { width: 390, height: 844 };
const SMALL_PHONE = { width: 360, height: 640 };
/** These phones' keyboards leave this much, in portrait and in landscape. */
const ABOVE_KEYBOARD = [
  { width: 390, height: 508 },
  { width: 360, height: 330 },
  { width: 844, height: 190 },
];

const heightOf = async (locator: Locator) => (await locator.boundingBox())?.height ?? 0;

test('a phone gives the conversation its whole screen, and Enter makes a line', async ({ browser }) => {
  const { context, page } = await browse(browser, server, claire, {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  await page.goto('/chat');
  const bottom = page.getByRole('navigation', { name: 'Navigation' }).filter({ visible: true });
  await expect(bottom.getByRole('link')).toHaveCount(6);
  await expect(page.getByRole('link', { name: /Une longue conversation/ })).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: /Une longue conversation/ }).tap();
  const log = page.getByRole('log');
  const composer = page.getByRole('textbox', { name: 'Message' });
  await expect(log.getByText(/^Message \d+\.$/).last()).toBeInViewport();
  await expect(bottom).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Guilde, accueil' })).toBeHidden();

  await test.step('Enter makes a line, and the composer grows to five', async () => {
    await composer.tap();
    for (const line of ['un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept']) {
      await page.keyboard.type(line);
      await page.keyboard.press('Enter');
    }
    await expect(composer).toHaveValue('un\ndeux\ntrois\nquatre\ncinq\nsix\nsept\n');
    const height = await heightOf(composer);
    const line = await composer.evaluate((element) =>
      Number.parseFloat(getComputedStyle(element).lineHeight),
    );
    expect(height).toBeLessThan(6.5 * line);
    expect(height).toBeGreaterThan(4 * line);
  });

  await test.step('above the keyboard the messages keep most of the room', async () => {
    await composer.fill('un');
    for (const viewport of ABOVE_KEYBOARD) {
      await page.setViewportSize(viewport);
      await expect.poll(() => heightOf(log)).toBeGreaterThan(viewport.height * 0.66);
      await expect(composer).toBeInViewport({ ratio: 1 });
      await expect(log.getByText(/^Message \d+\.$|^Et pendant/).last()).toBeInViewport();
    }
  });

  await test.step('one sends with the button, and goes back to the destinations', async () => {
    await page.setViewportSize(SMALL_PHONE);
    await composer.fill('Envoyé du pouce');
    await page.getByRole('button', { name: 'Envoyer' }).tap();
    await expect(log.getByText('Envoyé du pouce')).toBeInViewport();
    await expect(composer).toBeFocused();
    await page.goBack();
    await expect(bottom.getByRole('link')).toHaveCount(6);
  });

  await test.step('on its way to a tablet no empty half is left: the newest conversation opens', async () => {
    await expect(page).toHaveURL(/\/chat$/);
    await page.setViewportSize({ width: 1024, height: 1366 });
    await expect(page).toHaveURL(/\/chat\?sos=/);
    await expect(log).toBeVisible();
  });
  await context.close();
});
