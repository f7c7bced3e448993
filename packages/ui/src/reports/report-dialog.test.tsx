import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { reports } from '../../../../apps/api/src/reports/tables.ts';
import type { Client } from '../../../../apps/api/test/client.ts';
import type { PersonName } from '../../../../apps/api/test/people.ts';
import { renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

async function openDialog(name: PersonName, about: PersonName, request?: Client['request']) {
  const client = await guilde.current.as(name);
  const { id } = await guilde.current.as(about);
  const shown = { ...client, request: request ?? client.request };
  const view = renderWith(guilde.current, shown, `/profile/${id}`);
  await view.user.click(await screen.findByRole('button', { name: 'Signaler' }));
  return { ...view, client, dialog: await screen.findByRole('dialog') };
}

async function fill(user: UserEvent, dialog: HTMLElement, description: string) {
  await user.selectOptions(within(dialog).getByLabelText('Motif'), 'Spam');
  await user.type(within(dialog).getByLabelText('Description'), description);
}

const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Envoyer le signalement' }));

async function storedBy(client: Client) {
  const rows = await guilde.current.deps.db.orm.select().from(reports);
  return rows.filter(({ reporterId }) => reporterId === client.id);
}

test('a member reports another, and is told that it is done', async () => {
  const { user, dialog, client } = await openDialog('claire', 'karim');
  expect(dialog).toHaveAccessibleName('Signaler Karim Benali');
  await fill(user, dialog, 'Démarche les membres.');
  await send(user);
  expect(await screen.findByText('Signalement envoyé')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await storedBy(client)).toMatchObject([{ reason: 'spam', description: 'Démarche les membres.' }]);
});

test('both fields are asked for, and the first empty one is focused', async () => {
  const { user, dialog, client } = await openDialog('zoe', 'karim');
  await send(user);
  expect(await within(dialog).findAllByText('Veuillez remplir tous les champs')).toHaveLength(2);
  await waitFor(() => expect(within(dialog).getByLabelText('Motif')).toHaveFocus());
  expect(await storedBy(client)).toEqual([]);
});

test('what is written stays after a failure and when the dialog is closed; sending again makes one report', async () => {
  const client = await guilde.current.as('paul');
  let lost = true;
  const { user, dialog } = await openDialog('paul', 'karim', async (path, init) => {
    const answer = await client.request(path, init);
    if (!lost || path !== '/api/reports') return answer;
    lost = false;
    throw new TypeError('network');
  });
  await fill(user, dialog, 'Réponse perdue.');
  await send(user);
  expect(await screen.findByText(/Impossible d'envoyer le signalement/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Annuler' }));
  await user.click(await screen.findByRole('button', { name: 'Signaler' }));
  expect(await screen.findByLabelText('Description')).toHaveValue('Réponse perdue.');
  expect(screen.getByLabelText('Motif')).toHaveValue('spam');
  await send(user);
  expect(await screen.findByText('Signalement envoyé')).toBeVisible();
  expect(await storedBy(client)).toHaveLength(1);
});

test('what is changed after a lost answer is not taken for what had arrived', async () => {
  const client = await guilde.current.as('hugo');
  let lost = true;
  const { user, dialog } = await openDialog('hugo', 'karim', async (path, init) => {
    const answer = await client.request(path, init);
    if (!lost || path !== '/api/reports') return answer;
    lost = false;
    throw new TypeError('network');
  });
  await fill(user, dialog, 'Arrivé.');
  await send(user);
  await screen.findByText(/Impossible d'envoyer le signalement/);
  await user.type(within(dialog).getByLabelText('Description'), ' Complété depuis.');
  await send(user);
  expect(await within(dialog).findByText(/Tu as déjà signalé cette personne/)).toBeVisible();
  expect(await storedBy(client)).toMatchObject([{ description: 'Arrivé.' }]);
});

test('a second report while the first waits is refused in the dialog', async () => {
  const first = await openDialog('lucie', 'karim');
  await fill(first.user, first.dialog, 'Une première fois.');
  await send(first.user);
  await screen.findByText('Signalement envoyé');
  first.unmount();
  const { user, dialog } = await openDialog('lucie', 'karim');
  await fill(user, dialog, 'Une seconde fois.');
  await send(user);
  expect(await within(dialog).findByText(/Tu as déjà signalé cette personne/)).toBeVisible();
  expect(within(dialog).getByLabelText('Description')).toHaveValue('Une seconde fois.');
});

test('one’s own profile cannot be reported', async () => {
  const claire = await guilde.current.as('claire');
  renderWith(guilde.current, claire, `/profile/${claire.id}`);
  expect(await screen.findByRole('heading', { level: 1, name: /Claire/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Signaler' })).toBeNull();
});
