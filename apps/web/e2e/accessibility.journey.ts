import { expect, type Page, test } from '@playwright/test';
import { RUNS_ALL } from '../../../scripts/extent.ts';
import type { Client } from '../../api/test/client.ts';
import { profileSteps } from '../../api/test/profile-answers.ts';
import { screenshot } from '../../api/test/uploads.ts';
import {
  expectRoomForLargeText,
  expectRoomForSpacedText,
  overflowOf,
  seriousFindings,
  settle,
} from './accessible.ts';
import { storeArticle } from './articles.ts';
import { browse, PEOPLE, secured, signUp } from './people.ts';
import { listenForProblems } from './problems.ts';
import { type Server, startServer } from './server.ts';
import { postSosWithConversation, SOS_ID } from './sos-with-conversation.ts';

const MISSING_ID = '00000000-0000-4000-8000-000000000000';
const ARTICLE_ID = '5c0f6a52-3a0e-4c0c-8a3f-5b1f0d6f7e21';

/** The number is small, so that the pages spread evenly over the workers. */
const PAGES_PER_TEST = 6;

test.describe.configure({ mode: 'parallel' });

let server: Server;
let people: Record<'visitor' | 'newcomer' | 'member' | 'administrator', Client | null>;

test.beforeAll(async () => {
  server = await startServer();
  const nina = await secured(await signUp(server, 'nina'));
  const claire = await signUp(server, 'claire', nina);
  const karim = await signUp(server, 'karim', nina);
  const theo = await signUp(server, 'theo', nina);
  await postSosWithConversation(claire, karim);
  storeArticle(server, {
    id: ARTICLE_ID,
    title: 'Récupérer un compte publicitaire suspendu',
    summary: 'Faire appel avec le numéro de dossier, puis relancer au bout de trois jours.',
    keyPoints: [{ text: 'Joindre une facture récente.', messages: [2] }],
    category: 'ads',
  });
  people = { visitor: null, newcomer: theo, member: claire, administrator: nina };
});
test.afterAll(() => server.close());

const SCREENS: [keyof typeof people, string[]][] = [
  [
    'visitor',
    [
      '/',
      '/auth',
      '/auth?mode=reset',
      '/auth?mode=code',
      '/invitation-info',
      '/rejoindre/x',
      '/terms',
      '/privacy',
      '/legal',
      '/accessibility',
      '/contact',
      '/unsubscribe?token=x',
      '/je-ne-viens-plus?token=x',
      '/tient',
      '/auth?mode=second-factor',
      `/desktop?use=sign-in&challenge=${'a'.repeat(43)}`,
      '/desktop',
      '/confirm-email',
      '/take-back-email',
      '/nowhere',
    ],
  ],
  ['newcomer', ['/welcome', '/profile-setup']],
  [
    'member',
    [
      '/home',
      '/sos',
      `/sos/${SOS_ID}`,
      '/sos/new',
      '/chat',
      `/chat?sos=${SOS_ID}`,
      '/profile',
      '/settings',
      '/settings/notifications',
      '/settings/availability',
      '/settings/account',
      '/settings/security',
      '/share',
      '/profile-completed',
      '/directory',
      `/profile/${MISSING_ID}`,
      '/directory?q=personne&specialty=ads',
      '/knowledge',
      '/knowledge?q=suspension',
      `/knowledge/${ARTICLE_ID}`,
      '/information',
      '/information/faq#creer-un-sos',
      '/information/contact',
      '/information/legal',
      '/information/privacy',
      '/deals',
      '/benchmarks',
      '/events',
      '/admin',
    ],
  ],
  [
    'administrator',
    [
      '/admin/queue',
      '/admin/overview',
      '/admin/summaries',
      '/admin/users',
      '/admin/users?view=reported',
      '/admin/sos',
      '/admin/messages',
      '/admin/contact',
      '/admin/journal',
      '/profile',
    ],
  ],
];

/** Every visible page title has the same left edge and size, in pixels. */
const TITLE_OF_A_PAGE = { left: 288, size: '28px' };

async function titleOf(page: Page) {
  const title = page.locator('#main [data-slot="page-title"]').first();
  if ((await title.count()) === 0) return TITLE_OF_A_PAGE;
  return title.evaluate((element) => ({
    left: element.getBoundingClientRect().left,
    size: getComputedStyle(element).fontSize,
  }));
}

