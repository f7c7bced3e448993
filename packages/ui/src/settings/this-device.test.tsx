import type { PushDevice } from '@guilde/contracts/pushes/rules.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { type Guilde, startGuilde } from '../../../../apps/api/test/harness.ts';
import { PASSWORD, type PersonName } from '../../../../apps/api/test/people.ts';
import { type PushService, startPushService } from '../../../../apps/api/test/push-service.ts';
import { postSos } from '../../../../apps/api/test/scenes.ts';
import { renderWith } from '../../test/render.tsx';
import type { Installation, PushFeatures, PushTarget, WebAppFeatures } from '../platform.ts';
import { usePushWishes } from './push-wishes.ts';

let service: PushService;
let guilde: Guilde;

beforeAll(async () => {
  service = await startPushService();
  guilde = await startGuilde({ env: service.env });
  await guilde.as('nina');
});
afterAll(async () => {
  await guilde.close();
  await service.stop();
});
beforeEach(() => usePushWishes.setState({ wishes: {} }));

/** The browser's subscriptions are at the local push service. */
function startBrowser(
  support: ReturnType<PushFeatures['support']> = 'supported',
  installation: Installation = 'unavailable',
) {
  let device = service.device();
  let current: PushTarget | null = null;
  let isServiceAway = false;
  const webApp: WebAppFeatures = {
    start: () => undefined,
    installation: () => installation,
    install: async () => undefined,
    onChange: () => () => undefined,
    push: {
      support: () => support,
      current: async () => current,
      subscribe: async () => {
        if (isServiceAway) throw new DOMException('push service error', 'AbortError');
        current ??= device.subscription;
        return current;
      },
      unsubscribe: async () => {
        current = null;
        device = service.device();
      },
    },
  };
  return {
    webApp,
    device: () => device,
    isSubscribed: () => current !== null,
    loseService: () => {
      isServiceAway = true;
    },
  };
}

type Browser = ReturnType<typeof startBrowser>;

const open = (client: Client, { webApp }: Browser, path = '/settings') =>
  renderWith(guilde, client, path, { webApp });
const activate = { name: 'Activer les notifications' };
const devicesOf = async (client: Client) =>
  (await client.get<{ devices: PushDevice[] }>('/api/push/subscriptions')).body.devices;

async function subscribed(name: PersonName) {
  const client = await guilde.as(name);
  const browser = startBrowser();
  const page = open(client, browser);
  await page.user.click(await screen.findByRole('button', activate));
  await screen.findByRole('button', { name: 'Tester' });
  return { ...page, client, browser };
}

