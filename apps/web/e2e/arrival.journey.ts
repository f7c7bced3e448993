import { expect, type Locator, type Page, test } from '@playwright/test';
import { totpAt } from '../../api/src/credentials/second-factor/totp.ts';
import type { Client } from '../../api/test/client.ts';
import { granted, postSos } from '../../api/test/scenes.ts';
import { overflowOf, seriousFindings } from './accessible.ts';
import { clockFrom, type MovedClock } from './moved-clock.ts';
import { PHONE } from './on-phone.ts';
import { addSecondFactor, browse, PASSWORD, signUp, sirenOf } from './people.ts';
import { type Server, startServer } from './server.ts';

const DESK = { viewport: { width: 1440, height: 900 } };
const HOUR_MS = 3_600_000;

const INES = 'ines@savons.example';
const MARC = 'marc@velo.example';
const OMAR = 'omar@epices.example';
const LIST = `E-mail;Prénom;Nom;Boutique;Site web;CMS;Secteur
${INES};Inès;Roux;Savons d’Inès;savons-ines.example;Shopify;Beauté
${OMAR};Omar;Diallo;Épices du Port;epices-du-port.example;PrestaShop;Alimentation
lea@lin.example;Léa;Morin;Lin & Laine;lin-laine.example;WooCommerce;Mode
claire@exemple.fr;Claire;Martin;Atelier Nord;;;
${INES.toUpperCase()};Inès;Roux;;;;
sans-arobase.example;Paul;Noir;;;;
;Marc;Petit;Vélo Petit;;;`;

let clock: MovedClock;
let server: Server;
let nina: Client;
let secret: string;

test.beforeAll(async () => {
  clock = clockFrom(Date.now());
  server = await startServer({}, clock);
  nina = await signUp(server, 'nina');
  const claire = await signUp(server, 'claire', nina);
  for (const title of ['Compte Ads suspendu', 'Pub refusée sans raison', 'Budget qui s’envole'])
    await postSos(claire, { title });
  secret = await addSecondFactor(nina);
  // The proof of the second factor is older than fifteen minutes when the list is to leave.
  await clock.advance(HOUR_MS / 2);
});
test.afterAll(() => server.close());

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).tap();
const type = (field: Locator, text: string) => field.pressSequentially(text);

async function createAccount(page: Page, email: string) {
  await type(page.getByLabel('SIREN'), sirenOf(email));
  await type(page.getByLabel('Mot de passe', { exact: true }), PASSWORD);
  await type(page.getByLabel(/^Confirm/), PASSWORD);
  await press(page, 'Créer mon compte');
  await page.waitForURL(/\/welcome/);
}

async function sign(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirme que c’est toi' });
  await type(dialog.getByRole('textbox'), totpAt(secret, clock.now()));
  await expect(dialog).toBeHidden();
}

async function expectWhole(page: Page) {
  expect(await overflowOf(page)).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
}

const figure = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('xpath=..');

