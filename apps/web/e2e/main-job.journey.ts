import {
  type Browser,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  test,
} from '@playwright/test';
import {
  type Installation,
  MISSING_FOR_INSTANCES,
  oneInstanceOnAFile,
  twoInstancesOnAServer,
} from './installations.ts';
import { browse, expectAnnounced, PASSWORD, PEOPLE, sirenOf } from './people.ts';
import type { Server } from './server.ts';

let installation: Installation;

test.afterEach(() => installation.close());

type Person = (typeof PEOPLE)['claire' | 'karim' | 'nina'];

const MESSAGES = {
  first: 'Bonjour, as-tu un numéro de dossier ?',
  answer: 'Oui, il commence par 7731.',
  whileAway: 'Je te retrouve le modèle de lettre.',
  typedOffline: 'Merci, je l’envoie ce soir.',
};

const PHONE = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true } as const;
const WHILE_TYPING = { width: 360, height: 304 } as const;
/** This is the smallest visible side of a touch target, in pixels; the touch area of chips is larger. */
const THUMB = 32;

/** The target must be on the screen, uncovered and large enough, and the page no wider than the phone. */
async function tap(target: Locator) {
  const box = await target.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(THUMB);
  await target.tap();
  await expectToFit(target.page());
}

const expectToFit = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

async function createAccount(page: Page, link: string, person: Person) {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Rejoindre Guilde' })).toBeVisible();
  await expect(page).not.toHaveURL(/token/);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmation du mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByLabel('SIREN').fill(sirenOf(person.email));
  await page.getByLabel('Adresse de ta boutique').fill('boutique.exemple.fr');
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
}

async function answerSixSteps(page: Page, person: Person) {
  const next = () => page.getByRole('button', { name: /Continuer|Finaliser/ }).click();
  await expect(page.getByText('Étape 1 sur 6')).toBeVisible();
  await page.getByLabel('Prénom').fill(person.firstName);
  await page.getByLabel('Nom', { exact: true }).fill(person.lastName);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Étape 2 sur 6')).toBeVisible();
  await page.getByLabel('Nom de la boutique').fill(person.storeName);
  await page.getByLabel('Adresse web').fill('boutique.exemple.fr');
  await next();
  await page.getByRole('radio', { name: 'Shopify' }).check();
  await next();
  await page.getByRole('radio', { name: 'Mode' }).check();
  await next();
  await page.getByRole('radio', { name: 'De 50 à 500' }).check();
  await page.getByRole('radio', { name: 'SEO' }).check();
  await next();
  for (const name of ['SEO', 'Data', 'Marque']) {
    const specialty = page.getByRole('checkbox', { name, exact: true });
    await specialty.press('Space');
    await expect(specialty).toBeChecked();
  }
  await next();
  await expect(page.getByText('Membre Officiel')).toBeVisible();
  await page.getByRole('link', { name: 'Commencer' }).click();
  await expect(page.getByRole('heading', { name: `Bonjour ${person.firstName}` })).toBeVisible();
}

async function mailedTo({ email }: Person): Promise<string> {
  const { pathname, search, hash } = new URL(await installation.claire.linkMailedTo(email));
  return pathname + search + hash;
}

/** The mailed invitation proves the address, so that no confirmation is asked. */
async function joinByMail(
  browser: Browser,
  server: Server,
  person: Person,
  options: BrowserContextOptions = {},
) {
  const { page, context } = await browse(browser, server, null, options);
  await createAccount(page, await mailedTo(person), person);
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByText('Nina Roche')).toBeVisible();
  await page
    .getByRole('link', { name: /profil/i })
    .first()
    .click();
  await answerSixSteps(page, person);
  return { page, context };
}

async function write(page: Page, text: string) {
  const composer = page.getByRole('textbox', { name: /message/i });
  await composer.fill(text);
  await composer.press('Enter');
}

/** On a phone's keyboard Enter makes a line break. */
async function writeByThumb(page: Page, text: string) {
  await page.getByRole('textbox', { name: /message/i }).fill(text);
  await tap(page.getByRole('button', { name: 'Envoyer' }));
}

const log = (page: Page) => page.getByRole('log');