type Theme = 'light' | 'dark';

/** `npm test` examines each page in one theme by turns, because kit.journey.ts examines the kit in both. */
const themesOf = (index: number): Theme[] =>
  RUNS_ALL ? ['light', 'dark'] : [index % 2 === 0 ? 'light' : 'dark'];

async function lookAt(page: Page, path: string, themes: Theme[]) {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(path);
  await expect(page.locator('html'), path).not.toHaveClass(/dark/);
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
  await settle(page);
  if (themes.includes('light')) expect(await seriousFindings(page), `${path}, light, 1440 px`).toEqual([]);
  expect(await titleOf(page), path).toEqual(TITLE_OF_A_PAGE);
  await expectRoomForSpacedText(page, path);

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 375, height: 812 });
  await expect(page.locator('html'), path).toHaveClass(/dark/);
  await settle(page);
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
  if (themes.includes('dark')) expect(await seriousFindings(page), `${path}, dark, 375 px`).toEqual([]);

  await page.setViewportSize({ width: 320, height: 640 });
  await settle(page);
  expect(await overflowOf(page), `${path} scrolls sideways at 320 px`).toBeLessThanOrEqual(0);

  await page.setViewportSize({ width: 375, height: 812 });
  await expectRoomForLargeText(page, path);
}

for (const [who, all] of SCREENS) {
  for (let from = 0; from < all.length; from += PAGES_PER_TEST) {
    const paths = all.slice(from, from + PAGES_PER_TEST);
    test(`${who}: no serious accessibility finding, no error, nothing sideways on ${paths.join(' ')}`, async ({
      browser,
    }) => {
      const { context, page } = await browse(browser, server, people[who], { reducedMotion: 'reduce' });
      const problems = listenForProblems(page);
      for (const [index, path] of paths.entries()) await lookAt(page, path, themesOf(index));
      expect(problems).toEqual([]);
      await context.close();
    });
  }
}

test('large text has room on a phone in each of the six steps to a profile', async ({ browser }) => {
  const viewport = { width: 375, height: 812 };
  const { context, page } = await browse(browser, server, people.newcomer, { viewport });
  for (const { step, values } of profileSteps(PEOPLE.theo)) {
    await page.goto('/profile-setup');
    await expect(page.getByText(`Étape ${step} sur 6`).first()).toBeVisible();
    await expectRoomForLargeText(page, `Step ${step}`);
    // The last step stays open, because other tests examine the form.
    if (step < 6) await people.newcomer?.put('/api/profile/step', { step, values });
  }
  await context.close();
});

test('large text has room on a phone in what stands over a page', async ({ browser }) => {
  const viewport = { width: 375, height: 812 };
  const member = await browse(browser, server, people.member, { viewport });
  await member.page.goto('/home');
  await member.page
    .getByRole('button', { name: /^Ouvrir ou replier le menu/ })
    .filter({ visible: true })
    .click();
  const menu = member.page.getByRole('dialog');
  await expect(menu.getByRole('link', { name: 'Base de connaissances' })).toBeVisible();
  await expectRoomForLargeText(member.page, 'The menu');
  const spilled = await menu.evaluate((panel) => {
    const edge = panel.getBoundingClientRect().right;
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth + 1;
    return [...panel.querySelectorAll('a')]
      .filter(
        (link) =>
          link.getBoundingClientRect().right > edge ||
          [...link.querySelectorAll('span:not(.sr-only)')].some(isCut),
      )
      .map(({ textContent }) => textContent);
  });
  expect(spilled).toEqual([]);
  await member.context.close();
});

