import { DEFAULT_SETTINGS, PROPOSED_QUIET_HOURS, type Settings } from '@guilde/contracts/settings/rules.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { unsubscribeLink } from '../../../../apps/api/src/settings/unsubscribe.ts';
import type { Client } from '../../../../apps/api/test/client.ts';
import { online, renderAs, renderWith, withGuilde } from '../../test/render.tsx';
import { useThemeStore } from '../kit/theme.ts';

const guilde = withGuilde();

const storedOf = async (client: Client) => (await client.get<Settings>('/api/settings')).body;
const toggle = (name: string | RegExp) => screen.findByRole('switch', { name });

describe('settings', () => {
  test('are saved at once, whatever is changed how fast', async () => {
    const { client, user } = await renderAs(guilde.current, 'claire', '/settings');
    await user.click(await toggle('Messages, notification'));
    await user.click(await toggle('Son'));
    await user.click(await toggle('Messages, e-mail'));
    expect(await toggle('Son')).toHaveAttribute('aria-checked', 'false');
    await waitFor(async () =>
      expect(await storedOf(client)).toEqual({
        ...DEFAULT_SETTINGS,
        notifyMessages: false,
        sound: false,
        emailUnread: false,
      }),
    );
    expect(await toggle('Demandes d’aide, notification')).toHaveAttribute('aria-checked', 'true');
  });

  test('follow what is chosen on another device', async () => {
    const { client, router } = await renderAs(guilde.current, 'karim', '/settings');
    expect(await toggle('Son')).toHaveAttribute('aria-checked', 'true');
    await online();
    await client.put('/api/settings', { ...DEFAULT_SETTINGS, sound: false, theme: 'dark' });
    const sound = await toggle('Son');
    await waitFor(() => expect(sound).toHaveAttribute('aria-checked', 'false'));
    await act(() => router.navigate('/settings/account'));
    expect(await screen.findByRole('radio', { name: 'Sombre' })).toBeChecked();
    expect(useThemeStore.getState().choice).toBe('dark');
  });

  test('leave as it is what another device chooses meanwhile', async () => {
    const { platform, user, client } = await renderAs(guilde.current, 'lucie', '/settings');
    const sound = await toggle('Son');
    const fetch = platform.fetch.bind(platform);
    vi.spyOn(platform, 'fetch').mockImplementation(async (path, init) => {
      if (init?.method === 'PUT') await client.put('/api/settings', { theme: 'dark' });
      return fetch(path, init);
    });
    await user.click(sound);
    await waitFor(async () => expect(await storedOf(client)).toMatchObject({ sound: false, theme: 'dark' }));
  });

  test('are taken back, with a word, when the server cannot store them', async () => {
    const { platform, user, client } = await renderAs(guilde.current, 'zoe', '/settings');
    const sound = await toggle('Son');
    const fetch = platform.fetch.bind(platform);
    vi.spyOn(platform, 'fetch').mockImplementation((path, init) =>
      init?.method === 'PUT' ? Promise.reject(new TypeError('offline')) : fetch(path, init),
    );
    await user.click(sound);
    expect(await screen.findByText('Réglage non enregistré')).toBeVisible();
    expect(sound).toHaveAttribute('aria-checked', 'true');
    expect((await storedOf(client)).sound).toBe(true);
  });

  test('show what is stored when the server refuses two changes of one switch', async () => {
    const { platform, user } = await renderAs(guilde.current, 'zoe', '/settings');
    const sound = await toggle('Son');
    const fetch = platform.fetch.bind(platform);
    const answer = Promise.withResolvers<Response>();
    vi.spyOn(platform, 'fetch').mockImplementation((path, init) =>
      init?.method === 'PUT' ? answer.promise : fetch(path, init),
    );
    await user.click(sound);
    await waitFor(() => expect(sound).toHaveAttribute('aria-checked', 'false'));
    await user.click(sound);
    await waitFor(() => expect(sound).toHaveAttribute('aria-checked', 'true'));
    answer.reject(new TypeError('offline'));
    await waitFor(() => expect(screen.getAllByText('Réglage non enregistré')).toHaveLength(2));
    expect(sound).toHaveAttribute('aria-checked', 'true');
  });

  test('hold quiet hours, proposed for the night, saved when a time is left, never half typed', async () => {
    const { user, client } = await renderAs(guilde.current, 'paul', '/settings/availability');
    await user.click(await toggle('Heures calmes'));
    const from = await screen.findByLabelText('De');
    expect(from).toHaveValue('22:00');
    fireEvent.change(from, { target: { value: '08:00' } });
    fireEvent.blur(from);
    expect(screen.getByText('Choisis deux heures différentes.')).toBeVisible();
    fireEvent.change(from, { target: { value: '20:30' } });
    fireEvent.blur(from);
    await waitFor(async () =>
      expect((await storedOf(client)).quietHours).toEqual({ from: '20:30', to: '08:00' }),
    );
    await user.click(await toggle('Heures calmes'));
    await waitFor(async () => expect((await storedOf(client)).quietHours).toBeNull());
    expect(screen.queryByLabelText('De')).toBeNull();
  });

  test('say whether, until when and how often one may be asked to help', async () => {
    const { user, client } = await renderAs(guilde.current, 'nina', '/settings/availability');
    const available = await toggle('Disponible');
    expect(available).toHaveAttribute('aria-checked', 'true');
    expect(screen.queryByLabelText('En pause jusqu’au')).toBeNull();
    await user.click(available);
    const until = await screen.findByLabelText('En pause jusqu’au');
    fireEvent.change(until, { target: { value: '2020-01-01' } });
    fireEvent.change(until, { target: { value: '2099-12-24' } });
    await user.selectOptions(screen.getByLabelText('Alertes par jour'), '1 au plus');
    const pausedUntil = new Date('2099-12-24T00:00').toISOString();
    await waitFor(async () =>
      expect(await storedOf(client)).toEqual({ ...DEFAULT_SETTINGS, pausedUntil, alertsPerDay: 1 }),
    );
    await user.click(available);
    await waitFor(async () => expect((await storedOf(client)).pausedUntil).toBeNull());
    const urgent = 'SOS urgents pendant les heures calmes';
    expect(screen.queryByRole('switch', { name: urgent })).toBeNull();
    await user.click(await toggle('Heures calmes'));
    await user.click(await toggle(urgent));
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    await waitFor(async () =>
      expect(await storedOf(client)).toMatchObject({ urgentInQuietHours: true, timeZone }),
    );
  });

  test('hold the theme, from here or from the member’s menu', async () => {
    const { user, client } = await renderAs(guilde.current, 'lucie', '/settings/account');
    await user.click(await screen.findByRole('radio', { name: 'Sombre' }));
    await waitFor(async () => expect((await storedOf(client)).theme).toBe('dark'));
    expect(useThemeStore.getState().choice).toBe('dark');
    await user.click(screen.getByRole('button', { name: /Mon compte/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Clair' }));
    await waitFor(async () => expect((await storedOf(client)).theme).toBe('light'));
    expect(screen.getByRole('radio', { name: 'Clair' })).toBeChecked();
  });

  test('replace at sign-in the theme that this device kept', async () => {
    const client = await guilde.current.as('hugo');
    await client.put('/api/settings', { ...DEFAULT_SETTINGS, theme: 'dark' });
    useThemeStore.getState().choose('light');
    renderWith(guilde.current, client, '/home');
    await waitFor(() => expect(useThemeStore.getState().choice).toBe('dark'));
    expect((await storedOf(client)).theme).toBe('dark');
  });

  test('hold the time zone of the device that started last, and stay else as they are', async () => {
    const client = await guilde.current.as('karim');
    const before = { ...DEFAULT_SETTINGS, sound: false, timeZone: 'America/Montreal' };
    await client.put('/api/settings', before);
    renderWith(guilde.current, client, '/home');
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    await waitFor(async () => expect(await storedOf(client)).toEqual({ ...before, timeZone }));
    await online();
    // Another device has started elsewhere; this one does not answer.
    await client.put('/api/settings', { ...before, theme: 'dark' });
    await waitFor(() => expect(useThemeStore.getState().choice).toBe('dark'));
    expect((await storedOf(client)).timeZone).toBe('America/Montreal');
  });

  test.each([undefined, '', 'Etc/Unknown', 'undefined', 'Mars/Base'])(
    'switch quiet hours on where the browser calls its time zone %j, and offer a choice',
    async (timeZone) => {
      const known = Intl.DateTimeFormat().resolvedOptions();
      const options = { ...known, timeZone } as Intl.ResolvedDateTimeFormatOptions;
      vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
      onTestFinished(() => void vi.restoreAllMocks());
      const client = await guilde.current.as('karim');
      const before = { ...DEFAULT_SETTINGS, timeZone: 'Pacific/Tahiti' };
      await client.put('/api/settings', before);
      const { user } = renderWith(guilde.current, client, '/settings/availability');
      await user.click(await toggle('Heures calmes'));
      await waitFor(async () =>
        expect(await storedOf(client)).toEqual({ ...before, quietHours: PROPOSED_QUIET_HOURS }),
      );
      await user.selectOptions(await screen.findByLabelText('Fuseau horaire'), 'Guyane');
      await waitFor(async () => expect((await storedOf(client)).timeZone).toBe('America/Cayenne'));
    },
  );

  test('are found from the profile and from the member’s menu', async () => {
    const { user, router } = await renderAs(guilde.current, 'claire', '/profile');
    const main = await screen.findByRole('main');
    expect(await within(main).findByRole('link', { name: /Réglages/ })).toHaveAttribute('href', '/settings');
    await user.click(screen.getByRole('button', { name: /Mon compte/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Réglages' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
  });
});

describe('the pages of the settings', () => {
  const pages = ['Notifications', 'Disponibilité', 'Compte', 'Sécurité'];

  test('are beside each other on a wide window, where the address of the settings shows the first', async () => {
    const { user, router } = await renderAs(guilde.current, 'claire', '/settings');
    expect(await screen.findByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
    const column = within(screen.getByRole('navigation', { name: 'Réglages' }));
    expect(column.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(pages);
    expect(column.getByRole('link', { current: 'page' })).toHaveTextContent('Notifications');
    await user.click(column.getByRole('link', { name: 'Sécurité' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sécurité' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/settings/security');
  });

  test('say what could not be loaded, where nothing would look like none', async () => {
    const { user, platform } = await renderAs(guilde.current, 'claire', '/settings/security');
    await screen.findByRole('heading', { level: 1, name: 'Sécurité' });
    const fetch = platform.fetch.bind(platform);
    platform.fetch = (path, init) =>
      path === '/api/decisions' || path === '/api/members/blocks'
        ? Promise.reject(new TypeError('offline'))
        : fetch(path, init);
    await user.click(screen.getByRole('link', { name: 'Compte' }));
    expect(await screen.findByText('Impossible de charger les décisions de l’équipe')).toBeVisible();
    expect(await screen.findByText('Impossible de charger les membres bloqués')).toBeVisible();
  });

  test('are a list on a phone, which each of them leads back to', async () => {
    const matchMedia = window.matchMedia;
    onTestFinished(() => {
      window.matchMedia = matchMedia;
    });
    window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes('width <') });
    const { user, client } = await renderAs(guilde.current, 'claire', '/settings');
    expect(await screen.findByRole('heading', { level: 1, name: 'Réglages' })).toBeVisible();
    for (const page of pages) {
      const list = within(await screen.findByRole('navigation', { name: 'Réglages' }));
      expect(list.getAllByRole('link')).toHaveLength(pages.length);
      await user.click(list.getByRole('link', { name: new RegExp(`^${page}`) }));
      expect(await screen.findByRole('heading', { level: 1, name: page })).toBeVisible();
      if (page === 'Compte') expect(screen.getByText(client.email)).toBeVisible();
      await user.click(screen.getByRole('link', { name: 'Réglages' }));
    }
  });

  test('lead to their list from an address that is none of them', async () => {
    const { router } = await renderAs(guilde.current, 'claire', '/settings/nothing');
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
  });
});

describe('the permission to notify', () => {
  const ask = { name: 'Activer les notifications' };
  const trial = { name: 'Envoyer une notification d’essai' };

  test('is asked for by a click only; then a trial can be sent', async () => {
    const { user, platform } = await renderAs(guilde.current, 'claire', '/settings');
    await screen.findByRole('button', ask);
    expect(platform.consent.now).toBe('default');
    expect(screen.queryByRole('button', trial)).toBeNull();
    await user.click(screen.getByRole('button', ask));
    await user.click(await screen.findByRole('button', trial));
    expect(platform.shown).toMatchObject([
      { title: 'Notification d’essai', path: '/settings/notifications' },
    ]);
    expect(screen.queryByRole('button', ask)).toBeNull();
  });

  test('refused: how to undo it', async () => {
    const { user, platform } = await renderAs(guilde.current, 'claire', '/settings');
    platform.consent.answer = 'denied';
    await user.click(await screen.findByRole('button', ask));
    expect(await screen.findByText(/clique sur l’icône à gauche de l’adresse/)).toBeVisible();
    expect(screen.queryByRole('button', ask)).toBeNull();
    expect(screen.queryByRole('button', trial)).toBeNull();
  });

  test('cannot be given where nothing can be shown', async () => {
    const client = await guilde.current.as('claire');
    const { user } = renderWith(guilde.current, client, '/home', { consent: 'unsupported' });
    await user.click(await screen.findByRole('button', { name: /Mon compte/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Réglages' }));
    expect(await screen.findByText(/Pas de notifications/)).toBeVisible();
    expect(screen.queryByRole('button', ask)).toBeNull();
  });
});

describe('the link in a mail', () => {
  const linkOf = (client: Client) => {
    const { pathname, hash } = new URL(unsubscribeLink(guilde.current.deps, client.id).url);
    return pathname + hash;
  };

  test('stops the mails with one click, without a session, and leaves the address bar', async () => {
    const nina = await guilde.current.as('nina');
    const { user, router } = renderWith(guilde.current, guilde.current.visitor(), linkOf(nina));
    const button = await screen.findByRole('button', { name: 'Ne plus recevoir ces e-mails' });
    expect(router.state.location).toMatchObject({ search: '', hash: '' });
    expect((await storedOf(nina)).emailUnread).toBe(true);
    await user.click(button);
    expect(await screen.findByRole('heading', { name: 'C’est fait' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ouvrir mes réglages' })).toHaveAttribute(
      'href',
      '/settings/notifications',
    );
    expect((await storedOf(nina)).emailUnread).toBe(false);
  });

  test('of the weekly report stops that one, which only administrators are offered', async () => {
    const nina = await guilde.current.as('nina');
    const before = await storedOf(nina);
    const { pathname, hash } = new URL(unsubscribeLink(guilde.current.deps, nina.id, 'report').url);
    const { user, unmount } = renderWith(guilde.current, guilde.current.visitor(), pathname + hash);
    expect(await screen.findByRole('heading', { name: 'Rapport de la semaine' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ne plus recevoir ces e-mails' }));
    expect(await screen.findByText(/Tu ne recevras plus le rapport de la semaine/)).toBeVisible();
    expect(await storedOf(nina)).toEqual({ ...before, emailReport: false });
    unmount();
    const hers = await renderAs(guilde.current, 'nina', '/settings');
    await hers.user.click(await toggle('Rapport de la semaine, e-mail'));
    await waitFor(async () => expect((await storedOf(nina)).emailReport).toBe(true));
    hers.unmount();
    await renderAs(guilde.current, 'claire', '/settings');
    await toggle('Son');
    expect(screen.queryByRole('switch', { name: /^Rapport de la semaine/ })).toBeNull();
  });

  test('that is forged or cut says so', async () => {
    const { user } = await renderAs(guilde.current, 'visitor', '/unsubscribe?token=abc.def');
    await user.click(await screen.findByRole('button', { name: 'Ne plus recevoir ces e-mails' }));
    expect(await screen.findByText(/Ce lien n’est pas valable/)).toBeVisible();
  });

  test('without a token offers the settings only', async () => {
    await renderAs(guilde.current, 'visitor', '/unsubscribe');
    expect(await screen.findByText(/Ce lien n’est pas valable/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Ne plus recevoir ces e-mails' })).toBeDisabled();
  });
});
