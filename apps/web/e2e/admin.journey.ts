import { AxeBuilder } from '@axe-core/playwright';
import type { SummaryDraftAnswer } from '@guilde/contracts/knowledge/rules.ts';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { allOrSome } from '../../../scripts/extent.ts';
import type { Client } from '../../api/test/client.ts';
import { granted, join, openChat, postSos, REMOVAL, sendText } from '../../api/test/scenes.ts';
import { browse, expectToast, secured, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let nina: Client;
let claire: Client;
let karim: Client;

test.beforeAll(async () => {
  server = await startServer();
  nina = await secured(await signUp(server, 'nina'));
  claire = await signUp(server, 'claire', nina);
  karim = await signUp(server, 'karim', nina);
});
test.afterAll(() => server.close());

type Window = { page: Page; context: BrowserContext };

async function windows(browser: Browser, ...clients: Client[]): Promise<Page[]> {
  const opened: Window[] = [];
  for (const client of clients) opened.push(await browse(browser, server, client));
  return opened.map(({ page }) => page);
}

const log = (page: Page) => page.getByRole('log');

async function write(page: Page, text: string) {
  const composer = page.getByRole('textbox', { name: /message/i });
  await composer.fill(text);
  await composer.press('Enter');
}

async function expectNoSeriousFinding(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([]);
}

test('a report, from its dialog to its dismissal', async ({ browser }) => {
  const paul = await signUp(server, 'paul', nina);
  const [office, member] = (await windows(browser, nina, claire)) as [Page, Page];
  await office.goto('/admin');
  await expect(office.getByText('Rien n’attend l’équipe.')).toBeVisible();

  await test.step('Claire reports Paul from his profile', async () => {
    await member.goto(`/profile/${paul.id}`);
    await member.getByRole('button', { name: 'Signaler' }).click();
    await member.getByLabel('Motif').selectOption('Spam');
    await member.getByLabel('Description').fill('Vend ses services à chaque SOS.');
    await member.getByRole('button', { name: 'Envoyer le signalement' }).click();
    await expectToast(member, 'Signalement envoyé');
  });

  await test.step('Nina sees that it waits, without reloading, and opens it', async () => {
    await office.getByRole('link', { name: /1\s+dossier/ }).click();
    await expect(office).toHaveURL(/\/admin\/queue\?kind=report/);
    await office.getByRole('link', { name: /Paul Durand/ }).click();
    const panel = office.getByRole('dialog', { name: 'Paul Durand' });
    await expect(panel.getByText('Vend ses services à chaque SOS.')).toBeVisible();
    await expectNoSeriousFinding(office);
    await panel.getByRole('button', { name: 'Classer sans suite' }).click();
    const dialog = office.getByRole('dialog', { name: /\?$/ });
    await dialog.getByLabel(/Motif|Note/).fill('Un malentendu, vu avec les deux.');
    await dialog.getByRole('button', { name: 'Classer sans suite' }).click();
    await expectToast(office, 'Dossier clos');
    // Nothing beneath an open dialog has a role, and the key would close the dialog first.
    await expect(dialog).toHaveCount(0);
    await expect(panel).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Classer sans suite' })).toHaveCount(0);
    await office.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(office.getByText('Rien à traiter.')).toBeVisible();
  });

  await test.step('the journal remembers it', async () => {
    await office.getByRole('tab', { name: 'Journal' }).click();
    await office.getByRole('link', { name: /Dossier classé sans suite/ }).click();
    await expect(office.getByRole('dialog').getByText('Un malentendu, vu avec les deux.')).toBeVisible();
  });
});

test('a resolved SOS, from its summary to a published article', async ({ browser }) => {
  const { sos, conversation } = await openChat(claire, karim);
  await sendText(
    claire,
    conversation.id,
    'Mon compte publicitaire est suspendu depuis ce matin, sans explication.',
  );
  await sendText(
    karim,
    conversation.id,
    'Rassemble la facture du fournisseur et le Kbis avant d’écrire au support.',
  );
  await sendText(karim, conversation.id, 'Puis demande la révision par le formulaire, une seule fois.');
  await sendText(claire, conversation.id, 'Ça a marché : le compte est rétabli après deux jours.');
  const [office, reader] = (await windows(browser, nina, karim)) as [Page, Page];
  await office.goto('/admin/summaries');
  const ratings = [{ memberId: karim.id, rating: 5 }];
  await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings });

  await test.step('the summary arrives by itself, each key point beside the messages that it rests on', async () => {
    const table = office.getByRole('table', { name: 'Résumés' });
    await table.getByRole('link').first().click();
    const panel = office.getByRole('dialog');
    await expect(panel.getByRole('heading', { name: 'Points clés' })).toBeVisible();
    await panel
      .getByRole('button', { name: /message/ })
      .first()
      .click();
    await expectNoSeriousFinding(office);
  });

  await test.step('it is approved for members', async () => {
    await office.getByRole('button', { name: 'Approuver (Membres)' }).click();
    await expectToast(office, 'Résumé approuvé avec succès');
  });

  await test.step('Karim leaves out one of its sentences, and both have nothing to add', async () => {
    await expect(office.getByRole('dialog').getByText(/Approuvé\s: publié après cette date/)).toBeVisible();
    await reader.goto(`/chat?sos=${sos.id}`);
    await reader.getByRole('link', { name: 'Relire le résumé' }).click();
    await expect(reader.getByRole('heading', { name: 'Résumé à relire' })).toBeVisible();
    await expectNoSeriousFinding(reader);
    await reader.getByRole('button', { name: 'Écarter' }).last().click();
    await expect(reader.getByRole('button', { name: 'Rétablir' })).toHaveCount(1);
    await reader.getByRole('button', { name: 'C’est bon pour moi' }).click();
    await expect(reader.getByText(/C’est noté, merci\. Tu peux encore changer d’avis/)).toBeVisible();
    const drafts = `/api/knowledge/drafts/${sos.id}`;
    const { draft } = granted(await claire.get<SummaryDraftAnswer>(drafts));
    granted(await claire.put(`${drafts}/consent`, { seen: draft?.seen }));
  });

  await test.step('Karim reads it in the knowledge base', async () => {
    await reader.goto('/knowledge');
    await expect(reader.getByRole('article').first()).toBeVisible();
    await expect(reader.getByText('Aucun résultat trouvé')).toHaveCount(0);
  });
});

