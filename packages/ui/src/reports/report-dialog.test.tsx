import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { reports } from '../../../../apps/api/src/reports/tables.ts';
import type { Client } from '../../../../apps/api/test/client.ts';
import type { PersonName } from '../../../../apps/api/test/people.ts';
import { granted, openChat, sendText } from '../../../../apps/api/test/scenes.ts';
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

test('a message is reported from its menu, not one’s own', async () => {
  const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
  const { sos, conversation } = await openChat(claire, karim);
  await sendText(claire, conversation.id, 'Bonjour');
  const { id } = await sendText(karim, conversation.id, 'Achetez mes services');
  const { user } = renderWith(guilde.current, claire, `/chat?sos=${sos.id}`);
  await user.click(await screen.findByRole('button', { name: /^Actions du message, [^K]/ }));
  await screen.findByRole('menuitem', { name: 'Modifier' });
  expect(screen.queryByRole('menuitem', { name: 'Signaler' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: /^Actions du message, Karim/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Signaler' }));
  const dialog = await screen.findByRole('dialog', { name: 'Signaler ce message' });
  await fill(user, dialog, 'Publicité en pleine urgence.');
  await send(user);
  expect(await screen.findByText('Signalement envoyé')).toBeVisible();
  const rows = await storedBy(claire);
  expect(rows.find(({ messageId }) => messageId === id)).toMatchObject({ quote: 'Achetez mes services' });
});

test('a warning is read once, kept in the settings, and contested by the link of its mail', async () => {
  const [nina, zoe] = [await guilde.current.as('nina'), await guilde.current.as('zoe')];
  granted(
    await nina.post(`/api/admin/warnings/${zoe.id}`, { rule: 'solicitation', reason: 'Trois publicités.' }),
  );
  const { user, unmount } = renderWith(guilde.current, zoe, '/settings/account');
  const told = await screen.findByRole('dialog', { name: 'Vous recevez un avertissement' });
  expect(within(told).getByText('Trois publicités.')).toBeVisible();
  await user.click(within(told).getByRole('button', { name: 'J’ai lu' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const kept = within(await screen.findByRole('region', { name: 'Décisions de l’équipe' }));
  expect(kept.getByText(/Il est interdit de démarcher/)).toBeVisible();
  unmount();
  const mail = (await guilde.current.mails()).findLast(({ to }) => to === zoe.email);
  const { pathname, hash } = new URL(/https?:\/\/\S+\/contest#\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const page = renderWith(guilde.current, guilde.current.visitor(), pathname + hash);
  await page.user.click(await screen.findByRole('button', { name: 'Envoyer la contestation' }));
  expect(await screen.findByText('Ce champ est requis.')).toBeVisible();
  await page.user.type(screen.getByRole('textbox'), 'Je répondais à une question.');
  await page.user.click(screen.getByRole('button', { name: 'Envoyer la contestation' }));
  expect(await screen.findByRole('heading', { name: /^Contestation reçue/ })).toBeVisible();
  page.unmount();

  const admin = renderWith(guilde.current, nina, '/admin/queue');
  expect(await screen.findByRole('tab', { name: /^À traiter\s?, \d+ en attente$/ })).toBeVisible();
  const row = await screen.findByRole('link', { name: /^Zoé Lefèvre/ });
  (document.activeElement as HTMLElement).blur();
  await admin.user.keyboard('jjk');
  expect(document.activeElement).toHaveAttribute('data-row-link');
  row.focus();
  await admin.user.keyboard('{Enter}');
  const panel = within(await screen.findByRole('dialog', { name: 'Zoé Lefèvre' }));
  expect(await panel.findByText('Je répondais à une question.')).toBeVisible();
  expect(panel.getByText(/personne d’autre ne peut la réexaminer/)).toBeVisible();
  await admin.user.click(panel.getByRole('button', { name: 'Maintenir la décision' }));
  const dialog = within(await screen.findByRole('dialog', { name: /\?$/ }));
  await admin.user.type(dialog.getByLabelText('Réponse, envoyée par e-mail'), 'Les faits sont établis.');
  await admin.user.click(dialog.getByRole('button', { name: 'Maintenir la décision' }));
  expect(await screen.findByText('Décision maintenue')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /\?$/ })).toBeNull());
  await admin.user.keyboard('{Escape}');
  await waitFor(() => expect(admin.router.state.location.pathname).toBe('/admin/queue'));
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Zoé Lefèvre/ })).toBeNull());
});
