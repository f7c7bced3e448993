import { randomUUID } from 'node:crypto';
import type { TeamDecision } from '@guilde/contracts/cases/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, test } from 'vitest';
import { contactMessages } from '../../../../apps/api/src/contact/tables.ts';
import type { Client } from '../../../../apps/api/test/client.ts';
import { granted, openChat, postSos, REMOVAL, sendText } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde({ cast: ['nina', 'claire', 'karim'] });
let nina: Client;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  [nina, claire, karim] = await Promise.all([
    guilde.current.as('nina'),
    guilde.current.as('claire'),
    guilde.current.as('karim'),
  ]);
});

const table = async (name: string) => within(await screen.findByRole('table', { name }));
const confirm = async (name: string) => {
  const dialog = within(await screen.findByRole('dialog', { name: /\?$/ }));
  return { dialog, button: dialog.getByRole('button', { name }) };
};

async function giveReason(user: UserEvent, dialog: ReturnType<typeof within>): Promise<void> {
  await user.selectOptions(dialog.getByLabelText(/^Règle enfreinte/), 'unlawful');
  await user.type(dialog.getByLabelText('Motif'), 'Adresse d’un client.');
}

describe('SOS', () => {
  test('appear live, change status and are removed after a warning', async () => {
    const { user } = await renderAs(guilde.current, 'nina', '/admin/sos');
    expect(await screen.findByText('Aucun SOS')).toBeVisible();
    await online();
    const { sos } = await openChat(claire, karim);
    const row = await (await table('SOS')).findByRole('link', { name: /Compte Ads suspendu/ });
    await user.click(row);
    const detail = within(await screen.findByRole('dialog', { name: 'Compte Ads suspendu' }));
    expect(await detail.findByText(/suspendue depuis ce matin/)).toBeVisible();
    await user.selectOptions(detail.getByLabelText('Statut'), 'closed');
    await user.click(detail.getByRole('button', { name: 'Changer le statut' }));
    await user.click((await confirm('Changer le statut')).button);
    expect(await screen.findByText('Statut mis à jour')).toBeVisible();
    await user.click(await detail.findByRole('button', { name: 'Supprimer le SOS' }));
    const { dialog, button } = await confirm('Supprimer le SOS');
    expect(dialog.getByText(/Cette action est irréversible/)).toBeVisible();
    await user.click(button);
    expect(await dialog.findByText('Ce champ est requis.')).toBeVisible();
    await giveReason(user, dialog);
    await user.click(button);
    expect(await screen.findByText('SOS supprimé avec succès')).toBeVisible();
    expect(granted(await claire.get<TeamDecision[]>('/api/decisions'))).toMatchObject([
      { measure: 'sos-removal', rule: 'unlawful', reason: 'Adresse d’un client.' },
    ]);
    expect((await claire.get(`/api/sos/${sos.id}`)).status).toBe(404);
    expect(await screen.findByText('Aucun SOS')).toBeVisible();
  });

  test('get somebody who can help, found by name', async () => {
    const sos = await postSos(claire, { title: 'Douane bloquée' });
    const { user } = await renderAs(guilde.current, 'nina', `/admin/sos/${sos.id}`);
    await user.click(await screen.findByRole('button', { name: 'Affecter un membre' }));
    const { dialog, button } = await confirm('Affecter un membre');
    await user.click(button);
    expect(await dialog.findByText('Choisis un membre.')).toBeVisible();
    await user.type(dialog.getByRole('searchbox', { name: 'Qui' }), 'roche');
    expect(await dialog.findByText('Aucun membre trouvé.')).toBeVisible();
    await user.clear(dialog.getByRole('searchbox', { name: 'Qui' }));
    await user.type(dialog.getByRole('searchbox', { name: 'Qui' }), 'moreau');
    expect(await dialog.findByText('Aucun membre trouvé.')).toBeVisible();
    await user.clear(dialog.getByRole('searchbox', { name: 'Qui' }));
    await user.type(dialog.getByRole('searchbox', { name: 'Qui' }), 'benali');
    await user.click(await dialog.findByRole('radio', { name: /Karim Benali/ }));
    await user.type(dialog.getByLabelText(/^Motif/), 'Connaît la douane');
    await user.click(button);
    expect(await screen.findByText('Membre affecté')).toBeVisible();
    const panel = within(await screen.findByRole('dialog', { name: 'Douane bloquée' }));
    expect(await panel.findByText('Karim Benali')).toBeVisible();
    granted(await claire.post(`/api/sos/${sos.id}/close`));
    await waitFor(() => expect(panel.queryByRole('button', { name: 'Affecter un membre' })).toBeNull());
  });

  test('say with the catalogue’s words that something failed', async () => {
    const sos = await postSos(claire, { title: 'Disparu entre-temps' });
    const { user, platform } = await renderAs(guilde.current, 'nina', `/admin/sos/${sos.id}`);
    const remove = await screen.findByRole('button', { name: 'Supprimer le SOS' });
    await user.click(remove);
    const { dialog, button } = await confirm('Supprimer le SOS');
    await giveReason(user, dialog);
    // Once the page learns that the article is gone, nothing is left to click.
    const { promise, resolve: letThrough } = Promise.withResolvers<void>();
    platform.line.slow = promise;
    await user.click(button);
    await nina.post(`/api/admin/sos/${sos.id}/delete`, REMOVAL);
    letThrough();
    expect(await screen.findByText('Erreur lors de la suppression')).toBeVisible();
  });
});