test('from the founder’s first start to a resolved SOS', async ({ browser }) => {
  installation = await oneInstanceOnAFile();
  await mainJob(browser);
});

test.describe('with two instances on a libSQL server', () => {
  test.skip(MISSING_FOR_INSTANCES.length > 0, `without ${MISSING_FOR_INSTANCES.join(', ')}`);

  test('the same, Claire at one and Karim at the other', async ({ browser }) => {
    installation = await twoInstancesOnAServer();
    await mainJob(browser);
  });
});

async function mainJob(browser: Browser): Promise<void> {
  const nina = await browse(browser, installation.claire, null);

  await test.step('the founder signs up, confirms the address and completes the profile', async () => {
    await createAccount(nina.page, installation.claire.founderLink, PEOPLE.nina);
    await expect(nina.page.getByText(/boîte de réception/i).first()).toBeVisible();
    await nina.page.goto(await mailedTo(PEOPLE.nina));
    await nina.page.getByRole('button', { name: 'Confirmer mon adresse' }).click();
    await expect(nina.page).toHaveURL(/\/profile-setup(\?step=1)?$/);
    await answerSixSteps(nina.page, PEOPLE.nina);
    await expect(nina.page.getByRole('link', { name: 'Administration' })).toBeVisible();
  });

  await test.step('she invites two merchants', async () => {
    await nina.page.goto('/profile');
    for (const { email } of [PEOPLE.claire, PEOPLE.karim]) {
      await nina.page.getByLabel(/e-mail/i).fill(email);
      await nina.page.getByRole('checkbox', { name: /^Je connais ce marchand/ }).check();
      await nina.page.getByRole('button', { name: /inviter/i }).click();
      await expect(nina.page.getByRole('list', { name: 'Invitations envoyées' })).toContainText(email);
      // The list may show it before the form is empty again.
      await expect(nina.page.getByLabel(/e-mail/i)).toHaveValue('');
    }
  });

  const claire = await joinByMail(browser, installation.claire, PEOPLE.claire, PHONE);
  const karim = await joinByMail(browser, installation.karim, PEOPLE.karim);

  await test.step('Claire signs in, with one thumb from here on', async () => {
    const { page, context } = claire;
    await context.clearCookies();
    await page.goto('/auth');
    await page.getByLabel('E-mail').fill(PEOPLE.claire.email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await tap(page.getByRole('button', { name: 'Se connecter' }));
    await expect(page.getByRole('heading', { name: 'Bonjour Claire' })).toBeFocused();
    await expectAnnounced(page, 'Connexion réussie. Bienvenue, Claire.');
  });

  await test.step('Claire posts an urgent SOS, and Karim sees it arrive', async () => {
    const { page } = claire;
    await karim.page.goto('/sos');
    await expect(karim.page.getByText('Aucun SOS trouvé')).toBeVisible();
    await tap(page.getByRole('link', { name: 'Lancer un SOS' }));
    await expect(page.getByLabel('Titre')).toBeFocused();
    await page.setViewportSize(WHILE_TYPING);
    await expect(page.getByLabel('Titre')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Publier le SOS' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.insertText('Compte publicitaire suspendu');
    await page.getByLabel(/Description/).fill('Suspendu ce matin, sans explication.');
    await page.setViewportSize(PHONE.viewport);
    await tap(page.locator('label').filter({ hasText: /^Publicité$/ }));
    await expect(page.getByRole('radio', { name: 'Publicité' })).toBeChecked();
    await page.getByText('C’est urgent').tap();
    await expect(page.getByRole('switch', { name: /urgent/i })).toBeChecked();
    await tap(page.getByRole('button', { name: 'Publier le SOS' }));
    await expect(page.getByRole('heading', { name: 'Compte publicitaire suspendu' })).toBeFocused();
    await expect(page.getByText('En attente d’une première réponse')).toBeVisible();
    await expect(
      karim.page.getByRole('link', { name: /Compte publicitaire suspendu/ }).first(),
    ).toBeVisible();
    await expect(karim.page.getByText('Urgent').first()).toBeVisible();
    await expectAnnounced(page, 'SOS créé !');
    await expectAnnounced(karim.page, 'Nouveau SOS\u00a0: Compte publicitaire suspendu');
  });

  await test.step('Karim replies; both write, and see each other type', async () => {
    await karim.page
      .getByRole('link', { name: /Compte publicitaire suspendu/ })
      .first()
      .click();
    // A wave may have asked him already, and the toast has the same button.
    const main = karim.page.getByRole('main');
    await main.getByRole('button', { name: /^(Répondre|Je peux aider)$/ }).click();
    await expect(karim.page).toHaveURL(/\/chat\?sos=/);
    await write(karim.page, MESSAGES.first);
    await expect(claire.page.getByRole('link', { name: /Chat/ }).filter({ visible: true })).toContainText(
      '1',
    );
    await tap(claire.page.getByRole('link', { name: 'Ouvrir le chat' }));
    await expect(log(claire.page)).toContainText(MESSAGES.first);
    await expect(claire.page).not.toHaveTitle(/^\(1\)/);
    // The hint disappears a few seconds after the last key, so the check runs while she types.
    await Promise.all([
      expect(karim.page.getByText('Claire écrit…')).toBeVisible(),
      claire.page.getByRole('textbox', { name: /message/i }).pressSequentially('Oui, il', { delay: 60 }),
    ]);
    await writeByThumb(claire.page, MESSAGES.answer);
    await expect(log(karim.page)).toContainText(MESSAGES.answer);
    await expectAnnounced(karim.page, `Claire\u00a0: ${MESSAGES.answer}`);
  });

  await test.step('Claire’s connection breaks and comes back: nothing is lost, nothing twice', async () => {
    await claire.context.setOffline(true);
    await write(karim.page, MESSAGES.whileAway);
    await expect(log(karim.page)).toContainText(MESSAGES.whileAway);
    await writeByThumb(claire.page, MESSAGES.typedOffline);
    await claire.context.setOffline(false);
    for (const { page } of [claire, karim]) {
      for (const text of Object.values(MESSAGES)) await expect(log(page).getByText(text)).toHaveCount(1);
    }
  });

  await test.step('every instance is killed and started again: nothing is lost', async () => {
    const instances = [...new Set([installation.claire, installation.karim])];
    await Promise.all(instances.map((instance) => instance.kill()));
    await write(karim.page, 'Pendant la panne.');
    await Promise.all(instances.map((instance) => instance.start()));
    for (const { page } of [claire, karim]) {
      await expect(log(page).getByText('Pendant la panne.')).toHaveCount(1);
    }
  });

  await test.step('Claire resolves and rates; the chat closes for both', async () => {
    const { page } = claire;
    await tap(page.getByRole('button', { name: 'Actions de la conversation' }));
    await tap(page.getByRole('menuitem', { name: 'Marquer comme résolu' }));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('1 sur 1')).toBeVisible();
    await expect(dialog.getByText('Très satisfait', { exact: true })).toBeVisible();
    await page.touchscreen.tap(180, 20);
    await expect(dialog.getByText(/Évaluations incomplètes/)).toBeVisible();
    await tap(dialog.getByRole('radio', { name: '4 sur 5, Satisfait' }));
    await tap(dialog.getByRole('radio', { name: '5 sur 5, Très satisfait' }));
    await dialog.getByLabel(/Commentaire/).fill('Réponse précise, en dix minutes.');
    await tap(dialog.getByRole('button', { name: 'Terminer et marquer comme résolu' }));
    await expect(dialog.getByText('Un résumé sera relu par l’équipe')).toBeVisible();
    await expectAnnounced(
      page,
      'SOS résolu. Merci d’avoir pris le temps. Le chat est fermé, mais chacun peut encore le relire.',
    );
    await tap(dialog.getByRole('button', { name: 'Terminé' }));
    await expect(page.getByRole('heading', { name: 'Compte publicitaire suspendu' })).toBeFocused();
    for (const { page } of [claire, karim])
      await expect(page.getByText('Ce chat est fermé').first()).toBeVisible();
    await nina.page.goto('/home');
    await expect(nina.page.getByText('Karim').first()).toBeVisible();
    await expect(nina.page.getByText('Résolu').first()).toBeVisible();
  });
}
