import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { reports } from '../../../../apps/api/src/reports/tables.ts';
import type { Client } from '../../../../apps/api/test/client.ts';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde({ cast: ['nina', 'claire', 'karim', 'zoe'] });
let nina: Client;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  // The members sign in in turn, so that the newest account comes first.
  nina = await guilde.current.as('nina');
  claire = await guilde.current.as('claire');
  karim = await guilde.current.as('karim');
  await guilde.current.as('zoe');
});

const table = async (name: string) => within(await screen.findByRole('table', { name }));
type Part = ReturnType<typeof within>;

async function openMenu(user: UserEvent, detail: Part) {
  await user.click(await detail.findByRole('button', { name: 'Autres actions' }));
  return within(await screen.findByRole('menu'));
}

async function choose(user: UserEvent, detail: Part, name: string) {
  await user.click((await openMenu(user, detail)).getByRole('menuitem', { name }));
}

const panel = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('users', () => {
  test('are selected by checkbox and key, and acted on together; who is refused stays selected', async () => {
    const { user } = await renderAs(guilde.current, 'nina', '/admin/users');
    await screen.findByRole('checkbox', { name: 'Sélectionner Karim Benali' });
    const list = await table('Utilisateurs');
    const all = list.getByRole('checkbox', { name: /^Sélectionner les membres affichés/ });
    await user.click(all);
    const bar = within(await screen.findByRole('region', { name: 'Membres sélectionnés' }));
    expect(bar.getByText(/^4.sélectionnés$/)).toBeVisible();
    expect(bar.queryByRole('button', { name: 'Rétablir' })).not.toBeInTheDocument();
    await user.click(bar.getByRole('button', { name: 'Désélectionner' }));
    expect(screen.queryByRole('region', { name: 'Membres sélectionnés' })).not.toBeInTheDocument();

    list.getByRole('link', { name: /^Karim Benali/ }).focus();
    await user.keyboard('x');
    expect(list.getByRole('checkbox', { name: 'Sélectionner Karim Benali' })).toBeChecked();
    expect(all).toBePartiallyChecked();
    await user.click(list.getByRole('checkbox', { name: 'Sélectionner Nina Roche' }));
    await user.click(
      within(screen.getByRole('region', { name: 'Membres sélectionnés' })).getByRole('button', {
        name: 'Avertir',
      }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: /^Avertir.: 2.membres/ }));
    expect(dialog.getByText(/^Karim Benali et Nina Roche\. Chaque personne/)).toBeVisible();
    await user.selectOptions(dialog.getByRole('combobox', { name: /^Règle enfreinte/ }), 'solicitation');
    await user.type(dialog.getByRole('textbox', { name: 'Motif' }), 'Publicité.');
    await user.click(dialog.getByRole('button', { name: 'Avertir' }));
    expect(await screen.findByText(/^1.membre averti$/)).toBeVisible();
    // The dialog, which hides the page from screen readers, closes after the toast.
    const rest = within(await screen.findByRole('region', { name: 'Membres sélectionnés' }));
    expect(rest.getByText(/^1.sélectionné$/)).toBeVisible();
    expect(rest.getByRole('status')).toHaveTextContent(
      'Nina Roche : Tu ne peux pas le faire sur ton propre compte.',
    );
    expect(list.getByRole('checkbox', { name: 'Sélectionner Karim Benali' })).not.toBeChecked();
    await user.click(screen.getByRole('link', { name: /administrateur$/ }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Membres sélectionnés' })).not.toBeInTheDocument(),
    );
    const mails = await guilde.current.mails();
    expect(
      mails.filter(({ to, subject }) => to === karim.email && /Avertissement/.test(subject)),
    ).toHaveLength(1);
  });

  test('are found, filtered and opened, all in the address', async () => {
    const { user, router } = await renderAs(guilde.current, 'nina', '/admin/users');
    await waitFor(async () => expect((await table('Utilisateurs')).getAllByRole('row')).toHaveLength(5));
    await user.click(screen.getByRole('link', { name: /administrateur$/ }));
    await waitFor(async () => expect((await table('Utilisateurs')).getAllByRole('row')).toHaveLength(2));
    expect(router.state.location.search).toBe('?filter=admins');
    await user.click(screen.getByRole('link', { name: /comptes$/ }));
    await user.type(screen.getByRole('searchbox', { name: 'Rechercher un utilisateur' }), 'karim@');
    await waitFor(async () => expect((await table('Utilisateurs')).getAllByRole('row')).toHaveLength(2));
    await user.keyboard('{Escape}');
    await waitFor(async () => expect((await table('Utilisateurs')).getAllByRole('row')).toHaveLength(5));
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toHaveTextContent('Karim Benali');
    await user.keyboard('{Enter}');
    const detail = await panel('Karim Benali');
    expect(await detail.findByText(karim.email)).toBeVisible();
    expect(detail.getByText('Aucune bio')).toBeVisible();
    expect(router.state.location.pathname).toBe(`/admin/users/${karim.id}`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users'));
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Karim Benali'));
  });

  test('are ordered and filtered; the team keeps a filter under a name, and notes on a member', async () => {
    const { user, router } = await renderAs(guilde.current, 'nina', '/admin/users');
    const names = async () =>
      (await table('Utilisateurs'))
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.querySelector('a')?.textContent);
    await user.click((await table('Utilisateurs')).getByRole('link', { name: 'Nom' }));
    await waitFor(async () => expect((await names())[0]).toContain('Claire Martin'));
    expect((await table('Utilisateurs')).getByRole('columnheader', { name: 'Nom' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await user.click(screen.getByRole('button', { name: /^Filtres/ }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Spécialité' }), 'tiktok');
    await waitFor(async () => expect(await names()).toHaveLength(1));
    expect(router.state.location.search).toBe('?order=name&specialty=tiktok');
    expect(screen.getByText(/^1.membre$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Enregistrer ce filtre' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enregistrer ce filtre' }));
    await user.type(dialog.getByRole('textbox', { name: 'Nom' }), 'TikTok');
    await user.click(dialog.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByRole('link', { name: 'TikTok' })).toHaveAttribute('aria-current', 'true');
    await user.click((await table('Utilisateurs')).getByRole('link', { name: /^Zoé/ }));
    const detail = await panel('Zoé Lefèvre');
    await user.type(await detail.findByRole('textbox', { name: 'Nouvelle note' }), 'Anime à Lyon');
    await user.click(detail.getByRole('button', { name: 'Ajouter la note' }));
    await waitFor(() => expect(detail.getByRole('textbox', { name: 'Nouvelle note' })).toHaveValue(''));
    expect(detail.getByText('Anime à Lyon')).toBeVisible();
  });

  test('keep the search when a row is opened right after it', async () => {
    const { user, router } = await renderAs(guilde.current, 'nina', '/admin/users');
    await table('Utilisateurs');
    const link = screen.getByRole('link', { name: /^Karim Benali/ });
    const stop = router.subscribe(({ location }) => {
      if (!location.search) return;
      stop();
      fireEvent.click(link);
    });
    await user.type(screen.getByRole('searchbox', { name: 'Rechercher un utilisateur' }), 'karim@');
    await panel('Karim Benali');
    expect(router.state.location).toMatchObject({
      pathname: `/admin/users/${karim.id}`,
      search: '?q=karim%40',
    });
  });

  test('stay open when they were opened before the search that waits for a pause', async () => {
    const { router } = await renderAs(guilde.current, 'nina', '/admin/users');
    await table('Utilisateurs');
    const link = screen.getByRole('link', { name: /^Karim Benali/ });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const search = screen.getByRole('searchbox', { name: 'Rechercher un utilisateur' });
    fireEvent.change(search, { target: { value: 'karim@' } });
    const stop = router.subscribe(() => {
      stop();
      // The address has the row, which is not drawn yet.
      vi.advanceTimersByTime(1000);
      vi.useRealTimers();
    });
    fireEvent.click(link);
    await panel('Karim Benali');
    expect(router.state.location).toMatchObject({
      pathname: `/admin/users/${karim.id}`,
      search: '?q=karim%40',
    });
  });

  test('follow each other with ↑ and ↓ while one is open, and the last one has the focus afterwards', async () => {
    const { user, router } = await renderAs(guilde.current, 'nina', '/admin/users');
    expect((await table('Utilisateurs')).queryByRole('columnheader', { name: 'SOS résolus' })).toBeNull();
    const link = screen.getByRole('link', { name: /^Karim Benali/ });
    link.focus();
    // A screen reader says each element of the dialog that takes the focus, with its text at that moment.
    const said: (string | null)[] = [];
    const listen = ({ target }: FocusEvent) =>
      target instanceof HTMLElement && target.closest('[role="dialog"]') && said.push(target.textContent);
    document.addEventListener('focusin', listen);
    await user.keyboard('{Enter}');
    await (await panel('Karim Benali')).findByText('Aucune bio');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Karim Benali' })).toHaveFocus());
    document.removeEventListener('focusin', listen);
    expect(said).toEqual(['Karim Benali']);
    await user.keyboard('{ArrowDown}');
    await (await panel('Claire Martin')).findByText('Aucune bio');
    expect(router.state.location.pathname).toBe(`/admin/users/${claire.id}`);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Claire Martin' })).toHaveFocus());
    expect(screen.getByRole('link', { name: /^Claire Martin/ })).toHaveAttribute('aria-current', 'true');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    await panel('Claire Martin');
    // The page beside the panel stays usable.
    await user.click(screen.getByRole('link', { name: /^Zoé Lefèvre/ }));
    await panel('Zoé Lefèvre');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^Zoé Lefèvre/));
    expect(router.state.location.pathname).toBe('/admin/users');
  });

  test('are suspended with a reason and restored, and another administrator sees it live', async () => {
    const { user } = await renderAs(guilde.current, 'nina', `/admin/users/${karim.id}`);
    const detail = await panel('Karim Benali');
    await choose(user, detail, 'Suspendre');
    const dialog = within(await screen.findByRole('dialog', { name: /^Suspendre Karim Benali/ }));
    await user.click(dialog.getByRole('button', { name: 'Suspendre' }));
    expect(await dialog.findByText('Ce champ est requis.')).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('combobox', { name: /Règle enfreinte/ })).toHaveFocus());
    await user.selectOptions(dialog.getByRole('combobox', { name: /Règle enfreinte/ }), 'solicitation');
    await user.click(dialog.getByRole('button', { name: 'Suspendre' }));
    expect(await dialog.findByText('Ce champ est requis.')).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('textbox')).toHaveFocus());
    await user.type(dialog.getByLabelText('Motif'), 'Démarchage répété');
    await user.click(dialog.getByRole('button', { name: 'Suspendre' }));
    expect(await screen.findByText('Membre suspendu')).toBeVisible();
    expect(await detail.findByText('Démarchage répété')).toBeVisible();
    expect(await detail.findByRole('button', { name: 'Rétablir' })).toBeVisible();
    await online();
    granted(await nina.post(`/api/admin/users/${karim.id}/restore`, { reason: 'Contestation acceptée' }));
    await waitFor(() => expect(detail.queryByRole('button', { name: 'Rétablir' })).toBeNull());
  });

  test('are deleted for good only after a warning', async () => {
    const zoe = await guilde.current.as('zoe');
    const { user, router } = await renderAs(guilde.current, 'nina', `/admin/users/${zoe.id}`);
    const detail = await panel('Zoé Lefèvre');
    await choose(user, detail, 'Supprimer le compte');
    const dialog = within(await screen.findByRole('dialog', { name: /\?$/ }));
    expect(dialog.getByText(/Cette action est irréversible/)).toBeVisible();
    await user.selectOptions(dialog.getByRole('combobox', { name: /Règle enfreinte/ }), 'impersonation');
    await user.type(dialog.getByLabelText('Motif'), 'Faux profil');
    await user.click(dialog.getByRole('button', { name: 'Supprimer le compte' }));
    expect(await screen.findByText('Utilisateur supprimé avec succès')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users'));
    await waitFor(async () =>
      expect((await table('Utilisateurs')).queryByText('Zoé Lefèvre')).not.toBeInTheDocument(),
    );
  });

  test('oneself cannot be suspended or deleted', async () => {
    const { user } = await renderAs(guilde.current, 'nina', `/admin/users/${nina.id}`);
    const detail = await panel('Nina Roche');
    const acts = (await openMenu(user, detail)).getAllByRole('menuitem');
    expect(acts.map(({ textContent }) => textContent)).toEqual([
      'Donner le rôle de modérateur',
      'Retirer le rôle d’administrateur',
    ]);
  });
});

