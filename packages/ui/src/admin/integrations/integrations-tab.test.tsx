import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { emitWebhook } from '../../../../../apps/api/src/webhooks/emit.ts';
import { renderAs, withGuilde } from '../../../test/render.tsx';

const guilde = withGuilde({ cast: ['nina'], env: { WEBHOOK_TEST_ORIGIN: 'http://127.0.0.1:9' } });

const section = async (name: string) => within(await screen.findByRole('region', { name }));

async function openLog(user: UserEvent, hooks: Awaited<ReturnType<typeof section>>, host: string) {
  await user.click(await hooks.findByRole('button', { name: `Journal\u00a0: ${host}` }));
  return within(await screen.findByRole('dialog', { name: 'Journal des envois' }));
}

describe('integrations', () => {
  test('makes a key that is shown once, lists it and revokes it', async () => {
    const { user } = await renderAs(guilde.current, 'nina', '/admin/integrations');
    const keys = await section('Clés API');
    expect(await keys.findByText('Aucune clé pour l’instant.')).toBeVisible();
    await user.click(keys.getByRole('button', { name: 'Créer une clé' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Créer une clé API' }));
    await user.click(dialog.getByRole('button', { name: 'Créer' }));
    expect(await dialog.findByText('Ce champ est requis.')).toBeVisible();
    expect(dialog.getByText('Fais au moins un choix.')).toBeVisible();
    await user.type(dialog.getByLabelText('Nom'), 'Zapier');
    await user.click(dialog.getByLabelText('Inviter'));
    await user.click(dialog.getByRole('button', { name: 'Créer' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Ta nouvelle clé' }));
    expect(shown.getByLabelText<HTMLInputElement>('Clé').value).toMatch(/^glk_/);
    await user.click(shown.getByRole('button', { name: 'Terminé' }));
    expect(await keys.findByText('Zapier')).toBeVisible();
    await user.click(keys.getByRole('button', { name: 'Révoquer\u00a0: Zapier' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Révoquer' }));
    expect(await keys.findByText('Révoquée')).toBeVisible();
  });

  test('says beside the field that an address is private, and keeps what was typed', async () => {
    const { user } = await renderAs(guilde.current, 'nina', '/admin/integrations');
    const hooks = await section('Webhooks');
    await user.click(hooks.getByRole('button', { name: 'Créer un webhook' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Créer un webhook' }));
    const address = dialog.getByLabelText('Adresse');
    await user.type(address, 'https://localhost/hook');
    await user.click(dialog.getByLabelText('Un membre part'));
    await user.click(dialog.getByRole('button', { name: 'Créer' }));
    expect(await dialog.findByText(/^Cette adresse mène à un réseau privé/)).toBeVisible();
    expect(address).toHaveValue('https://localhost/hook');
    await user.clear(address);
    await user.type(address, 'http://127.0.0.1:9/hook');
    await user.click(dialog.getByRole('button', { name: 'Créer' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Le secret du webhook' }));
    expect(shown.getByLabelText<HTMLInputElement>('Clé de signature').value).toMatch(/^whsec_/);
    await user.click(shown.getByRole('button', { name: 'Terminé' }));
    const { deps } = guilde.current;
    await deps.db.write((tx) => emitWebhook(tx, deps, 'member.left', 'somebody'));
    await deps.jobs.drain();
    const log = await openLog(user, hooks, '127.0.0.1:9');
    expect(await log.findByText(/1.essai · Le destinataire est injoignable\./)).toBeVisible();
  });

  test('sends a test from the log, and changes the address and the events', async () => {
    const { user } = await renderAs(guilde.current, 'nina', '/admin/integrations');
    const hooks = await section('Webhooks');
    const log = await openLog(user, hooks, '127.0.0.1:9');
    await user.click(log.getByRole('button', { name: 'Envoyer un test' }));
    expect(await log.findByText('Un test')).toBeVisible();
    await guilde.current.deps.jobs.drain();
    await user.click(log.getByRole('button', { name: 'Fermer' }));
    await user.click(await hooks.findByRole('button', { name: 'Modifier\u00a0: 127.0.0.1:9' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Modifier le webhook' }));
    const address = dialog.getByLabelText('Adresse');
    expect(address).toHaveValue('http://127.0.0.1:9/hook');
    expect(dialog.getByLabelText('Un membre part')).toBeChecked();
    await user.clear(address);
    await user.type(address, 'https://localhost/hook');
    await user.click(dialog.getByRole('button', { name: 'Enregistrer' }));
    expect(await dialog.findByText(/^Cette adresse mène à un réseau privé/)).toBeVisible();
    await user.clear(address);
    await user.type(address, 'http://127.0.0.1:9/ailleurs');
    await user.click(dialog.getByLabelText('Un membre arrive'));
    await user.click(dialog.getByRole('button', { name: 'Enregistrer' }));
    expect(await hooks.findByText('http://127.0.0.1:9/ailleurs')).toBeVisible();
    expect(await hooks.findByText('Un membre arrive · Un membre part')).toBeVisible();
  });
});
