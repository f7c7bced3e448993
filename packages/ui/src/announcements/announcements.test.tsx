import { randomUUID } from 'node:crypto';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

async function announced(title: string) {
  const nina = await guilde.current.as('nina');
  const id = randomUUID();
  const values = { text: 'Dimanche de 6 h à 7 h.', link: '/knowledge', audience: 'everyone' };
  const delivery = { push: false, mail: false, scheduledAt: null };
  granted(await nina.post('/api/admin/announcements', { id, title, ...values, ...delivery }));
  await guilde.current.mails();
  return { nina, id };
}
const banner = () => screen.queryByRole('region', { name: 'Annonce de l’équipe' });

test('an announcement stands in one line above pages until it is closed, not where one writes, and is then in the list', async () => {
  await guilde.current.as('claire');
  const { nina, id } = await announced('Entretien');
  granted(await nina.put('/api/admin/community', { voiceMessages: true, events: true }));
  const { user, router } = await renderAs(guilde.current, 'claire', '/sos');
  expect(await screen.findByRole('region', { name: 'Annonce de l’équipe' })).toHaveTextContent('Entretien');
  // Another announcement arrives while the page is open.
  await announced('Rencontre');
  await waitFor(() => expect(banner()).toHaveTextContent('Rencontre'));
  expect(
    within(banner() as HTMLElement).getByRole('link', { name: /^Rencontre.*et 1.autre$/ }),
  ).toBeVisible();
  for (const path of ['/chat', '/sos/new', '/events/new', '/share']) {
    await act(() => router.navigate(path));
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(banner()).toBeNull();
  }
  await act(() => router.navigate('/sos'));
  await user.click(await screen.findByRole('button', { name: 'Fermer l’annonce' }));
  await waitFor(() => expect(banner()).toHaveTextContent('Entretien'));
  await user.click(within(banner() as HTMLElement).getByRole('link', { name: 'Entretien' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Annonces' })).toBeVisible();
  expect((await screen.findAllByRole('article')).map((one) => one.querySelector('h2')?.textContent)).toEqual([
    'Rencontre',
    'Entretien',
  ]);
  expect(banner()).toBeNull();
  await waitFor(async () =>
    expect(granted(await nina.get(`/api/admin/announcements/${id}`))).toMatchObject({ reads: 1 }),
  );
});

test('the team writes, schedules, changes and withdraws announcements, and sees who has read', async () => {
  const { user } = await renderAs(guilde.current, 'nina', '/admin/announcements');
  await user.click(await screen.findByRole('button', { name: 'Nouvelle annonce' }));
  const form = within(await screen.findByRole('dialog', { name: 'Nouvelle annonce' }));
  await user.click(form.getByRole('button', { name: 'Envoyer maintenant' }));
  expect(await form.findAllByText('Ce champ est requis.')).toHaveLength(2);
  await user.type(form.getByRole('textbox', { name: 'Titre' }), 'Vœux');
  await user.type(form.getByRole('textbox', { name: 'Texte' }), 'Bonne année à tous.');
  await user.type(form.getByRole('textbox', { name: /^Lien/ }), `${window.location.origin}/home`);
  await user.type(form.getByLabelText(/^Envoi/), '2099-01-01T09:00');
  await user.click(form.getByRole('button', { name: 'Programmer' }));
  const table = within(await screen.findByRole('table', { name: 'Annonces' }));
  await user.click(await table.findByRole('link', { name: /^Vœux/ }));
  const panel = within(await screen.findByRole('dialog', { name: 'Vœux' }));
  expect(await panel.findByRole('link', { name: '/home' })).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Annuler l’envoi' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByRole('button', { name: 'Revenir' })).toHaveFocus();
  await user.click(question.getByRole('button', { name: 'Annuler l’envoi' }));
  await waitFor(() => expect(panel.getByText('Jamais envoyée')).toBeVisible());
  expect(panel.queryByRole('button', { name: 'Modifier' })).toBeNull();
});
