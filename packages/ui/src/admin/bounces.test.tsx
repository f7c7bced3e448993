import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde({ cast: ['nina', 'claire', 'karim'] });
const INVITED = 'partie@exemple.fr';
let karim: Client;

const bounce = (email: string) => guilde.current.deps.bounces.record(email, guilde.current.deps.clock.now());

beforeAll(async () => {
  const claire = await guilde.current.as('claire');
  karim = await guilde.current.as('karim');
  granted(await claire.post('/api/invitations', { vouched: true, email: INVITED }));
});

test('the sponsor sees that an invitation came back, and what to do', async () => {
  await renderAs(guilde.current, 'claire', '/profile');
  const list = within(await screen.findByRole('list', { name: 'Invitations envoyées' }));
  expect(list.getByText('En attente')).toBeVisible();
  expect(list.queryByText('Revenue')).toBeNull();
  await bounce(INVITED);
  expect(await screen.findByText('Revenue')).toBeVisible();
  expect(list.getByText('En attente')).toBeVisible();
  expect(list.getByText(/^L’e-mail est revenu.: vérifie l’adresse, ou transmets le lien\./)).toBeVisible();
  expect(list.getByRole('button', { name: 'Copier le lien' })).toBeVisible();
});

test('a member sees in the settings that mails come back', async () => {
  await bounce(karim.email);
  await renderAs(guilde.current, 'karim', '/settings/account');
  expect(await screen.findByText(/^Nos e-mails à cette adresse reviennent depuis le /)).toBeVisible();
});

test('an administrator has mails sent again, to a member and to an invited address', async () => {
  await bounce(karim.email);
  await bounce(INVITED);
  const { user, unmount } = await renderAs(guilde.current, 'nina', `/admin/users/${karim.id}`);
  const panel = within(await screen.findByRole('dialog', { name: 'Karim Benali' }));
  expect(panel.getByText(new RegExp(`^Nos e-mails à ${karim.email} reviennent depuis `))).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Autres actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Envoyer de nouveau' }));
  await user.click(await screen.findByRole('button', { name: 'Envoyer de nouveau' }));
  await waitFor(() => expect(screen.queryByText(/^Nos e-mails à /)).toBeNull());
  expect(await guilde.current.deps.bounces.has(karim.email)).toBe(false);
  unmount();

  const page = await renderAs(guilde.current, 'nina', '/admin/invitations');
  expect(await screen.findByText('Revenue')).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'Réessayer' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/p…@exemple\.fr/)).toBeVisible();
  await page.user.click(dialog.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(screen.queryByText('Revenue')).toBeNull());
  expect(await guilde.current.deps.bounces.has(INVITED)).toBe(false);
});
