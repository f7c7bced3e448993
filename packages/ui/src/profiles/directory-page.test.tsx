import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { invalidateCache } from '../../../../apps/api/src/platform/database/versioned-cache.ts';
import type { Client } from '../../../../apps/api/test/client.ts';
import { storeCrowd } from '../../../../apps/api/test/crowd.ts';
import { renderAs, renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde({ cast: ['nina', 'claire', 'karim', 'zoe', 'theo'] });

/** jsdom has no layout, so every scrollable element is as high as a window. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(900);
});
afterEach(() => void vi.restoreAllMocks());

beforeAll(async () => {
  for (const name of ['claire', 'karim', 'zoe', 'theo'] as const) await guilde.current.as(name);
});

const list = () => screen.getByRole('region', { name: 'Membres' });
const names = () =>
  within(list())
    .queryAllByRole('link')
    .map((link) => link.textContent);

function scrollTo(top: number): void {
  Object.defineProperty(list(), 'scrollTop', { value: top, configurable: true, writable: true });
  list().dispatchEvent(new Event('scroll'));
}

describe('the directory', () => {
  test('shows members under their initials, with store and specialties, and how many they are', async () => {
    await renderAs(guilde.current, 'claire', '/directory');
    await waitFor(() =>
      expect(names()).toEqual(['Claire Martin', 'Karim Benali', 'Nina Roche', 'Zoé Lefèvre']),
    );
    expect(screen.getByText(/^4\smembres$/)).toBeVisible();
    const initials = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(initials.map((text) => text?.[0])).toEqual(['C', 'K', 'N', 'Z']);
    const [zoe] = within(screen.getByRole('list', { name: /^Z/ })).getAllByRole('listitem');
    const card = within(zoe as HTMLElement);
    expect(card.getByText('Petite Œuvre')).toBeVisible();
    expect(zoe).toHaveTextContent('TikTok · Influence · Communauté');
    expect(card.getByRole('img', { name: 'Certifié' })).toBeVisible();
    const { id } = await guilde.current.as('zoe');
    expect(card.getByRole('link')).toHaveAttribute('href', `/profile/${id}`);
    await waitFor(() => expect(document.title).toBe('Annuaire · Guilde'));
  });

  test('finds somebody without accents while one types, and says so in the address', async () => {
    const { user, router } = await renderAs(guilde.current, 'claire', '/directory');
    await screen.findByText('Zoé Lefèvre');
    await user.keyboard('/');
    const search = screen.getByRole('searchbox', { name: 'Rechercher un membre' });
    expect(search).toHaveFocus();
    await user.keyboard('oeuvre lefevre');
    await waitFor(() => expect(names()).toEqual(['Zoé Lefèvre']));
    expect(screen.getByText(/^1\smembre trouvé$/)).toBeVisible();
    expect(router.state.location.search).toBe('?q=oeuvre+lefevre');
  });

  test('finds by a specialty, marks it, and says how often somebody has helped', async () => {
    const { id } = await guilde.current.as('zoe');
    const { db } = guilde.current.deps;
    await db.client.execute({
      sql: 'update profiles set total_help_count = 12 where user_id = ?',
      args: [id],
    });
    await invalidateCache(db);
    const { user } = await renderAs(guilde.current, 'claire', '/directory');
    await user.type(await screen.findByRole('searchbox', { name: 'Rechercher un membre' }), 'tiktok');
    await waitFor(() => expect(names()).toEqual(['Zoé Lefèvre']));
    expect([...list().querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['TikTok']);
    expect(within(list()).getAllByText('12')[0]?.parentElement).toHaveTextContent('12 SOS résolus');
  });

  test('keeps several filters in the address, shows them as chips, and takes them back', async () => {
    const { user, router } = await renderAs(guilde.current, 'claire', '/directory?specialty=tiktok');
    await waitFor(() => expect(names()).toEqual(['Zoé Lefèvre']));
    await user.click(screen.getByRole('button', { name: /Filtres/ }));
    await user.click(screen.getByRole('checkbox', { name: 'Data' }));
    await waitFor(() => expect(names()).toEqual(['Karim Benali', 'Nina Roche', 'Zoé Lefèvre']));
    expect(router.state.location.search).toBe('?specialty=tiktok&specialty=data');
    await user.click(screen.getByRole('button', { name: 'Retirer le filtre TikTok' }));
    await waitFor(() => expect(names()).toEqual(['Karim Benali', 'Nina Roche']));
  });

  test('says that nobody was found, and how to come back to everybody', async () => {
    const { user, router } = await renderAs(guilde.current, 'claire', '/directory?q=personne&cms=magento');
    expect(await screen.findByText('Aucun membre trouvé')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Réinitialiser les filtres' }));
    await waitFor(() => expect(names()).toHaveLength(4));
    expect(router.state.location.search).toBe('');
    expect(screen.getByRole('searchbox', { name: 'Rechercher un membre' })).toHaveValue('');
  });

  test('does not search after all for what was typed a moment before everything is reset', async () => {
    const { router } = await renderAs(guilde.current, 'claire', '/directory?cms=magento');
    const reset = await screen.findByRole('button', { name: 'Réinitialiser les filtres' });
    const search = screen.getByRole('searchbox', { name: 'Rechercher un membre' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    fireEvent.change(search, { target: { value: 'karim' } });
    fireEvent.click(reset);
    act(() => void vi.advanceTimersByTime(1000));
    vi.useRealTimers();
    await waitFor(() => expect(names()).toHaveLength(4));
    expect(search).toHaveValue('');
    expect(router.state.location.search).toBe('');
    expect(names()).toHaveLength(4);
  });

  test('offers another attempt when it does not load', async () => {
    const client = await guilde.current.as('karim');
    let broken = true;
    const request: Client['request'] = (path, init) =>
      broken && path.startsWith('/api/members?')
        ? Promise.resolve(Response.json({ error: { code: 'INTERNAL', message: 'Panne' } }, { status: 400 }))
        : client.request(path, init);
    const { user } = renderWith(guilde.current, { ...client, request }, '/directory');
    expect(await screen.findByText('Impossible de charger l’annuaire')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('Zoé Lefèvre')).toBeVisible();
  });
});

describe('a long directory', () => {
  const LETTERS = 'ABCDEFGHIJKLMNOPQRST';
  const asked: string[] = [];

  beforeAll(async () => {
    const people = Array.from({ length: 400 }, (_, index) => ({
      firstName: `${LETTERS[index % LETTERS.length]}nne`,
      lastName: `Nom ${String(index).padStart(3, '0')}`,
    }));
    await storeCrowd(guilde.current.deps.db, people);
  });

  async function open() {
    asked.length = 0;
    const client = await guilde.current.as('claire');
    const request: Client['request'] = (path, init) => {
      if (path.startsWith('/api/members?')) asked.push(path);
      return client.request(path, init);
    };
    const view = renderWith(guilde.current, { ...client, request }, '/directory');
    await screen.findByText('Anne Nom 000');
    return view;
  }

  test('has few rows at a time, and fetches what one scrolls to', async () => {
    await open();
    expect(names().length).toBeLessThan(80);
    expect(screen.queryByText('Snne Nom 018')).toBeNull();
    const item = screen.getByText('Anne Nom 020').closest('li');
    expect(item).toHaveAttribute('aria-posinset', '2');
    expect(item).toHaveAttribute('aria-setsize', '20');
    scrollTo(24_100);
    expect(await screen.findByText('Rnne Nom 017')).toBeVisible();
    expect(screen.queryByText('Anne Nom 000')).toBeNull();
    expect(asked.length).toBeLessThan(6);
    expect(asked.some((path) => path.includes('offset=300'))).toBe(true);
  });

  test('jumps to an initial by keyboard, and the bar says where one is', async () => {
    const { user } = await open();
    const bar = screen.getByRole('slider', { name: 'Aller à une initiale' });
    expect(bar).toHaveAttribute('aria-valuetext', expect.stringMatching(/^A, 20\smembres$/));
    const jumps = vi
      .spyOn(list(), 'scrollTo')
      .mockImplementation(((to: ScrollToOptions) => scrollTo(to.top ?? 0)) as never);
    bar.focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuetext', expect.stringMatching(/^B, /)));
    await user.keyboard('r');
    expect(await screen.findByText('Rnne Nom 017')).toBeVisible();
    expect(bar).toHaveAttribute('aria-valuetext', expect.stringMatching(/^R, 20\smembres$/));
    await user.keyboard('{Home}');
    expect(await screen.findByText('Anne Nom 000')).toBeVisible();
    expect(jumps).toHaveBeenCalledTimes(3);
  });
});
