import { execFileSync } from 'node:child_process';
import { type Benchmarks, lastWave, waveOf } from '@guilde/contracts/benchmarks/rules.ts';
import { expect, type Page, test, type Worker } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import type { Person } from '../../api/test/people.ts';
import { COMMAND_LINE, SERVER_FLAGS } from '../../api/test/programs.ts';
import { granted } from '../../api/test/scenes.ts';
import { overflowOf, seriousFindings, settle } from './accessible.ts';
import { clockFrom, type MovedClock } from './moved-clock.ts';
import { browse, expectToast, PASSWORD, PEOPLE, secured, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PHONE = { viewport: { width: 375, height: 812 } };
const WIDE = { viewport: { width: 1440, height: 900 } };
const NAMES = ['Ana', 'Boris', 'Chloé', 'Dimitri', 'Elsa', 'Farid', 'Gaëlle', 'Henri'];

let clock: MovedClock;
let server: Server;

test.beforeAll(async () => {
  clock = clockFrom(Date.now());
  server = await startServer({}, clock);
});
test.afterAll(() => server.close());

/** The page has no serious finding of axe in either theme and window, and fits one of 320 px. */
async function check(page: Page, name: string) {
  const before = page.viewportSize() ?? WIDE.viewport;
  for (const { viewport } of [PHONE, WIDE])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await settle(page);
      expect(await seriousFindings(page), `${name} ${viewport.width} ${colorScheme}`).toEqual([]);
      const path = test.info().outputPath(`${name}-${viewport.width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflowOf(page), name).toBeLessThanOrEqual(0);
  await page.setViewportSize(before);
}

const newcomer = (firstName: string, index: number): Person => ({
  ...PEOPLE.claire,
  firstName,
  storeName: `Boutique ${firstName}`,
  email: `nouveau${index}@exemple.fr`,
});
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const until = (at: number) => clock.advance(at - clock.now());
const benchmarks = async (client: Client) => granted(await client.get<Benchmarks>('/api/benchmarks'));

/** After so long nothing is published or erased until an operator says that the clock is right. */
function trustClock() {
  const env = { ...process.env, DATA_DIR: server.folder, NODE_ENV: 'test', ...clock.env() };
  execFileSync(
    process.execPath,
    [...SERVER_FLAGS, ...clock.flags, COMMAND_LINE, 'retention', '--clock-is-right'],
    { env },
  );
}

/** Sessions end long before an account is old enough. */
async function signInAgain(client: Client): Promise<Client> {
  granted(await client.post('/api/auth/sign-in', { email: client.email, password: PASSWORD }));
  return client;
}

test('thirteen answer, one by CSV, one withdraws; the wave is published, and only who gave a figure sees it', async ({
  browser,
}) => {
  const nina = await secured(await signUp(server, 'nina'));
  const team = (await browse(browser, server, nina, WIDE)).page;
  const people: Client[] = [];
  for (const name of ['claire', 'karim', 'zoe', 'paul', 'lucie', 'hugo'] as const)
    people.push(await signUp(server, name, nina));
  for (const [index, name] of NAMES.entries()) people.push(await signUp(server, newcomer(name, index), nina));

  await test.step('the team switches it on once somebody read the text about competition', async () => {
    await team.goto('/benchmarks');
    await expect(team.getByText('En développement', { exact: true })).toBeVisible();
    await team.goto('/admin/overview');
    await team.getByRole('switch', { name: 'Benchmarks anonymisés' }).click();
    await check(team, 'competition');
    await button(team, 'Le texte a été lu, activer').click();
    await expectToast(team, 'Réglage enregistré');
    await expect(team.getByRole('switch', { name: 'Benchmarks anonymisés' })).toBeChecked();
  });

  const [claire, karim, zoe, ...others] = people as [Client, Client, Client, ...Client[]];
  await test.step('an account of today reads when it may answer', async () => {
    const { page } = await browse(browser, server, karim, PHONE);
    await page.goto('/benchmarks');
    await expect(
      page.getByText(/^(Ton compte est encore récent|Aucune vague n’est ouverte)\./),
    ).toBeVisible();
    await check(page, 'too-new');
  });

  const wave = waveOf(lastWave(clock.now() + 290 * DAY_MS).quarter);
  await until(wave.opensAt + 2 * HOUR_MS);
  for (const client of people) await signInAgain(client);

  const page = (await browse(browser, server, claire, WIDE)).page;
  await test.step('by keyboard alone totals become ratios, and a CSV fills two more', async () => {
    await page.goto('/benchmarks');
    await check(page, 'empty');
    await page.getByLabel('Sessions').focus();
    await page.keyboard.type('12 400');
    await page.keyboard.press('Tab');
    await page.keyboard.type('310');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Taux de conversion (%)')).toHaveValue('2,5');
    await expect(page.getByText(/^Réponse enregistrée\. Tu peux la corriger jusqu’au 24 /)).toBeVisible();
    await page.getByLabel('Fichiers').setInputFiles({
      name: 'orders_export.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        [
          'Name,Subtotal',
          '#1001,"1,249.50"',
          '#1001,',
          ...Array.from({ length: 9 }, (_, at) => `#10${at + 10},70.00`),
        ].join('\n'),
      ),
    });
    const dialog = page.getByRole('dialog', { name: 'Choisis les colonnes' });
    await expect(dialog.getByText(/orders_export\.csv\s: 11\slignes/)).toBeVisible();
    await check(page, 'columns');
    await dialog.getByLabel('Commandes', { exact: true }).focus();
    await button(page, 'Reprendre 2 totaux').press('Enter');
    await expect(page.getByLabel('Panier moyen (€)')).toHaveValue('190');
    await expect(page.getByText('Repris d’un export')).toBeVisible();
    await page.getByLabel('Taux de retour (%)').fill('90');
    await page.keyboard.press('Tab');
    await expect(page.getByText(/^90\s%\s\? Vérifie commandes retournées/)).toBeVisible();
    await check(page, 'answer');
    await page.getByLabel('Taux de retour (%)').fill('9,4');
    await page.getByRole('checkbox', { name: /^Garder mes chiffres/ }).press('Space');
    await expect.poll(async () => (await benchmarks(claire)).keep).toBe(true);
    expect((await benchmarks(claire)).answers).toEqual(
      expect.arrayContaining([
        { metric: 'basket', value: 190_00, fromExport: true },
        { metric: 'returns', value: 9_40, fromExport: false },
      ]),
    );
  });

  await test.step('files of strangers are read beside the page: large, French, dropped, or no table at all', async () => {
    const workers: Worker[] = [];
    const sent: string[] = [];
    page.on('worker', (worker) => workers.push(worker));
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    const dialog = page.getByRole('dialog', { name: 'Choisis les colonnes' });
    const pick = (file: Buffer | string) =>
      page
        .getByLabel('Fichiers')
        .setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    const french = (lines: number) =>
      `Référence;Ventes nettes;Sessions\n${'A1;"1 234,50 €";12\n'.repeat(lines)}`;
    await pick(french(200_000));
    await expect(dialog.getByText(/export\.csv\s: 200\s000\slignes/)).toBeVisible();
    await expect(dialog.getByLabel('CA HT (€)').locator('option:checked')).toHaveText(
      /^Ventes nettes\s: 246\s900\s000 en tout$/,
    );
    await page.keyboard.press('Escape');
    for (const [file, problem] of [
      [french(200_001), /dépasse 200\s000 lignes/],
      [Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)), /n’est pas un tableau CSV/],
      [Buffer.from('PK\x03\x04\x14\0\0\0\x08\0export.csv', 'latin1'), /n’est pas un tableau CSV/],
      ['a,'.repeat(9 * 1024 * 1024), /pas de ligne sous ses titres/],
      ['Sessions\n"12', /guillemet n’est pas refermé à la ligne 2/],
      [Buffer.alloc(20 * 1024 * 1024 + 1, 'a'), /dépasse 20\sMo/],
    ] as const) {
      await pick(file);
      await expect(page.getByRole('alert').filter({ hasText: problem })).toBeVisible();
    }
    await check(page, 'refused');
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['Sessions;Commandes\n12 000;300\n'], 'visites.csv', { type: 'text/csv' }));
      return transfer;
    });
    await button(page, 'Choisir ou déposer un export CSV').dispatchEvent('drop', { dataTransfer });
    await expect(dialog.getByText(/visites\.csv\s: 1\sligne\./)).toBeVisible();
    await page.keyboard.press('Escape');
    // The largest is refused before it is read.
    expect(workers).toHaveLength(7);
    await expect.poll(() => page.workers().length).toBe(0);
    expect(sent).toEqual([]);
    await expect(page.getByLabel('Panier moyen (€)')).toHaveValue('190');
  });

  await test.step('eleven others answer, and one withdraws', async () => {
    for (const [index, client] of [zoe, ...others].entries())
      granted(
        await client.put('/api/benchmarks/answers', {
          quarter: wave.quarter,
          answers: [
            { metric: 'basket', value: 30_00 + index * 15_00 },
            { metric: 'returns', value: 2_00 + index * 1_00 },
          ],
        }),
      );
    const gone = (await browse(browser, server, zoe, PHONE)).page;
    await gone.goto('/benchmarks');
    await gone.getByRole('tab', { name: 'Ma réponse' }).click();
    await button(gone, 'Retirer ma réponse').click();
    await gone.getByRole('alertdialog').getByRole('button', { name: 'Retirer ma réponse' }).click();
    await expectToast(gone, 'Réponse retirée');
    await page.reload();
    await expect(page.getByText(/12\sboutiques ont répondu\./)).toBeVisible();
  });

  await test.step('once closed, the answers are checked', async () => {
    await until(wave.closesAt + HOUR_MS);
    await page.reload();
    await expect(page.getByText('La vague est fermée.')).toBeVisible();
    await check(page, 'checking');
  });

  await until(wave.publishesAt + HOUR_MS);
  await server.kill();
  trustClock();
  await server.start();
  await expect.poll(async () => (await benchmarks(claire)).published).toEqual([wave.quarter]);

  await test.step('the picture has one’s own mark, words and a table', async () => {
    await page.reload();
    await page.getByRole('tab', { name: /^Repères T/ }).click();
    const basket = page.getByRole('region', { name: 'Panier moyen' });
    await expect(basket.getByText('Tu es au-dessus du quart supérieur.')).toBeVisible();
    await expect(basket.getByRole('row').last()).toContainText('190\u00a0€');
    await expect(page.getByText(/^Réponds à cet indicateur|^Pas assez de boutiques/).first()).toBeVisible();
    await check(page, 'results');
    await page.getByRole('radio', { name: 'Mon secteur' }).press('Space');
    await check(page, 'sector');
    await page.getByRole('radio', { name: 'Communauté' }).press('Space');
    await basket.getByRole('link', { name: /^Lancer un SOS/ }).press('Enter');
    await expect(page.getByRole('radio', { name: 'Conversion' })).toBeChecked();
    await expect(page.getByLabel('Titre')).toHaveValue('');
  });

  await test.step('who gave no figure sees none', async () => {
    const outside = (await browse(browser, server, karim, PHONE)).page;
    await outside.goto('/benchmarks');
    await outside.getByRole('tab', { name: /^Repères T/ }).click();
    await expect(
      outside
        .getByText('Réponds à cet indicateur pour voir le repère. Publié avec 10 à 19 boutiques.')
        .first(),
    ).toBeVisible();
    await expect(outside.getByRole('table')).toHaveCount(0);
    await check(outside, 'unseen');
  });
});
