import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { propose, withEvents } from '../../../../apps/api/test/event-scenes.ts';
import { postSos } from '../../../../apps/api/test/scenes.ts';
import { renderAs, renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

const box = () => screen.findByRole('combobox', { name: 'Aller à…' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const chosen = () => screen.getByRole('option', { selected: true });

async function openAs(name: 'claire' | 'nina', path = '/home') {
  const view = await renderAs(guilde.current, name, path);
  await screen.findByRole('heading', { level: 1 });
  await view.user.keyboard('{Control>}k{/Control}');
  await box();
  return view;
}

describe('the palette', () => {
  test('goes to a page by the beginning of its name, accents aside, and Escape gives the focus back', async () => {
    const { user, router } = await renderAs(guilde.current, 'claire', '/home');
    await screen.findByRole('heading', { name: 'Bonjour Claire' });
    const [link] = screen.getAllByRole('link', { name: 'SOS' });
    link?.focus();
    await user.keyboard('{Control>}k{/Control}');
    await waitFor(async () => expect(await box()).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(link).toHaveFocus());
    await user.keyboard('{Meta>}k{/Meta}');
    await user.type(await box(), 'evene');
    expect(options()).toEqual(['Événements']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/events'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('loses nothing of what is typed before it is there', async () => {
    const { user } = await renderAs(guilde.current, 'claire', '/home');
    await screen.findByRole('heading', { name: 'Bonjour Claire' });
    await user.keyboard('{Control>}k{/Control}c?even');
    await waitFor(async () => expect(await box()).toHaveValue('c?even'));
    expect(await box()).toHaveFocus();
  });

  test('opens from a visible button, and the same keys close it', async () => {
    const { user } = await renderAs(guilde.current, 'claire', '/home');
    const [button] = await screen.findAllByRole('button', { name: 'Aller à…' });
    expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+K Meta+K');
    await user.click(button as HTMLElement);
    await box();
    await user.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
  });

  test('finds members, SOS, and the arrows go through everything', async () => {
    const karim = await guilde.current.as('karim');
    const sos = await postSos(karim, { title: 'Zoom sur les retours' });
    const zoe = await guilde.current.as('zoe');
    const { user, router } = await openAs('claire');
    await user.type(await box(), 'zo');
    await waitFor(() =>
      expect(options()).toEqual([
        expect.stringContaining('Zoé LefèvreCertifiéPetite Œuvre'),
        'Zoom sur les retoursOuvert',
      ]),
    );
    expect(screen.getByRole('group', { name: 'Membres' })).toBeVisible();
    expect(chosen()).toHaveTextContent('Zoé');
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toHaveTextContent('Zoom');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/sos/${sos.id}`));
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await box(), 'lefevre');
    await user.click(await screen.findByRole('option', { name: /Zoé Lefèvre/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/profile/${zoe.id}`));
  });

  test('finds a coming event by words of its title, where the community has events', async () => {
    await withEvents(guilde.current);
    const host = await guilde.current.as('karim');
    const room = await propose(guilde.current, host, {
      ...{ title: 'Débloquer Stripe à l’été', repeat: 'weekly', times: 3 },
    });
    const { user, router } = await openAs('claire');
    await user.type(await box(), 'ete deb');
    expect(await screen.findAllByRole('option', { name: /^Débloquer Stripe/ })).toHaveLength(1);
    await user.click(await screen.findByRole('option', { name: /^Débloquer Stripe/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/events/${room.id}`));
  });

  test('names the administration to administrators only', async () => {
    const member = await openAs('claire');
    await member.user.type(await box(), 'administration');
    expect(await screen.findByText('Aucun résultat.')).toBeVisible();
    expect(screen.getByText('Aucun résultat.').closest('output')).not.toBeNull();
    member.unmount();
    const { user } = await openAs('nina');
    await user.type(await box(), 'administration');
    await waitFor(() => expect(options()).toEqual(['Administration']));
  });

  test('begins with the places one comes from, not with the one where one is', async () => {
    const { user, router } = await renderAs(guilde.current, 'claire', '/home');
    await screen.findByRole('heading', { name: 'Bonjour Claire' });
    await router.navigate('/deals');
    await screen.findByRole('heading', { level: 1, name: /Deals/ });
    await router.navigate('/events');
    await screen.findByRole('heading', { level: 1, name: /Événements/ });
    await user.keyboard('{Control>}k{/Control}');
    await box();
    const recent = within(screen.getByRole('group', { name: 'Récents' })).getAllByRole('option');
    expect(recent.slice(0, 2).map((option) => option.textContent)).toEqual(['Deals groupés', 'Accueil']);
    expect(recent.every((option) => option.textContent !== 'Événements')).toBe(true);
    expect(recent[0]).toHaveAttribute('aria-selected', 'true');
  });

  test('keeps what was found while the next answer is on its way', async () => {
    await guilde.current.as('zoe');
    const client = await guilde.current.as('claire');
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const request: Client['request'] = async (path, init) => {
      if (path.includes('q=zoe')) {
        asked.resolve();
        await gate.promise;
      }
      return client.request(path, init);
    };
    const { user } = renderWith(guilde.current, { ...client, request }, '/home');
    await screen.findByRole('heading', { name: 'Bonjour Claire' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await box(), 'zo');
    await screen.findByRole('option', { name: /Zoé/ });
    await user.type(await box(), 'e');
    await asked.promise;
    expect(screen.getByRole('option', { name: /Zoé/ })).toBeVisible();
    gate.resolve();
    await waitFor(() => expect(options()).toEqual([expect.stringContaining('Zoé Lefèvre')]));
  });

  test('does things too: a new SOS, another theme, signing out', async () => {
    const { user, router } = await openAs('claire');
    await user.type(await box(), 'theme sombre');
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem('theme') ?? '{}')).toMatchObject({ state: { choice: 'dark' } }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await box(), 'lancer');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/sos/new'));
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await box(), 'deconnecter');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  });
});

test('Enter waits for what was typed last, whatever stands in the list until then', async () => {
  await guilde.current.as('zoe');
  const karim = await guilde.current.as('karim');
  const { user, router } = await renderAs(guilde.current, 'nina', '/home');
  await screen.findByRole('heading', { name: 'Bonjour Nina' });
  await user.keyboard('{Control>}k{/Control}');
  const input = await box();
  await user.type(input, 'zo');
  await screen.findByRole('option', { name: /Zoé/ });
  await user.clear(input);
  await user.type(input, 'karim{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/profile/${karim.id}`));
});