describe('reported users', () => {
  const reportKarim = async () => {
    const id = randomUUID();
    await guilde.current.deps.db.orm.insert(reports).values({
      id,
      reporterId: claire.id,
      reportedUserId: karim.id,
      reason: 'spam',
      description: 'Vend ses services',
      createdAt: guilde.current.clock.now(),
    });
    return id;
  };

  test('are shown with counters, and a report is decided once', async () => {
    const id = await reportKarim();
    const { user } = await renderAs(guilde.current, 'nina', '/admin/users');
    await user.click(await screen.findByRole('link', { name: 'Utilisateurs signalés' }));
    expect(await screen.findByRole('link', { name: /^1\s+signalement$/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /^1\s+en attente$/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /^1\s+utilisateur signalé$/ })).toBeVisible();
    await user.click((await table('Signalements')).getByRole('link', { name: /Karim Benali/ }));
    const detail = await panel('Karim Benali');
    expect(await detail.findByText('Vend ses services')).toBeVisible();
    const profile = detail.getByRole('link', { name: /Voir le profil/ });
    expect(profile).toHaveAttribute('target', '_blank');
    // Browsers keep this space beside an icon.
    expect(profile.textContent).toBe('Voir le profil\u00a0(nouvel onglet)');
    await user.click(detail.getByRole('button', { name: 'Rejeter le signalement' }));
    const dialog = within(await screen.findByRole('dialog', { name: /\?$/ }));
    await user.click(dialog.getByRole('button', { name: 'Rejeter le signalement' }));
    expect(await screen.findByText('Signalement rejeté')).toBeVisible();
    await waitFor(() =>
      expect(detail.queryByRole('button', { name: 'Marquer comme résolu' })).not.toBeInTheDocument(),
    );
    const stored = granted(await nina.get(`/api/admin/reports/${id}`));
    expect(stored).toMatchObject({ status: 'dismissed', decidedBy: 'Nina Roche' });
  });

  test('are a number in the person’s panel, whose link says what it counts', async () => {
    await reportKarim();
    await renderAs(guilde.current, 'nina', `/admin/users/${karim.id}`);
    const link = await (await panel('Karim Benali')).findByRole('link', { name: /^\d+\s+signalements?$/ });
    expect(link).toHaveTextContent(/^\d+$/);
    expect(link).toHaveAttribute('href', expect.stringMatching(/view=reported/));
  });

  test('have no red button on their sheet, and a case is decided where it is open', async () => {
    const { user } = await renderAs(guilde.current, 'nina', `/admin/users/${claire.id}`);
    const detail = await panel('Claire Martin');
    const acts = (await openMenu(user, detail)).getAllByRole('menuitem');
    expect(acts.map(({ textContent }) => textContent)).toEqual([
      'Avertir',
      'Retirer la certification',
      'Suspendre',
      'Demander un justificatif',
      'Donner le rôle de modérateur',
      'Donner le rôle d’administrateur',
      'Passer la main',
      'Supprimer le compte',
    ]);
    await user.keyboard('k');
    expect(screen.getByRole('menu')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(detail.getByRole('button', { name: 'Autres actions' })).toHaveFocus();
    expect(detail.queryByRole('link', { name: 'Décider…' })).toBeNull();
    granted(
      await nina.post('/api/reports', {
        ...{ id: randomUUID(), reportedUserId: claire.id, reason: 'spam', description: 'Publicité' },
      }),
    );
    await user.click(await detail.findByRole('link', { name: 'Décider…' }));
    await user.click(await screen.findByRole('button', { name: 'Décider…' }));
    const measures = within(await screen.findByRole('menu')).getAllByRole('menuitem');
    expect(measures.map(({ textContent }) => textContent)).toEqual([
      'Réglé sans mesure',
      'Avertir',
      'Retirer la certification',
      'Suspendre',
      'Supprimer le compte',
    ]);
  });
});