const WINDOWS = [
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
];

for (const size of allOrSome(WINDOWS))
  test(`an announcement leaves the composer in the window (${size.width} pixels)`, async ({ browser }) => {
    const { sos } = await openChat(claire, karim);
    const announced = {
      ...{
        id: crypto.randomUUID(),
        title: 'Rencontre à Lyon',
        text: 'Jeudi, à deux pas de la gare. '.repeat(8),
      },
      ...{ link: '', audience: 'everyone', push: false, mail: false, scheduledAt: null },
    };
    granted(await nina.post('/api/admin/announcements', announced));
    const [page] = (await windows(browser, claire)) as [Page];
    await page.setViewportSize(size);
    await page.goto(`/chat?sos=${sos.id}`);
    const composer = page.getByRole('textbox', { name: /message/i });
    await expect(composer).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('region', { name: 'Annonce de l’équipe' })).toHaveCount(0);
    const overflow = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  });

test('a suspension while the person is chatting', async ({ browser }) => {
  const zoe = await signUp(server, 'zoe', nina);
  const { sos } = await openChat(claire, zoe);
  const [office, chatting, other] = (await windows(browser, nina, zoe, claire)) as [Page, Page, Page];
  await chatting.goto(`/chat?sos=${sos.id}`);
  await other.goto(`/chat?sos=${sos.id}`);
  await write(chatting, 'Contactez-moi, je fais des prix !');
  await expect(log(other).getByText('Contactez-moi, je fais des prix !')).toBeVisible();

  await office.goto(`/admin/users/${zoe.id}`);
  await office.getByRole('button', { name: 'Autres actions' }).click();
  await office.getByRole('menuitem', { name: 'Suspendre' }).click();
  const dialog = office.getByRole('dialog', { name: /\?$/ });
  await dialog.getByLabel(/Règle enfreinte/).selectOption('solicitation');
  await dialog.getByLabel('Motif').fill('Démarchage commercial répété.');
  await expectNoSeriousFinding(office);
  await dialog.getByRole('button', { name: 'Suspendre' }).click();
  await expectToast(office, 'Membre suspendu');

  await test.step('she is out within five seconds, and reads why', async () => {
    await expect(chatting).toHaveURL(/\/auth/);
    await expectToast(chatting, 'Déconnexion forcée pour votre sécurité');
    expect(await server.mailTo(zoe.email, /compte Guilde est suspendu/)).toContain(
      'Démarchage commercial répété.',
    );
    await chatting.getByLabel('E-mail').fill(zoe.email);
    await chatting.getByLabel('Mot de passe', { exact: true }).fill('un-bon-mot-de-passe');
    await chatting.getByRole('button', { name: /connecter/i }).click();
    await expect(chatting.getByRole('link', { name: 'Contester la décision' })).toBeVisible();
  });

  await test.step('her message goes, and the chat goes on for Claire', async () => {
    await office.goto(`/admin/messages?q=${zoe.email}`);
    await office.getByRole('link', { name: /Zoé Lefèvre/ }).click();
    await office.getByRole('button', { name: 'Supprimer le message' }).click();
    const question = office.getByRole('dialog', { name: /\?$/ });
    await question.getByLabel(/Règle enfreinte/).selectOption('solicitation');
    await question.getByLabel('Motif').fill('Offre de service dans une conversation.');
    // A turned tablet keeps the question and what is written in it.
    const { width = 0, height = 0 } = office.viewportSize() ?? {};
    await office.setViewportSize({ width: 700, height });
    await expect(question.getByLabel('Motif')).toHaveValue('Offre de service dans une conversation.');
    await office.setViewportSize({ width, height });
    await expect(question.getByLabel('Motif')).toHaveValue('Offre de service dans une conversation.');
    await question.getByRole('button', { name: 'Supprimer le message' }).click();
    await expect(log(other).getByText('Message supprimé par la modération')).toBeVisible();
    await expect(log(other).getByText('je fais des prix')).toHaveCount(0);
    await write(other, 'Je reste.');
    await expect(log(other).getByText('Je reste.')).toBeVisible();
  });

  await test.step('restored, she comes back to her chat', async () => {
    await office.goto(`/admin/users/${zoe.id}`);
    await office.getByRole('button', { name: 'Rétablir' }).click();
    await dialog.getByLabel('Motif').fill('Elle s’est engagée à cesser.');
    await dialog.getByRole('button', { name: 'Rétablir' }).click();
    await expectToast(office, 'Membre rétabli');
    await chatting.getByRole('button', { name: /connecter/i }).click();
    // Opening another page now would interrupt the sign-in.
    await expect(chatting).not.toHaveURL(/\/auth/);
    await chatting.goto(`/chat?sos=${sos.id}`);
    await expect(log(chatting).getByText('Je reste.')).toBeVisible();
    await expect(log(chatting).getByText('Message supprimé par la modération')).toBeVisible();
  });
});

