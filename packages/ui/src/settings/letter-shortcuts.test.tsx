import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

/** WCAG 2.1.4: whoever dictates must be able to switch off shortcuts of one character. */
test('shortcuts of one character can be switched off in the settings, and on again', async () => {
  const settings = await renderAs(guilde.current, 'nina', '/settings/account');
  const choice = await screen.findByRole('switch', { name: 'Raccourcis d’une lettre' });
  expect(choice).toHaveAttribute('aria-checked', 'true');
  await settings.user.click(choice);
  expect(choice).toHaveAttribute('aria-checked', 'false');
  await settings.user.keyboard('c?');
  expect(settings.router.state.location.pathname).toBe('/settings/account');
  expect(screen.queryByRole('dialog')).toBeNull();
  settings.unmount();

  const directory = await renderAs(guilde.current, 'nina', '/directory');
  const search = await screen.findByRole('searchbox', { name: 'Rechercher un membre' });
  await directory.user.keyboard('/');
  expect(search).not.toHaveFocus();
  expect(search).not.toHaveAttribute('aria-keyshortcuts');
  directory.unmount();

  const users = await renderAs(guilde.current, 'nina', '/admin/users');
  const karim = await screen.findByRole('link', { name: /^Karim Benali/ });
  await users.user.keyboard('j');
  expect(document.body).toHaveFocus();
  karim.focus();
  await users.user.keyboard('x');
  expect(screen.getByRole('checkbox', { name: 'Sélectionner Karim Benali' })).not.toBeChecked();
  users.unmount();

  const again = await renderAs(guilde.current, 'nina', '/settings/account');
  await again.user.click(await screen.findByRole('switch', { name: 'Raccourcis d’une lettre' }));
  (document.activeElement as HTMLElement).blur();
  await again.user.keyboard('?');
  await again.user.click(await screen.findByRole('button', { name: 'Fermer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await again.user.keyboard('c');
  await waitFor(() => expect(again.router.state.location.pathname).toBe('/sos/new'));
});