test('a tap on the sentence subscribes this device, which is tried and given up', async () => {
  const { user, client, browser } = await subscribed('claire');
  expect(screen.getByText('Guilde te prévient ici, même application fermée.')).toBeVisible();
  expect(await devicesOf(client)).toMatchObject([{ isThis: true }]);
  await user.click(screen.getByRole('button', { name: 'Tester' }));
  expect((await browser.device().next()).payload).toMatchObject({
    kind: 'test',
    path: '/settings/notifications',
  });
  expect(await screen.findByText('Notification envoyée')).toBeVisible();
  browser.device().answerWith({ status: 410 });
  await user.click(screen.getByRole('button', { name: 'Tester' }));
  expect(await screen.findByText('Notifications à réactiver')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Activer, même application fermée' }));
  await user.click(await screen.findByRole('button', { name: 'Désactiver ici' }));
  await screen.findByRole('button', { name: 'Activer, même application fermée' });
  expect(browser.isSubscribed()).toBe(false);
  expect(await devicesOf(client)).toEqual([]);
});

test('a refusal is respected; a browser whose push service is away says so', async () => {
  const client = await guilde.as('karim');
  const browser = startBrowser();
  const { user, platform } = open(client, browser);
  platform.consent.answer = 'denied';
  await user.click(await screen.findByRole('button', activate));
  expect(await screen.findByText(/Notifications bloquées/)).toBeVisible();
  expect(browser.isSubscribed()).toBe(false);
  cleanup();
  browser.loseService();
  const again = open(client, browser);
  await again.user.click(await screen.findByRole('button', activate));
  expect(await screen.findByText('Notifications non activées')).toBeVisible();
  expect(await screen.findByText(/tant qu’un onglet Guilde est ouvert/)).toBeVisible();
});

test('whoever waits for help is offered it right there, once', async () => {
  const here = { name: 'Préviens-moi sur cet appareil' };
  const client = await guilde.as('zoe');
  const { id } = await postSos(client);
  const browser = startBrowser();
  const page = open(client, browser, `/sos/${id}`);
  await page.user.click(await screen.findByRole('button', here));
  expect(await screen.findByText('Cet appareil te préviendra.')).toBeVisible();
  expect(await devicesOf(client)).toMatchObject([{ isThis: true }]);
  expect(screen.queryByRole('button', here)).toBeNull();
  cleanup();
  for (const [shell, consent] of [
    [startBrowser(), 'denied'],
    [startBrowser(), 'granted'],
    [startBrowser('not-installed', 'ios'), 'unsupported'],
  ] as const) {
    renderWith(guilde, client, `/sos/${id}`, { webApp: shell.webApp, consent });
    await screen.findByText('En attente d’une première réponse');
    expect(screen.queryByRole('button', here)).toBeNull();
    cleanup();
  }
  const refusing = open(client, startBrowser(), `/sos/${id}`);
  refusing.platform.consent.answer = 'denied';
  await refusing.user.click(await screen.findByRole('button', here));
  await waitFor(() => expect(screen.queryByRole('button', here)).toBeNull());
});

test('a server that does not say whether this device is reached is asked again', async () => {
  const { client, browser } = await subscribed('nina');
  cleanup();
  const line = { isCut: true };
  const request: Client['request'] = (path, init) => {
    if (line.isCut && path.startsWith('/api/push/')) throw new TypeError('Failed to fetch');
    return client.request(path, init);
  };
  const { user } = renderWith(guilde, { ...client, request }, '/settings', {
    webApp: browser.webApp,
    consent: 'granted',
  });
  await screen.findByText(/impossible de voir si elle le fait aussi application fermée/);
  line.isCut = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Guilde te prévient ici, même application fermée.')).toBeVisible();
});

test('an iPhone without the app is told to install it', async () => {
  const client = await guilde.as('zoe');
  renderWith(guilde, client, '/settings', {
    webApp: startBrowser('not-installed', 'ios').webApp,
    consent: 'unsupported',
  });
  expect(await screen.findByText(/Installe l’application pour les recevoir/)).toBeVisible();
  expect(screen.getByText('Sur l’écran d’accueil')).toBeVisible();
  expect(screen.queryByRole('button', activate)).toBeNull();
});

test('other devices are listed, and told no more on demand; there it ends for good', async () => {
  const { browser, client: phone } = await subscribed('paul');
  cleanup();
  const computer = guilde.visitor();
  await computer.post('/api/auth/sign-in', { email: phone.email, password: PASSWORD });
  const { user } = renderWith(guilde, computer, '/settings');
  const list = within(await screen.findByRole('list', { name: /autres appareils/ }));
  await user.click(list.getByRole('button', { name: /Désactiver les notifications sur/ }));
  await waitFor(async () => expect(await devicesOf(phone)).toEqual([]));
  cleanup();
  renderWith(guilde, phone, '/home', { webApp: browser.webApp, consent: 'granted' });
  await waitFor(() => expect(browser.isSubscribed()).toBe(false));
  expect(usePushWishes.getState().wishes).toEqual({});
});

test('who wanted pushes here has them again with the next session; another member does not', async () => {
  const { browser, client } = await subscribed('lucie');
  cleanup();
  await client.post('/api/auth/sign-out');
  open(guilde.visitor(), browser, '/auth');
  await screen.findByRole('heading', { name: 'Connexion' });
  await waitFor(() => expect(Object.values(usePushWishes.getState().wishes)).toEqual([null]));
  cleanup();
  const other = await guilde.as('hugo');
  renderWith(guilde, other, '/settings', { webApp: browser.webApp, consent: 'granted' });
  await screen.findByRole('button', { name: 'Activer, même application fermée' });
  expect(await devicesOf(other)).toEqual([]);
  cleanup();
  await client.post('/api/auth/sign-in', { email: client.email, password: PASSWORD });
  renderWith(guilde, client, '/home', { webApp: browser.webApp, consent: 'granted' });
  await waitFor(async () => expect(await devicesOf(client)).toMatchObject([{ isThis: true }]));
});