test('what belongs to a chat can be used by keyboard and at any size: search, files, a picture, « Flouter »', async ({
  browser,
}) => {
  const viewport = { width: 320, height: 640 };
  const { context, page } = await browse(browser, server, people.member, { viewport, colorScheme: 'dark' });
  const look = async (what: string) => {
    await page.setViewportSize(viewport);
    await settle(page);
    expect(await overflowOf(page), `${what} scrolls sideways at 320 px`).toBeLessThanOrEqual(0);
    expect(await seriousFindings(page), `${what}, dark, 320 px`).toEqual([]);
    await page.screenshot({ path: `out/tests/chat-${what}.png` });
    await page.setViewportSize({ width: 375, height: 812 });
    await expectRoomForLargeText(page, what);
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  };
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().press('Enter');

  await page.goto('/chat');
  await page.getByRole('searchbox', { name: 'Rechercher dans mes conversations' }).fill('numero');
  await expect(page.getByRole('link', { name: /As-tu un numéro/ })).toBeVisible();
  await look('search');

  await page.goto(`/chat?sos=${SOS_ID}`);
  await press('Fichiers');
  await expect(page.getByRole('dialog').getByText('ventes-du-mois-de-novembre.csv')).toBeVisible();
  await look('files');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Fichiers', exact: true })).toBeFocused();

  await press(/^Agrandir/);
  await expect(page.getByRole('dialog').locator('img')).toBeVisible();
  await look('viewer');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Agrandir/ })).toBeFocused();

  const buffer = Buffer.from(await screenshot(900, 600));
  const name = 'capture-de-mon-tableau-de-bord.png';
  await page.locator('input[type=file]').setInputFiles([{ name, mimeType: 'image/png', buffer }]);
  await expect(page.getByRole('button', { name: /^Décrire/ })).toBeVisible();
  await look('tray');
  await press(/^Décrire/);
  await look('description');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Décrire/ })).toBeFocused();
  await press(/^Flouter/);
  // WCAG 2.4.3: the editor must not open on a button that leaves it.
  await expect(page.getByRole('heading', { name: 'Flouter' })).toBeFocused();
  await page.getByRole('button', { name: 'Flouter une zone' }).press('Enter');
  await expect(page.getByText('1\u00a0zone floutée')).toBeAttached();
  await look('blur');
  await page.getByRole('button', { name: 'Terminé' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await context.close();
});

test('inviting to help by keyboard has room for large text on a phone, and gives the focus back', async ({
  browser,
}) => {
  const { member, administrator } = people;
  await member?.post('/api/sos', {
    id: crypto.randomUUID(),
    category: 'sourcing',
    title: 'Emballages livrés humides, remboursement refusé par le transporteur',
    description: 'Deux palettes de cartons humides.',
  });
  const options = { viewport: { width: 375, height: 667 }, reducedMotion: 'no-preference' } as const;
  const { context, page } = await browse(browser, server, member, options);
  await page.goto(`/profile/${administrator?.id}`);
  const button = page.getByRole('button', { name: 'Inviter à aider' });
  await expect(button).toBeVisible();
  await expectRoomForLargeText(page, 'The member');
  await page.evaluate(() => window.scrollTo(0, 0));
  await button.focus();
  // The button must not lie behind the bar at the bottom.
  const bar = await page.getByRole('navigation', { name: 'Navigation' }).boundingBox();
  const shown = await button.boundingBox();
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await button.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await expectRoomForLargeText(page, 'The choice');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Annuler' })).toBeFocused();
  await expectRoomForLargeText(page, 'The question');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await context.close();
});

test('a page that is opened cold has its own title before it has its code and its data', async ({
  browser,
}) => {
  const { context, page } = await browse(browser, server, people.member);
  await page.route('**/api/**', (route) => route.abort());
  for (const [path, title] of [
    ['/directory', 'Annuaire · Guilde'],
    [`/sos/${SOS_ID}`, 'SOS · Guilde'],
  ] as const) {
    await page.goto(path);
    expect(await page.title(), path).toBe(title);
  }
  await context.close();
});

/** WCAG 2.5.8 and RGAA 10.14 */
test('on a wide window « modifié » is large enough for a pointer, and the focus brings the time beside a message', async ({
  browser,
}) => {
  const { context, page } = await browse(browser, server, people.member, {
    viewport: { width: 1280, height: 800 },
  });
  await page.goto(`/chat?sos=${SOS_ID}`);
  const box = await page.getByRole('button', { name: 'modifié' }).boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  const time = page.locator('[data-sent-at-beside]').last();
  await expect(time).toHaveCSS('opacity', '0');
  await page
    .getByRole('button', { name: /^Actions du message/ })
    .last()
    .focus();
  await expect(time).toHaveCSS('opacity', '1');
  await context.close();
});
