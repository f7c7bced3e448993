import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { storeArticle } from './articles.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

const MISSING_ID = '00000000-0000-4000-8000-000000000000';
const SOS_ID = '8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';
const ARTICLE_ID = '5c0f6a52-3a0e-4c0c-8a3f-5b1f0d6f7e21';

let server: Server;
let people: Record<'visitor' | 'newcomer' | 'member' | 'administrator', Client | null>;

test.beforeAll(async () => {
  server = await startServer();
  const nina = await signUp(server, 'nina');
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

async function postSosWithConversation(claire: Client, karim: Client) {
  const description = 'Suspendu ce matin, sans explication : que faire en premier, et dans quel ordre ?';
  await claire.post('/api/sos', {
    id: SOS_ID,
    category: 'ads',
    title: 'Compte publicitaire suspendu',
    description,
    isUrgent: true,
    specialties: ['ads'],
  });
  const { body } = await karim.post<{ id: string }>(`/api/sos/${SOS_ID}/join`);
  for (const content of ['As-tu un numéro de dossier ?', 'Regarde aussi https://exemple.fr/aide']) {
    await karim.post(`/api/conversations/${body.id}/messages`, { id: crypto.randomUUID(), content });
  }
  await claire.post('/api/invitations', { email: 'invite@exemple.fr' });
}

/** Every screen, and whose eyes see it. */
const SCREENS: [keyof typeof people, string[]][] = [
  [
    'visitor',
    [
      '/',
      '/auth',
      '/auth?mode=reset',
      '/auth?mode=code',
      '/invitation-info',
      '/terms',
      '/privacy',
      '/legal',
      '/contact',
      '/unsubscribe?token=x',
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

async function settle(page: Page) {
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('Chargement...')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

async function findingsOf(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

async function lookAt(
  browser: Browser,
  who: keyof typeof people,
  paths: string[],
  options: Parameters<typeof browse>[3],
) {
  const { context, page } = await browse(browser, server, people[who], options);
  const problems: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'error' && !/status of (401|403|404)/.test(line.text())) problems.push(line.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return { context, page, paths, problems };
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [who, paths] of SCREENS) {
    test(`${who}: no serious accessibility finding and no error, ${colorScheme}`, async ({ browser }) => {
      const viewport = colorScheme === 'light' ? { width: 1440, height: 900 } : { width: 375, height: 812 };
      const { context, page, problems } = await lookAt(browser, who, paths, { colorScheme, viewport });
      for (const path of paths) {
        await page.goto(path);
        await settle(page);
        await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
        expect(await findingsOf(page), path).toEqual([]);
      }
      expect(problems).toEqual([]);
      await context.close();
    });
  }
}

test('no screen scrolls sideways at 320 px', async ({ browser }) => {
  for (const [who, paths] of SCREENS) {
    const { context, page } = await lookAt(browser, who, paths, { viewport: { width: 320, height: 640 } });
    for (const path of paths) {
      await page.goto(path);
      await settle(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
    await context.close();
  }
});
