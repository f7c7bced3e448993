import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { storeArticle } from '../../../../../apps/api/test/articles.ts';
import type { Client } from '../../../../../apps/api/test/client.ts';
import { granted, postSos, REMOVAL } from '../../../../../apps/api/test/scenes.ts';
import { renderAs, renderWith, withGuilde } from '../../../test/render.tsx';

const guilde = withGuilde();
let nina: Client;

beforeAll(async () => {
  nina = await guilde.current.as('nina');
  const [karim, claire] = await Promise.all([guilde.current.as('karim'), guilde.current.as('claire')]);
  const sos = await postSos(claire, { title: 'Compte suspendu' });
  granted(
    await nina.put(`/api/admin/sos/${sos.id}/status`, {
      status: 'closed',
      reason: 'Doublon du mois dernier',
    }),
  );
  granted(
    await nina.post(`/api/admin/users/${karim.id}/suspend`, { reason: 'Démarchage', rule: 'solicitation' }),
  );
});

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Journal' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

describe('the journal', () => {
  test('shows the latest act first: what, on whom, by whom, why', async () => {
    await renderAs(guilde.current, 'nina', '/admin/journal');
    const [latest, earlier] = await rows();
    expect(latest).toMatch(/Membre suspendu.*Karim Benali.*Nina Roche.*Démarchage/);
    expect(earlier).toMatch(/Statut de SOS changé.*Compte suspendu.*Nina Roche.*Doublon/);
  });

  test('opens an act under its own address, with what changed in words', async () => {
    const { user, router } = await renderAs(guilde.current, 'nina', '/admin/journal');
    await user.click(await screen.findByRole('link', { name: /Statut de SOS changé/ }));
    const panel = within(await screen.findByRole('dialog', { name: 'Statut de SOS changé' }));
    const change = await panel.findByRole('listitem');
    expect(change).toHaveTextContent(/Statut\s*Avant\s: Ouvert\s*Après\s: Fermé/);
    expect(panel.getByText('Doublon du mois dernier')).toBeVisible();
    expect(panel.getByRole('link', { name: /^Ouvrir\s: Compte suspendu$/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/admin\/sos\/[\da-f-]{36}$/),
    );
    const { pathname } = router.state.location;
    await user.click(panel.getByRole('link', { name: 'Tous les actes sur le même objet' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(router.state.location.search).toMatch(/^\?subject=/);
    await user.click(screen.getByRole('button', { name: 'Voir tout le journal' }));
    await waitFor(async () => expect((await rows()).length).toBeGreaterThan(1));
    // The address opens the act again, wherever the list has it.
    await router.navigate(`${pathname}?action=user.suspend`);
    expect(await screen.findByRole('dialog', { name: 'Statut de SOS changé' })).toBeVisible();
  });

  test('says that an article which was withdrawn is published no more', async () => {
    const { deps } = guilde.current;
    const seen = new Date(deps.clock.now()).toISOString();
    const id = await storeArticle(deps, { title: 'Compte rétabli', createdAt: Date.parse(seen) });
    granted(
      await nina.post(`/api/admin/summaries/${id}/withdraw`, { rule: 'accuracy', reason: 'Périmé', seen }),
    );
    const { user } = await renderAs(guilde.current, 'nina', '/admin/journal?action=summary.withdraw');
    await user.click(await screen.findByRole('link', { name: /Résumé retiré/ }));
    const panel = within(await screen.findByRole('dialog', { name: 'Résumé retiré' }));
    const [status, visibility] = await panel.findAllByRole('listitem');
    expect(status).toHaveTextContent(/Statut\s*Avant\s: Approuvé\s*Après\s: Rejeté/);
    expect(visibility).toHaveTextContent(/Visibilité\s*Avant\s: Membres\s*Après\s: Non publié/);
    expect(panel.getByText('Périmé')).toBeVisible();
  });

  test('names the people whom an act mentions, while they are there', async () => {
    const zoe = await guilde.current.as('zoe');
    const sos = await postSos(zoe, { title: 'Colis perdu' });
    granted(await nina.post(`/api/admin/sos/${sos.id}/delete`, REMOVAL));
    const changes = async () => {
      const { user } = await renderAs(guilde.current, 'nina', '/admin/journal?action=sos.delete');
      await user.click(await screen.findByRole('link', { name: /SOS supprimé/ }));
      const panel = within(await screen.findByRole('dialog', { name: 'SOS supprimé' }));
      const [, author] = await panel.findAllByRole('listitem');
      cleanup();
      return author;
    };
    expect(await changes()).toHaveTextContent(/^Auteur\s*Avant\s: Zoé Lefèvre$/);
    granted(
      await nina.post(`/api/admin/users/${zoe.id}/delete`, { reason: 'À sa demande', rule: 'harassment' }),
    );
    expect(await changes()).toHaveTextContent(/^Auteur\s*Avant\s: Utilisateur inconnu$/);
  });

  test('keeps what narrows it in the address', async () => {
    const { user, router } = await renderAs(guilde.current, 'nina', '/admin/journal?q=doublon');
    expect(await rows()).toEqual([expect.stringContaining('Statut de SOS changé')]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Acte' }), 'Membre suspendu');
    expect(await screen.findByText('Aucun acte')).toBeVisible();
    expect(screen.getByText('Rien ne correspond à ces filtres.')).toBeVisible();
    expect(router.state.location.search).toBe('?q=doublon&action=user.suspend');
    await user.click(screen.getByRole('link', { name: 'Tout afficher' }));
    await waitFor(async () => expect((await rows()).length).toBeGreaterThan(1));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Par' }), 'Ligne de commande');
    expect(await screen.findByText('Aucun acte')).toBeVisible();
    expect(router.state.location.search).toBe('?actor=command-line');
  });

  test('has a page for who came in and who was refused, and the readings of the team', async () => {
    await guilde.current.visitor().post('/api/auth/sign-in', { email: nina.email, password: 'pas le bon' });
    const { user, router } = await renderAs(guilde.current, 'nina', '/admin/journal');
    await user.click(await screen.findByRole('link', { name: 'Sécurité' }));
    const table = () => screen.findByRole('table', { name: 'Journal de sécurité' });
    const lines = async () =>
      within(await table())
        .getAllByRole('row')
        .slice(1);
    await table();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Événement' }), 'Tous les refus');
    await waitFor(async () => expect(await lines()).toHaveLength(1));
    const [refused] = await lines();
    expect(refused).toHaveTextContent(/Connexion refusée.*Email ou mot de passe incorrect.*Nina Roche/);
    const source = within(refused as HTMLElement).getByRole('link', { name: /127\.0\.0\.1/ });
    await user.click(source);
    expect(router.state.location.search).toContain('kind=refused');
    await user.click(await screen.findByRole('button', { name: 'Voir toutes les adresses' }));
    await waitFor(() => expect(router.state.location.search).not.toContain('source'));
    await router.navigate('/admin/journal?action=readings');
    await waitFor(async () => expect((await rows())[0]).toMatch(/Journal de sécurité lu.*Nina Roche/));
  });

  test('is saved as a spreadsheet with what the filters show, and says that it was', async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (file) => {
      saved.push(file as Blob);
      return 'blob:journal';
    };
    URL.revokeObjectURL = () => undefined;
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = renderWith(guilde.current, nina, '/admin/journal?action=user.suspend');
    expect(await rows()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Exporter en CSV' }));
    // A filter has the same words.
    expect(await screen.findByText('Journal exporté', { selector: '[data-sonner-toast] *' })).toBeVisible();
    const text = await saved[0]?.text();
    expect(text).toContain('"Membre suspendu"');
    expect(text).not.toContain('"Statut de SOS changé"');
    click.mockRestore();
  });
});