describe('messages', () => {
  test('are removed from under the reader’s eyes, and their place says so', async () => {
    const { sos, conversation } = await openChat(claire, karim);
    const message = await sendText(karim, conversation.id, 'Numéro de carte 4970');
    await sendText(karim, conversation.id, 'La suite');
    const chat = renderWith(guilde.current, claire, `/chat?sos=${sos.id}`);
    expect(await within(chat.container).findByText('Numéro de carte 4970')).toBeVisible();
    await online();

    const office = renderWith(guilde.current, nina, '/admin/messages');
    const rows = within(await within(office.container).findByRole('table', { name: 'Messages' }));
    expect(rows.getAllByText(conversation.id.slice(0, 8))).toHaveLength(2);
    expect(rows.getAllByRole('row')).toHaveLength(3);
    await office.router.navigate(`/admin/messages/${message.id}`);
    await office.user.click(await screen.findByRole('button', { name: 'Ouvrir la conversation' }));
    const asked = await confirm('Ouvrir la conversation');
    await office.user.selectOptions(asked.dialog.getByRole('combobox'), 'report');
    await office.user.type(asked.dialog.getByRole('textbox'), 'Signalé par Claire.');
    await office.user.click(asked.button);
    const panel = within(await screen.findByRole('dialog', { name: 'Karim Benali' }));
    expect(await panel.findByText('Numéro de carte 4970')).toBeVisible();
    await waitFor(() =>
      expect(chat.container.querySelector('[role="log"]')).toHaveTextContent(
        /L’équipe a consulté cette conversation le 17 novembre/,
      ),
    );
    await office.user.click(await screen.findByRole('button', { name: 'Supprimer le message' }));
    const { dialog, button } = await confirm('Supprimer le message');
    expect(dialog.getByText(/Cette action est irréversible/)).toBeVisible();
    await office.user.click(button);
    expect(await dialog.findByText('Ce champ est requis.')).toBeVisible();
    await giveReason(office.user, dialog);
    await office.user.click(button);
    expect(await screen.findByText('Message supprimé avec succès')).toBeInTheDocument();

    const log = chat.container.querySelector<HTMLElement>('[role="log"]') as HTMLElement;
    await waitFor(() => expect(log).toHaveTextContent('Message supprimé par la modération'));
    expect(log).not.toHaveTextContent('4970');
    expect(log).toHaveTextContent('La suite');
    expect(granted(await karim.get<TeamDecision[]>('/api/decisions'))).toMatchObject([
      { measure: 'message-removal', rule: 'unlawful', reason: 'Adresse d’un client.' },
    ]);
  });

  test('and SOS of one’s own are not removed in the back office', async () => {
    const { conversation } = await openChat(nina, karim);
    const own = await sendText(nina, conversation.id, 'Merci');
    const { router, user } = await renderAs(guilde.current, 'nina', `/admin/messages/${own.id}`);
    expect(await screen.findByRole('dialog', { name: 'Nina Roche' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Supprimer le message' })).toBeNull();
    await user.keyboard('{Escape}');
    await router.navigate(`/admin/sos/${conversation.sosId}`);
    expect(await screen.findByRole('button', { name: 'Changer le statut' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Supprimer le SOS' })).toBeNull();
  });
});

describe('contact', () => {
  test('is taken in charge, answered, resolved and removed', async () => {
    const now = guilde.current.clock.now();
    await guilde.current.deps.db.orm.insert(contactMessages).values({
      id: randomUUID(),
      name: 'Léa Fontaine',
      email: 'lea@exemple.fr',
      subject: 'Une question',
      message: 'Où est ma facture ?',
      createdAt: now,
      updatedAt: now,
    });
    const { user } = await renderAs(guilde.current, 'nina', '/admin/contact');
    await user.click(await screen.findByRole('link', { name: /Léa Fontaine/ }));
    const detail = within(await screen.findByRole('dialog', { name: 'Une question' }));
    await user.click(await detail.findByRole('button', { name: 'Prendre en charge' }));
    expect(await screen.findByText('Message marqué comme en cours')).toBeVisible();
    await user.click(detail.getByRole('button', { name: 'Envoyer la réponse' }));
    expect(await detail.findByText('Écris une réponse.')).toBeVisible();
    await user.type(detail.getByLabelText('Répondre à lea@exemple.fr'), 'Voici votre facture.');
    await user.click(detail.getByRole('button', { name: 'Envoyer la réponse' }));
    expect(await screen.findByText('Réponse envoyée')).toBeVisible();
    expect(await detail.findByRole('listitem')).toHaveTextContent(/Nina Roche.*Voici votre facture\./);
    const mails = (await guilde.current.mails()).filter(({ to }) => to === 'lea@exemple.fr');
    expect(mails).toHaveLength(1);
    await user.click(detail.getByRole('button', { name: 'Résolu' }));
    expect(await screen.findByText('Message marqué comme résolu')).toBeVisible();
    await waitFor(() => expect(detail.queryByRole('button', { name: 'Résolu' })).not.toBeInTheDocument());
    await user.click(detail.getByRole('button', { name: 'Supprimer' }));
    const { dialog, button } = await confirm('Supprimer');
    expect(dialog.getByText(/Cette action est irréversible/)).toBeVisible();
    await user.click(button);
    expect(await screen.findByText('Message supprimé avec succès')).toBeVisible();
    expect(await screen.findByText('Aucun message')).toBeVisible();
  });
});
