import type { Announcement } from '@guilde/contracts/announcements/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PersonName } from '../../../../../apps/api/test/people.ts';
import { granted } from '../../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../../test/render.tsx';

const guilde = withGuilde();

async function titlesFor(name: PersonName) {
  await guilde.current.mails();
  const client = await guilde.current.as(name);
  return granted(await client.get<Announcement[]>('/api/announcements')).map(({ title }) => title);
}

async function write(user: Awaited<ReturnType<typeof renderAs>>['user'], title: string) {
  const form = within(await screen.findByRole('dialog', { name: 'Nouvelle annonce' }));
  await user.type(form.getByRole('textbox', { name: 'Titre' }), title);
  await user.type(form.getByRole('textbox', { name: 'Texte' }), 'Jeudi à Lyon.');
  await user.click(form.getByRole('button', { name: 'Envoyer maintenant' }));
  return form;
}

test('an announcement to more than a handful is shown with its number before it leaves', async () => {
  const { user } = await renderAs(guilde.current, 'nina', '/admin/announcements');
  await user.click(await screen.findByRole('button', { name: 'Nouvelle annonce' }));
  const form = await write(user, 'Rencontre');
  expect(await form.findByText(/^7.membres la recevront\.$/)).toHaveFocus();
  expect(form.getByText('Annonce : Rencontre')).toBeVisible();
  expect(await titlesFor('claire')).toEqual([]);
  await user.click(form.getByRole('button', { name: 'Modifier' }));
  await user.selectOptions(form.getByRole('combobox', { name: /^Destinataires/ }), 'Les membres d’un filtre');
  await user.selectOptions(form.getByRole('combobox', { name: 'Spécialité' }), 'Conversion (CRO)');
  await user.click(form.getByRole('button', { name: 'Aperçu' }));
  await user.click(await form.findByRole('button', { name: /^Envoyer à 3.membres$/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await titlesFor('karim')).toEqual(['Rencontre']);
  expect(await titlesFor('claire')).toEqual([]);
  const table = within(await screen.findByRole('table', { name: 'Annonces' }));
  expect(await table.findByText('Conversion (CRO)')).toBeInTheDocument();
});

test('the list of users writes to whom its filter finds, and to selected members', async () => {
  const { user } = await renderAs(guilde.current, 'nina', '/admin/users?specialty=tiktok');
  await screen.findByRole('table', { name: 'Utilisateurs' });
  await user.click(await screen.findByRole('button', { name: 'Écrire à ces membres…' }));
  const filtered = within(await screen.findByRole('dialog', { name: 'Nouvelle annonce' }));
  expect(filtered.getByText('TikTok', { selector: 'summary *' })).toBeVisible();
  expect(filtered.getByRole('combobox', { name: 'Spécialité', hidden: true })).not.toBeVisible();
  await write(user, 'TikTok');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await titlesFor('zoe')).toContain('TikTok');
  expect(await titlesFor('paul')).not.toContain('TikTok');
  await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Zoé Lefèvre' }));
  const bar = within(await screen.findByRole('region', { name: 'Membres sélectionnés' }));
  await user.click(bar.getByRole('button', { name: 'Écrire…' }));
  const form = await write(user, 'Pour toi');
  expect(form.queryByText('Ce champ est requis.')).toBeNull();
  // The dialog hides the page from screen readers.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Membres sélectionnés' })).toBeNull());
  expect(await titlesFor('zoe')).toContain('Pour toi');
  expect(await titlesFor('claire')).not.toContain('Pour toi');
});
