import { randomUUID } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { storeArticle } from '../../../../apps/api/test/articles.ts';
import { storeCrowd } from '../../../../apps/api/test/crowd.ts';
import { granted, openChat, say } from '../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

describe('a member’s page', () => {
  test('shows who they are, what they know, their sponsor and their statistics, and no address', async () => {
    const claire = await guilde.current.as('claire');
    const { container } = await renderAs(guilde.current, 'karim', `/profile/${claire.id}`);
    expect(await screen.findByRole('heading', { level: 1, name: /Claire Martin/ })).toBeVisible();
    const specialties = within(screen.getByRole('list', { name: 'Spécialités' }));
    expect(specialties.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Publicité (Ads)',
      'SEO',
      'Marque',
    ]);
    expect(screen.getByText('Shopify')).toBeVisible();
    expect(screen.getByText('Mode')).toBeVisible();
    expect(screen.getByText(/^Membre depuis le/)).toBeVisible();
    const nina = await guilde.current.as('nina');
    expect(screen.getByRole('link', { name: 'Nina Roche' })).toHaveAttribute('href', `/profile/${nina.id}`);
    expect(await screen.findByText('Pas encore d’évaluation.')).toBeVisible();
    expect(container.textContent).not.toContain(claire.email);
    expect(document.title).toBe('Claire Martin · Guilde');
    expect(screen.getByRole('button', { name: /Signaler/ })).toBeVisible();
  });

  test('leads to what was resolved with their help, and to what came of it', async () => {
    const { deps } = guilde.current;
    const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
    const { sos, conversation } = await openChat(claire, karim);
    await say(karim, conversation.id, 'Demande la preuve de livraison.');
    granted(
      await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings: [{ memberId: karim.id, rating: 5 }] }),
    );
    const articleId = await storeArticle(deps, { title: 'Colis perdu', sosRequestId: sos.id });
    await renderAs(guilde.current, 'claire', `/profile/${karim.id}`);
    expect(await screen.findByRole('heading', { name: 'SOS résolus avec son aide' })).toBeVisible();
    expect(screen.getByRole('link', { name: sos.title })).toHaveAttribute('href', `/sos/${sos.id}`);
    expect(screen.getByRole('link', { name: /^Lire le résumé de/ })).toHaveAttribute(
      'href',
      `/knowledge/${articleId}`,
    );
  });

  test('leads out to the store only by the shell, and only to a web address', async () => {
    const [bad = '', good = ''] = await storeCrowd(guilde.current.deps.db, [
      { firstName: 'Piège', storeName: 'Boutique piégée', storeUrl: 'javascript:alert(1)' },
      { firstName: 'Léa', storeName: 'Chez Léa', storeUrl: 'https://chez-lea.fr' },
    ]);
    const view = await renderAs(guilde.current, 'karim', `/profile/${bad}`);
    expect(await screen.findByText('Boutique piégée')).toBeVisible();
    expect(screen.queryByRole('link', { name: /Boutique piégée/ })).toBeNull();
    view.unmount();
    const { user, platform } = await renderAs(guilde.current, 'karim', `/profile/${good}`);
    const opened: string[] = [];
    platform.openExternal = (url) => opened.push(url);
    const link = await screen.findByRole('link', { name: /Chez Léa/ });
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await user.click(link);
    expect(opened).toEqual(['https://chez-lea.fr/']);
  });

  test('is one’s own without the report, with the way to edit it', async () => {
    const claire = await guilde.current.as('claire');
    await renderAs(guilde.current, 'claire', `/profile/${claire.id}`);
    await screen.findByRole('heading', { level: 1, name: /Claire Martin/ });
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Mon profil' })).toHaveAttribute('href', '/profile');
    expect(main.queryByRole('button', { name: /Signaler/ })).toBeNull();
  });

  test.each(['an unknown member', 'somebody whose profile is not complete', 'a broken address'])(
    'says « Profil introuvable » for %s',
    async (who) => {
      const theo = await guilde.current.as('theo');
      const id = { 'an unknown member': randomUUID(), 'a broken address': 'nobody' }[who] ?? theo.id;
      await renderAs(guilde.current, 'karim', `/profile/${id}`);
      expect(await screen.findByText('Profil introuvable')).toBeVisible();
      expect(screen.getByRole('link', { name: 'Voir l’annuaire' })).toHaveAttribute('href', '/directory');
    },
  );

  test('a visitor is led to the sign-in, and back afterwards', async () => {
    const claire = await guilde.current.as('claire');
    const { router } = await renderAs(guilde.current, 'visitor', `/profile/${claire.id}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
    expect(router.state.location.search).toContain(encodeURIComponent(`/profile/${claire.id}`));
  });
});
