import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import {
  act,
  afterClose,
  approved,
  commitTo,
  offerInput,
  opened,
  seenDeal,
  withDeals,
} from '../../../../apps/api/test/deal-scenes.ts';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, withGuilde } from '../../test/render.tsx';
import { useDealDrafts } from './deal-draft.ts';

const guilde = withGuilde();
const DAY_MS = 86_400_000;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  claire = await guilde.current.as('claire');
  karim = await guilde.current.as('karim');
  await withDeals(guilde.current);
});
beforeEach(() => useDealDrafts.setState({ byMember: {} }));

const inDays = (days: number) =>
  new Date(guilde.current.clock.now() + days * DAY_MS).toISOString().slice(0, 10);
const cancel = async (client: Client, id: string) =>
  granted(await act(client, { id }, 'cancel', { reason: 'Fin du test.' }));
const button = (name: string) => screen.getByRole('button', { name });

test('the list has shelves and categories in the address, and says who does what', async () => {
  const { id } = await opened(guilde.current, claire);
  const { user, router } = await renderAs(guilde.current, 'karim', '/deals');
  const row = await screen.findByRole('link', { name: 'Étuis en carton' });
  expect(row).toHaveAccessibleDescription(
    /Emballage\s· Cartonnerie Martin\s· Claire .*\s· se termine dans \d+\sj/,
  );
  await user.selectOptions(screen.getByLabelText('Catégorie'), 'Transport');
  expect(await screen.findByText('Rien ne correspond à cette catégorie.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Idées' }));
  expect(router.state.location.search).toBe('?scope=ideas&category=transport');
  await cancel(claire, id);
});

describe('the form', () => {
  test('proposes a deal in three steps, keeps the draft, and asks for the tie', async () => {
    const { user, unmount } = await renderAs(guilde.current, 'claire', '/deals/new');
    await user.type(await screen.findByLabelText('Titre'), 'Colis vers la Belgique');
    expect(await screen.findByText('Brouillon enregistré')).toBeVisible();
    unmount();
    const again = await renderAs(guilde.current, 'claire', '/deals/new');
    const type = (label: string | RegExp, text: string) =>
      again.user.type(screen.getByLabelText(label), text);
    expect(await screen.findByLabelText('Titre')).toHaveValue('Colis vers la Belgique');
    await again.user.click(button('Continuer'));
    expect(await screen.findByText('Choisis une catégorie.')).toBeVisible();
    await again.user.selectOptions(screen.getByLabelText('Catégorie'), 'Transport');
    await type('Besoin', 'On expédie tous en Belgique.');
    await again.user.click(button('Continuer'));
    expect(await screen.findByText('Étape 2 sur 3')).toBeVisible();
    await type('Fournisseur', 'Colis Nord');
    await type('Son site', 'http://colis.exemple.fr');
    await type('Unité, au pluriel', 'colis');
    await type('À partir de', '1 000');
    await type('Conditions', 'Enlèvement compris.');
    await type('Objectif à atteindre', '1000');
    await again.user.click(button('Continuer'));
    expect(await screen.findByText('Donne à chaque palier un prix ou une condition.')).toBeVisible();
    expect(screen.getByLabelText('Son site')).toHaveAccessibleDescription(/commence par https/);
    await type('Prix unitaire (€)', '4,2');
    await again.user.clear(screen.getByLabelText('Son site'));
    await type('Son site', 'https://colis.exemple.fr');
    await type('Clôture des engagements', inDays(90));
    await again.user.click(button('Continuer'));
    await again.user.click(await screen.findByRole('button', { name: 'Proposer le deal' }));
    expect(await screen.findByText('Dis quel lien tu as avec ce fournisseur.')).toBeVisible();
    await again.user.click(screen.getByRole('radio', { name: 'Je suis client' }));
    await again.user.click(button('Proposer le deal'));
    await waitFor(() =>
      expect(screen.getByLabelText('Clôture des engagements')).toHaveAccessibleDescription(/3 à 60 jours/),
    );
    await again.user.clear(screen.getByLabelText('Clôture des engagements'));
    await type('Clôture des engagements', inDays(20));
    await again.user.click(button('Continuer'));
    await again.user.click(await screen.findByRole('button', { name: 'Proposer le deal' }));
    await waitFor(() => expect(again.router.state.location.pathname).toMatch(/^\/deals\/(?!new)/));
    const id = again.router.state.location.pathname.split('/')[2] ?? '';
    expect(await seenDeal(claire, id)).toMatchObject({
      status: 'offered',
      tie: 'client',
      offer: { unit: 'colis', minEach: 1, tiers: [{ minimum: 1000, price: 42_000 }] },
    });
    expect(useDealDrafts.getState().byMember).toEqual({});
    await cancel(claire, id);
  });

  test('proposes an idea alone', async () => {
    const { user, router } = await renderAs(guilde.current, 'claire', '/deals/new');
    await user.selectOptions(await screen.findByLabelText('Catégorie'), 'Outils');
    await user.type(screen.getByLabelText('Titre'), 'Un outil de retours');
    await user.type(screen.getByLabelText('Besoin'), 'Moins cher à dix.');
    await user.click(button('Proposer l’idée seule'));
    expect(await screen.findByText('L’équipe relit ce deal avant de le publier.')).toBeVisible();
    const id = router.state.location.pathname.split('/')[2] ?? '';
    expect(await seenDeal(claire, id)).toMatchObject({
      title: 'Un outil de retours',
      offer: null,
      lead: null,
    });
    await cancel(claire, id);
  });
});