test('a leader invites a list from the desk, and three merchants answer on their phones', async ({
  browser,
}) => {
  const { page: desk } = await browse(browser, server, nina, DESK);
  const phoneAt = async (path: string) => {
    const { page } = await browse(browser, server, null, PHONE);
    await page.goto(path);
    return page;
  };
  const paste = async (list: string) => {
    await desk.goto('/admin/invitations?view=bulk');
    await desk.getByLabel('Ou colle ton tableau').fill(list);
    await desk.getByRole('button', { name: 'Lire ce tableau' }).click();
  };
  const rows = desk.getByRole('table', { name: 'Lignes', exact: true });

  await test.step('the list says what becomes of each row', async () => {
    await paste(LIST);
    for (const reason of [
      'déjà membre',
      'doublon de la ligne 2',
      'adresse invalide (ligne 7)',
      'sans adresse\u00a0: nom enregistré pour le lien d’accès',
    ])
      await expect(rows).toContainText(reason);
    await expectWhole(desk);
  });

  await test.step('the leader vouches and signs with the second factor', async () => {
    await desk.getByLabel(/^Nom de la liste/).fill('Groupe de Lyon');
    await desk.getByLabel(/^Ton mot aux marchands/).fill('On déménage ici.\nÀ lundi, Nina');
    await desk.getByLabel(/^Je connais ces marchands/).check();
    await desk.getByRole('button', { name: 'Envoyer 3 invitations' }).click();
    await sign(desk);
    await expect(desk.getByText(/^3 sur 3/)).toBeVisible();
    await expectWhole(desk);
  });

  await test.step('one is in with what the list knows, and sees whom they could help', async () => {
    const ines = await phoneAt(await server.linkMailedTo(INES));
    await expect(ines.getByLabel('E-mail')).toHaveValue(INES);
    await expect(ines.getByLabel('Adresse de ta boutique')).toHaveValue('https://savons-ines.example');
    await createAccount(ines, INES);
    await ines.getByRole('link', { name: 'Compléter mon profil' }).tap();
    await expect(ines.getByLabel('Prénom')).toHaveValue('Inès');
    await expect(ines.getByLabel('Nom', { exact: true })).toHaveValue('Roux');
    await press(ines, 'Continuer');
    await expect(ines.getByLabel('Nom de la boutique')).toHaveValue('Savons d’Inès');
    await ines.getByLabel('Nom de la boutique').fill('Savonnerie Roux');
    await press(ines, 'Continuer');
    await expect(ines.getByRole('radio', { name: 'Shopify' })).toBeChecked();
    await press(ines, 'Continuer');
    await expect(ines.getByRole('radio', { name: 'Beauté' })).toBeChecked();
    await expect.poll(() => ines.evaluate(() => window.scrollY)).toBe(0);
    await press(ines, 'Continuer');
    await ines.getByRole('radio', { name: 'De 50 à 500' }).tap();
    await expect(ines.getByText(/sont déjà remplies/)).toBeHidden();
    await ines.getByRole('radio', { name: 'SEO' }).tap();
    await press(ines, 'Continuer');
    for (const specialty of ['Publicité (Ads)', 'SEO', 'Marque'])
      await ines.getByRole('checkbox', { name: specialty, exact: true }).tap();
    await expectWhole(ines);
    await press(ines, 'Finaliser');
    await expect(ines.getByRole('region', { name: 'Tu peux déjà aider' }).getByRole('listitem')).toHaveCount(
      3,
    );
    await expect(figure(desk, 'Profils complets')).toContainText('1');
  });

  const marc = await test.step('one without an address asks by the link of the group', async () => {
    await desk.goto('/admin/invitations?view=access');
    await desk.getByRole('button', { name: 'Créer un lien' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Créer un lien d’accès' });
    await dialog.getByLabel(/^Nom du groupe/).fill('Marchands de Lyon');
    await dialog
      .getByLabel('Dernier jour')
      .fill(new Date(clock.now() + 720 * HOUR_MS).toISOString().slice(0, 10));
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expect(dialog).toBeHidden();
    const [link] = granted(await nina.get<{ url: string }[]>('/api/admin/access/links'));
    const page = await phoneAt(link?.url ?? '');
    await type(page.getByLabel('Prénom'), 'Marc');
    await type(page.getByLabel('Nom', { exact: true }), 'Petit');
    await type(page.getByLabel('E-mail'), MARC);
    await type(page.getByLabel('SIREN'), sirenOf(MARC));
    await type(page.getByLabel('Adresse de ta boutique'), 'petit-velo.example');
    await expectWhole(page);
    await press(page, 'Envoyer ma demande');
    await expect(page.getByRole('heading', { name: 'Demande envoyée' })).toBeVisible();
    return page;
  });

  await test.step('and is accepted', async () => {
    await desk.goto('/admin');
    await desk.getByRole('link', { name: /Marc Petit/ }).click();
    const panel = desk.getByRole('dialog', { name: 'Marc Petit' });
    await expect(panel.getByText('Groupe de Lyon')).toBeVisible();
    await expectWhole(desk);
    await panel.getByRole('button', { name: 'Accepter' }).click();
    await expect(panel.getByText('Effacé avec la décision')).toBeVisible();
    await marc.goto(await server.linkMailedTo(MARC));
    await expect(marc.getByLabel('Adresse de ta boutique')).toHaveValue('https://petit-velo.example');
    await createAccount(marc, MARC);
    await marc.getByRole('link', { name: 'Compléter mon profil' }).tap();
    await expect(marc.getByLabel('Prénom')).toHaveValue('Marc');
    await expect(marc.getByText(/sont déjà remplies/)).toBeVisible();
  });

  await test.step('one objects, and cannot be invited again', async () => {
    const mail = await server.mailTo(OMAR, /./);
    const omar = await phoneAt(mail.match(/https?:\S+objection\S+/)?.[0] ?? '');
    await press(omar, 'Refuser les invitations à cette adresse');
    await expect(omar.getByRole('heading', { name: 'C’est fait' })).toBeVisible();
    await paste(`E-mail\n${OMAR}`);
    await expect(rows).toContainText('a refusé les invitations');
    await expect(desk.getByText('Aucune ligne n’est prête.')).toBeVisible();
  });

  await test.step('a day later the leader reminds who has not answered, once', async () => {
    await desk.getByRole('link', { name: /Groupe de Lyon/ }).click();
    for (const [label, count] of [
      ['Comptes créés', '1'],
      ['Profils complets', '1'],
      ['Refusées ou effacées', '1'],
    ] as const)
      await expect(figure(desk, label)).toContainText(count);
    await expect(desk.getByRole('button', { name: /^Relancer/ })).toBeHidden();
    await clock.advance(25 * HOUR_MS);
    await desk.reload();
    await desk.getByRole('button', { name: 'Relancer la personne qui n’a pas répondu' }).click();
    const question = desk.getByRole('alertdialog');
    await question.getByRole('button', { name: /^Relancer/ }).click();
    await sign(desk);
    await expect(desk.getByText(/^Relancée le /)).toBeVisible();
    await server.mailTo('lea@lin.example', /^Rappel/);
  });

  await test.step('and sees on the own page how both fare', async () => {
    await desk.goto('/profile');
    const sponsored = desk.getByRole('region', { name: 'Marchands parrainés' }).getByRole('listitem');
    await expect(sponsored.nth(0)).toContainText('m…@velo.example');
    await expect(sponsored.nth(0)).toContainText('Compte créé');
    await expect(sponsored.nth(1)).toContainText('Inès Roux');
    await expect(sponsored.nth(1)).toContainText('Profil complet');
    await expectWhole(desk);
    await sponsored.nth(1).getByRole('link').click();
    await expect(desk.getByRole('heading', { name: 'Inès Roux' })).toBeVisible();
    await expect(desk.getByText('Savonnerie Roux')).toBeVisible();
  });
});
