import { randomUUID } from 'node:crypto';
import { errorText } from '@guilde/contracts/errors.ts';
import type { Home } from '@guilde/contracts/home/rules.ts';
import type { BlockedMember } from '@guilde/contracts/profiles/rules.ts';
import { HELP_REQUESTS_MAX, type SosPage } from '@guilde/contracts/sos/rules.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { storeArticle } from '../../../../apps/api/test/articles.ts';
import { storeCrowd } from '../../../../apps/api/test/crowd.ts';
import { granted, join, openChat, postSos, sendText } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, withGuilde } from '../../test/render.tsx';

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
    expect(await screen.findByText(/^La note moyenne s’affiche à partir de 5/)).toBeVisible();
    expect(container.textContent).not.toContain(claire.email);
    await waitFor(() => expect(document.title).toBe('Claire Martin · Guilde'));
    expect(screen.getByRole('button', { name: /Signaler/ })).toBeVisible();
  });

  test('blocks the member, and the settings show it and take it back', async () => {
    const hugo = await guilde.current.as('hugo');
    const { title } = await postSos(hugo, { title: 'Palette renversée' });
    const { user, router, client } = await renderAs(guilde.current, 'zoe', '/sos');
    expect(await screen.findByRole('link', { name: title })).toBeVisible();
    await act(() => router.navigate(`/profile/${hugo.id}`));
    await user.click(await screen.findByRole('button', { name: 'Bloquer Hugo Petit' }));
    const question = within(await screen.findByRole('alertdialog', { name: /^Bloquer Hugo Petit/ }));
    expect(question.getByText(/Elle n’en saura rien/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Bloquer' }));
    expect(await screen.findByRole('button', { name: 'Débloquer Hugo Petit' })).toBeVisible();
    await act(() => router.navigate('/sos'));
    await waitFor(() => expect(screen.queryByRole('link', { name: title })).toBeNull());
    await act(() => router.navigate('/settings/account'));
    await user.click(await screen.findByRole('button', { name: 'Débloquer Hugo Petit' }));
    const back = within(await screen.findByRole('alertdialog'));
    await user.click(back.getByRole('button', { name: 'Débloquer' }));
    expect(await screen.findByText(/^Tu ne bloques personne\./)).toBeVisible();
    expect(granted(await client.get('/api/members/blocks'))).toEqual([]);
  });

  test('is reached from a conversation, whose list of participants blocks too, and shows whom one blocks', async () => {
    const { sos } = await openChat(await guilde.current.as('claire'), await guilde.current.as('karim'));
    const { user, client } = await renderAs(guilde.current, 'claire', `/chat?sos=${sos.id}`);
    await user.click(await screen.findByRole('button', { name: /^Participants/ }));
    const list = within(await screen.findByRole('dialog', { name: /participants sur 5$/ }));
    expect(list.getByRole('link', { name: /^Karim Benali/ })).toBeVisible();
    await user.click(await list.findByRole('button', { name: 'Actions pour Karim Benali' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Bloquer' }));
    const question = within(await screen.findByRole('alertdialog', { name: /^Bloquer Karim Benali/ }));
    await user.click(question.getByRole('button', { name: 'Bloquer' }));
    await waitFor(() => expect(list.getByText('Débloquer')).toBeVisible());
    const [block] = granted(await client.get<BlockedMember[]>('/api/members/blocks'));
    granted(await client.delete(`/api/members/${block?.member.id}/block`));
  });

  test('leads to what was resolved with their help, and to what came of it', async () => {
    const { deps } = guilde.current;
    const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
    const { sos, conversation } = await openChat(claire, karim);
    await sendText(karim, conversation.id, 'Demande la preuve de livraison.');
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

  test('lets the requester of an open SOS invite them to help, and says when it is done', async () => {
    const [zoe, karim] = [await guilde.current.as('zoe'), await guilde.current.as('karim')];
    const view = await renderAs(guilde.current, 'zoe', `/profile/${karim.id}`);
    await screen.findByRole('heading', { level: 1, name: /Karim Benali/ });
    await online();
    expect(screen.queryByRole('button', { name: 'Inviter à aider' })).toBeNull();
    const first = await postSos(zoe, { title: 'Colis perdu' });
    const button = await screen.findByRole('button', { name: 'Inviter à aider' });
    await view.user.click(button);
    await screen.findByRole('alertdialog');
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
    await view.user.click(button);
    const dialog = within(screen.getByRole('alertdialog', { name: 'Inviter Karim à aider\u202f?' }));
    expect(dialog.getByText(/Ton SOS «\s?Colis perdu\s?»/)).toBeVisible();
    await view.user.click(dialog.getByRole('button', { name: 'Inviter' }));
    const sent = await screen.findByRole('button', { name: 'Invitation envoyée' });
    expect(sent).toBeDisabled();
    expect(sent).toHaveAccessibleDescription(/^Tu as invité Karim à aider sur «\sColis perdu\s»\.$/);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    const home = granted(await karim.get<Home>('/api/home'));
    expect(home.helpRequests.map(({ sos }) => sos.id)).toEqual([first.id]);

    await postSos(zoe, { title: 'Retour refusé' });
    await view.user.click(await screen.findByRole('button', { name: 'Inviter à aider' }));
    const menu = within(screen.getByRole('group', { name: 'Sur lequel de tes SOS\u202f?' }));
    expect(menu.getByRole('menuitem', { name: /Colis perdu/ })).toHaveAttribute('aria-disabled', 'true');
    expect(menu.getByRole('menuitem', { name: /Colis perdu/ })).toHaveTextContent('Invitation envoyée');
    await view.user.click(menu.getByRole('menuitem', { name: 'Retour refusé' }));
    await screen.findByRole('alertdialog');
    await view.user.keyboard('{Escape}');
    const choice = screen.getByRole('button', { name: 'Inviter à aider' });
    await waitFor(() => expect(choice).toHaveFocus());
    await view.user.click(choice);
    await view.user.click(await screen.findByRole('menuitem', { name: 'Retour refusé' }));
    await view.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Inviter' }),
    );
    expect(await screen.findByRole('button', { name: 'Invitation envoyée' })).toHaveAccessibleDescription(
      'Tu as invité Karim à aider sur 2 de tes SOS.',
    );
    // Members who help already are not asked.
    for (const { id } of granted(await zoe.get<SosPage>('/api/sos?scope=mine')).items) await join(karim, id);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Invitation envoyée' })).toBeNull());
  });

  test('says why nobody more can be invited', async () => {
    const [lucie, karim] = [await guilde.current.as('lucie'), await guilde.current.as('karim')];
    const sos = await postSos(lucie);
    const crowd = await storeCrowd(
      guilde.current.deps.db,
      Array.from({ length: HELP_REQUESTS_MAX }, (_, index) => ({ firstName: `Foule${index}` })),
    );
    for (const memberId of crowd) granted(await lucie.post(`/api/sos/${sos.id}/help-requests`, { memberId }));
    await renderAs(guilde.current, 'lucie', `/profile/${karim.id}`);
    const button = await screen.findByRole('button', { name: 'Inviter à aider' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(errorText('HELP_REQUESTS_EXHAUSTED'));
  });

  test('is one’s own without the report, with the way to edit it', async () => {
    const claire = await guilde.current.as('claire');
    await renderAs(guilde.current, 'claire', `/profile/${claire.id}`);
    await screen.findByRole('heading', { level: 1, name: /Claire Martin/ });
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Mon profil' })).toHaveAttribute('href', '/profile');
    expect(main.queryByRole('button', { name: /Signaler|Invit/ })).toBeNull();
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