test('one commits only with consent to name the supplier, and confirms changed conditions', async () => {
  const { id } = await opened(guilde.current, claire);
  const { user } = await renderAs(guilde.current, 'karim', `/deals/${id}`);
  expect(await screen.findByText('Claire achète chez ce fournisseur. Aucune rémunération.')).toBeVisible();
  expect(screen.getByRole('row', { name: /200\sétuis 0,42\s€ l’unité/ })).toBeVisible();
  await online();
  await user.click(button('Je m’engage'));
  const dialog = within(await screen.findByRole('dialog'));
  const send = () => user.click(dialog.getByRole('button', { name: 'Je m’engage' }));
  await send();
  expect(dialog.getByText('Engage-toi sur 1 au moins.')).toBeVisible();
  await user.type(dialog.getByLabelText('Quantité (étuis)'), '200');
  await send();
  expect(dialog.getByText('Il faut ton accord pour transmettre ton nom et ta quantité.')).toBeVisible();
  await user.click(
    dialog.getByRole('checkbox', {
      name: /^J’accepte que mon nom, ma boutique et ma quantité soient transmis à Cartonnerie Martin/,
    }),
  );
  await send();
  expect(await screen.findByText('Tu t’engages sur 200 étuis.')).toBeVisible();
  await user.click(button('Modifier ma quantité'));
  const change = within(await screen.findByRole('dialog'));
  expect(change.queryByRole('checkbox')).toBeNull();
  await user.clear(change.getByLabelText('Quantité (étuis)'));
  await user.type(change.getByLabelText('Quantité (étuis)'), '250');
  await user.click(change.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Tu t’engages sur 250 étuis.')).toBeVisible();
  granted(await claire.put(`/api/deals/${id}/offer`, offerInput(guilde.current, { minTotal: 300 })));
  await approved(guilde.current, id);
  expect(await screen.findByText(/^Les conditions ont changé\. Confirme/)).toBeVisible();
  await user.click(button('Ça me va'));
  expect(await screen.findByText('Tu t’engages sur 250 étuis.')).toBeVisible();
  await user.click(button('Je retire mon engagement'));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /Je retire/ }));
  await waitFor(async () => expect((await seenDeal(karim, id)).commitment?.state).toBe('withdrawn'));
  await cancel(claire, id);
});

test('while the lead chooses, whoever is committed reads what may come and may withdraw', async () => {
  const deal = await opened(guilde.current, claire);
  granted(await commitTo(karim, deal, 120));
  await afterClose(guilde.current, deal);
  const { user } = await renderAs(guilde.current, 'karim', '/deals?scope=mine');
  const row = await screen.findByRole('link', { name: 'Étuis en carton' });
  expect(screen.getByText('Tu t’engages')).toBeVisible();
  await user.click(row);
  expect(
    await screen.findByText(/^Avant le .* : sept jours de plus, un palier inférieur .*, ou la fin\.$/),
  ).toBeVisible();
  expect(
    screen.getByText(/^Objectif non atteint le .*\. Qui mène le deal choisit la suite\.$/),
  ).toBeVisible();
  expect(screen.queryByText(/rien n’est dû/)).toBeNull();
  expect(screen.getByText('Tu t’engages sur 120 étuis. Tu peux te retirer jusqu’à ce choix.')).toBeVisible();
  await online();
  await user.click(button('Je retire mon engagement'));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.queryByText(/de nouveau jusqu’à la clôture/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: /Je retire/ }));
  await waitFor(async () => expect((await seenDeal(karim, deal.id)).commitment?.state).toBe('withdrawn'));
  granted(await act(claire, deal, 'choice', { choice: 'abandon' }));
  expect(await screen.findByText(/Rien n’est commandé, rien n’est dû\.$/)).toBeVisible();
});

test('the lead reads volumes in sums of five, and what others are committed to beside their own', async () => {
  const deal = await opened(guilde.current, claire, { maxTotal: null });
  const follow = async (client: Client) =>
    granted(await client.put(`/api/deals/${deal.id}/interest`, { volume: 'to-50' }));
  for (const name of ['karim', 'zoe', 'paul', 'lucie'] as const) await follow(await guilde.current.as(name));
  granted(await commitTo(claire, deal, 300));
  await renderAs(guilde.current, 'claire', `/deals/${deal.id}`);
  const desk = within(await screen.findByRole('region', { name: 'Négociation' }));
  const goal = 'Sans ton engagement, l’objectif n’est pas encore atteint.';
  expect(desk.getByText(`${goal} 4 intéressés.`)).toBeVisible();
  await online();
  await follow(await guilde.current.as('hugo'));
  const told = `${goal} 5 intéressés. Volumes de 5 d’entre eux : 5 (jusqu’à 50).`;
  expect(await desk.findByText(told)).toBeVisible();
  await cancel(claire, deal.id);
});

test('home names an open deal with the supplier of one’s own tool', async () => {
  const { body: profile } = await karim.get<Profile>('/api/profile');
  granted(await karim.patch('/api/profile', { ...profile, carriers: ['colissimo'] }));
  const { id } = await opened(guilde.current, claire, { supplierName: 'Colissimo Entreprise' });
  await renderAs(guilde.current, 'karim', '/home');
  expect(await screen.findByRole('link', { name: /^Deal avec Colissimo Entreprise/ })).toHaveAttribute(
    'href',
    `/deals/${id}`,
  );
  await cancel(claire, id);
});
