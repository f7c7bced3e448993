import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { withSecondFactor } from '../../../../apps/api/test/second-factor.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde({ cast: ['nina', 'claire', 'zoe'] });
let nina: Client;

beforeAll(async () => {
  nina = await guilde.current.as('nina');
});

describe('the back office', () => {
  test('is not for members, who read why', async () => {
    await renderAs(guilde.current, 'claire', '/admin/users');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      "Vous n'avez pas les permissions nécessaires pour accéder à cette page.",
    );
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Retour à l’accueil' })).toHaveAttribute('href', '/home');
  });

  test('shows a moderator only the tabs that are theirs', async () => {
    const zoe = await withSecondFactor(guilde.current, await guilde.current.as('zoe'));
    granted(await nina.put(`/api/admin/users/${zoe.id}/role`, { role: 'moderator' }));
    const { router } = await renderAs(guilde.current, 'zoe', '/admin/journal');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/queue'));
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'À traiter',
      'Utilisateurs signalés',
      'Résumés',
    ]);
    const pages = within(screen.getByRole('navigation', { name: 'À traiter' }));
    expect(pages.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/admin/contact');
    await act(() => router.navigate('/admin/users'));
    expect(await screen.findByText('Aucun signalement')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Tous les utilisateurs' })).not.toBeInTheDocument();
    granted(await nina.put(`/api/admin/users/${zoe.id}/role`, { role: 'member' }));
  });

  test('has five entries, and the former address of each page, with its filter', async () => {
    const { router } = await renderAs(guilde.current, 'nina', '/admin');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/queue'));
    const entries = await screen.findAllByRole('tab');
    expect(entries.map(({ textContent }) => textContent?.replace(/\d.*/, ''))).toEqual([
      'À traiter',
      'Membres',
      'Contenus',
      'Communauté',
      'Journal',
    ]);
    const addresses = [
      ['queue?kind=contact', 'À traiter', 'File d’attente'],
      ['contact?status=pending', 'À traiter', 'Contact'],
      ['users?filter=suspended', 'Membres', 'Tous les utilisateurs'],
      ['users?view=reported&status=pending', 'Membres', 'Utilisateurs signalés'],
      ['invitations?status=pending', 'Membres', 'Invitations'],
      ['invitations?view=tree', 'Membres', 'Qui a parrainé qui'],
      ['summaries?status=pending', 'Contenus', 'Résumés'],
      ['sos?status=unhelped', 'Contenus', 'SOS'],
      ['messages?q=karim', 'Contenus', 'Messages'],
      ['incidents?status=proposed', 'Contenus', 'Pannes'],
      ['announcements', 'Communauté', 'Annonces'],
      ['overview', 'Communauté', 'Chiffres et réglages'],
      ['integrations', 'Communauté', 'Intégrations'],
      ['journal?subject=x', 'Journal', 'Actes'],
      ['journal?view=security', 'Journal', 'Sécurité'],
    ] as const;
    for (const [address, entry, page] of addresses) {
      await act(() => router.navigate(`/admin/${address}`));
      expect(await screen.findByRole('tab', { name: new RegExp(`^${entry}`), selected: true })).toBeVisible();
      const pages = within(screen.getByRole('navigation', { name: entry }));
      expect(await pages.findByRole('link', { name: page, current: 'page' })).toBeVisible();
      const { pathname, search } = router.state.location;
      expect(pathname + search).toBe(`/admin/${address}`);
    }
  });

  test('has a way back, and links of mails open the tab that they name', async () => {
    const { user, router } = await renderAs(guilde.current, 'nina', '/admin?tab=contact');
    expect(await screen.findByRole('heading', { level: 1, name: 'Administration' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/admin/contact');
    await user.click(screen.getByRole('tab', { name: 'Contenus' }));
    const pages = within(await screen.findByRole('navigation', { name: 'Contenus' }));
    await user.click(pages.getByRole('link', { name: 'SOS' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/sos'));
    await waitFor(() => expect(document.title).toBe('SOS · Administration · Guilde'));
    expect(screen.getByRole('link', { name: 'Retour à l’accueil' })).toHaveAttribute('href', '/home');
  });
});
