import { randomUUID } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { renderAs, renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const menu = () => within(screen.getByRole('complementary'));

test('the first document is read from its beginning', async () => {
  await renderAs(guilde.current, 'claire', '/home');
  await title('Bonjour Claire');
  expect(document.body).toHaveFocus();
});

test('a new page begins at its title, from the menu and from a link that goes with its page', async () => {
  const { user } = await renderAs(guilde.current, 'claire', '/home');
  await title('Bonjour Claire');
  await user.click(menu().getByRole('link', { name: 'Annuaire' }));
  const directory = await title('Annuaire');
  await waitFor(() => expect(directory).toHaveFocus());
  await user.click(menu().getByRole('link', { name: 'Accueil' }));
  await title('Bonjour Claire');
  await user.click(await screen.findByRole('link', { name: 'Inviter' }));
  const profile = await title('Mon profil');
  await waitFor(() => expect(profile).toHaveFocus());
});

test('what had the focus may go later than its page: the title then has it', async () => {
  const client = await guilde.current.as('nina');
  const karim = await guilde.current.as('karim');
  const claire = await guilde.current.as('claire');
  await karim.post('/api/reports', {
    ...{ id: randomUUID(), reportedUserId: claire.id, reason: 'spam', description: 'Publicité' },
  });
  const { user } = renderWith(guilde.current, client, '/admin/users');
  await user.click(await screen.findByRole('link', { name: /signalement/ }));
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1, name: 'Administration' })).toHaveFocus(),
  );
});

test('a caret that a click left in the former page is not taken into the title', async () => {
  const { router } = await renderAs(guilde.current, 'claire', '/home');
  document.getSelection()?.collapse((await title('Bonjour Claire')).firstChild, 3);
  const selection = document.getSelection() as Selection;
  const steps: string[] = [];
  // jsdom puts a caret of its own into what takes the focus.
  const drop = vi.spyOn(selection, 'removeAllRanges').mockImplementation(() => {
    steps.push('caret dropped');
  });
  onTestFinished(() => drop.mockRestore());
  document.addEventListener('focusin', ({ target }) => steps.push((target as HTMLElement).textContent));
  await router.navigate('/directory');
  const directory = await title('Annuaire');
  await waitFor(() => expect(directory).toHaveFocus());
  expect(steps.slice(0, 2)).toEqual(['caret dropped', 'Annuaire']);
});

test('a page that takes the focus itself keeps it', async () => {
  const { user } = await renderAs(guilde.current, 'claire', '/home');
  await title('Bonjour Claire');
  await user.click(screen.getAllByRole('link', { name: 'Lancer un SOS' })[0] as HTMLElement);
  await waitFor(() => expect(screen.getByLabelText('Titre')).toHaveFocus());
});

test('a title that comes with its data takes the place of the one before it', async () => {
  const client = await guilde.current.as('claire');
  const karim = await guilde.current.as('karim');
  const gate = Promise.withResolvers<void>();
  const request: Client['request'] = async (path, init) => {
    if (path.includes(karim.id)) await gate.promise;
    return client.request(path, init);
  };
  const { router } = renderWith(guilde.current, { ...client, request }, '/home');
  await title('Bonjour Claire');
  await router.navigate(`/profile/${karim.id}`);
  const waiting = await title('Profil');
  await waitFor(() => expect(waiting).toHaveFocus());
  gate.resolve();
  const name = await title(/^Karim Benali/);
  await waitFor(() => expect(name).toHaveFocus());
});

test('the sign-in and its other ways are named as they come', async () => {
  const { user } = await renderAs(guilde.current, 'visitor', '/');
  await user.click(await screen.findByRole('link', { name: 'Connexion membre' }));
  const signIn = await title('Connexion');
  await waitFor(() => expect(signIn).toHaveFocus());
  await user.click(screen.getByRole('link', { name: 'Recevoir un code par e-mail' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).not.toHaveTextContent(/^Connexion$/));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('the theme says which one it is', async () => {
  const { user } = await renderAs(guilde.current, 'visitor', '/');
  const dark = await screen.findByRole('button', { name: 'Thème sombre' });
  expect(dark).toHaveAttribute('aria-pressed', 'false');
  await user.click(dark);
  expect(dark).toHaveAttribute('aria-pressed', 'true');
});
