import { DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, withGuilde } from '../../test/render.tsx';
import { serverNow } from '../kit/server-time.ts';

const guilde = withGuilde();

const MINUTE_MS = 60_000;
const quietUntil = async (client: Client) =>
  granted(await client.get<Settings>('/api/settings')).quietUntil ?? '';
const account = () => screen.findByRole('button', { name: /Mon compte/ });

test('an hour is chosen in the account’s menu with one tap, shown in the shell, and ended there', async () => {
  const { user, client } = await renderAs(guilde.current, 'nina', '/home');
  await user.click(await account());
  await user.click(
    within(await screen.findByRole('group', { name: 'Ne pas déranger' })).getByRole('menuitem', {
      name: 'Pendant 1\u00a0h',
    }),
  );
  await waitFor(async () =>
    expect(await account()).toHaveAccessibleName(/Ne pas déranger jusqu’à \d\d:\d\d/),
  );
  expect(
    screen.getByRole('link', { name: /Profil.*Ne pas déranger|Ne pas déranger.*Profil/ }),
  ).toBeInTheDocument();
  await waitFor(async () =>
    expect(Math.round((Date.parse(await quietUntil(client)) - serverNow()) / MINUTE_MS)).toBe(60),
  );
  await user.click(await account());
  await user.click(await screen.findByRole('menuitem', { name: 'Reprendre les notifications' }));
  await waitFor(async () => expect(await quietUntil(client)).toBe(''));
  await waitFor(() => expect(document.querySelector('[data-slot="quiet"]')).toBeNull());
});

test('what another device chose shows at once, also in the settings, and goes at its end by itself', async () => {
  const { user, client } = await renderAs(guilde.current, 'lucie', '/settings/availability');
  await online();
  expect(await screen.findByText('Ne pas déranger')).toBeVisible();
  const urgent = 'SOS urgents pendant les heures calmes';
  expect(screen.queryByRole('switch', { name: urgent })).toBeNull();
  const until = (ms: number) => new Date(serverNow() + ms).toISOString();
  granted(await client.put('/api/settings', { ...DEFAULT_SETTINGS, quietUntil: until(500) }));
  expect(await account()).toHaveAccessibleName(/Mon compte/);
  await waitFor(() => expect(document.querySelector('[data-slot="quiet"]')).not.toBeNull());
  expect(screen.getByRole('switch', { name: urgent })).toBeVisible();
  guilde.current.clock.advance(500);
  await waitFor(() => expect(document.querySelector('[data-slot="quiet"]')).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Jusqu’à 8\sh du matin$/ }));
  const end = new Date(
    await waitFor(async () => {
      const stored = await quietUntil(client);
      expect(Date.parse(stored)).toBeGreaterThan(serverNow());
      return stored;
    }),
  );
  expect([end.getHours(), end.getMinutes()]).toEqual([8, 0]);
  const resume = await screen.findByRole('button', { name: 'Reprendre les notifications' });
  expect(resume).toHaveFocus();
  await user.click(resume);
  await waitFor(async () => expect(await quietUntil(client)).toBe(''));
});