test('a deletion, and what remains for others', async ({ browser }) => {
  const hugo = await signUp(server, 'hugo', nina);
  const sos = await postSos(claire, { title: 'Retard chez mon transporteur' });
  const { id } = await join(hugo, sos.id);
  await sendText(hugo, id, 'Demande une enquête au transporteur.');
  const [office, other] = (await windows(browser, nina, claire)) as [Page, Page];
  await other.goto(`/chat?sos=${sos.id}`);
  await expect(log(other).getByText('Demande une enquête au transporteur.')).toBeVisible();

  await office.goto('/admin/users');
  await office.getByRole('searchbox').fill(hugo.email);
  await office.getByRole('link', { name: /Hugo Petit/ }).click();
  await office.getByRole('button', { name: 'Autres actions' }).click();
  await office.getByRole('menuitem', { name: 'Supprimer le compte' }).click();
  const dialog = office.getByRole('dialog', { name: /\?$/ });
  await expect(dialog.getByText(/Cette action est irréversible/)).toBeVisible();
  await dialog.getByLabel(/Règle enfreinte/).selectOption('impersonation');
  await dialog.getByLabel('Motif').fill('Compte créé avec une fausse identité.');
  await dialog.getByRole('button', { name: 'Supprimer le compte' }).click();
  await expectToast(office, 'Utilisateur supprimé avec succès');
  await expect(office.getByText('Aucun utilisateur')).toBeVisible();

  await expect(log(other).getByText('Demande une enquête au transporteur.')).toBeVisible();
  await other.reload();
  await expect(log(other).getByText('Utilisateur inconnu').first()).toBeVisible();
  await expect(log(other).getByText('Demande une enquête au transporteur.')).toBeVisible();
  await expect(other.getByText('Hugo Petit')).toHaveCount(0);
  expect(await server.mailTo(hugo.email, /supprimé/)).toContain('Compte créé avec une fausse identité.');

  await test.step('the journal fits a phone, whatever the name of what was deleted', async () => {
    const { id: sosId } = await postSos(claire, { title: 'Transporteur'.repeat(8) });
    await nina.post(`/api/admin/sos/${sosId}/delete`, REMOVAL);
    await office.setViewportSize({ width: 390, height: 844 });
    await office.goto('/admin/journal');
    await expect(office.getByRole('link', { name: /SOS supprimé/ })).toBeVisible();
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await office.evaluate(overflow)).toBe(0);
  });
});
