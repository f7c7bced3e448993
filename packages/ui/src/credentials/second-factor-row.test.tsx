import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { totpAt } from '../../../../apps/api/src/credentials/second-factor/totp.ts';
import { PASSWORD } from '../../../../apps/api/test/people.ts';
import { renderAs, renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

test('the second factor: added in the settings, asked for at /auth, replaced by a recovery code, removed', async () => {
  const { user, client, platform, unmount } = await renderAs(guilde.current, 'claire', '/settings/security');
  const key = { secret: '' };
  const code = () => {
    guilde.current.clock.advance(30_000);
    return totpAt(key.secret, guilde.current.clock.now());
  };
  await user.click(await screen.findByRole('button', { name: 'Activer la double vérification' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Activer la double vérification' }));
  await user.type(dialog.getByLabelText('Ton mot de passe'), 'pas le bon');
  await user.click(dialog.getByRole('button', { name: 'Continuer' }));
  expect(await dialog.findByText('Ce mot de passe n’est pas le bon.')).toBeVisible();
  await user.clear(dialog.getByLabelText('Ton mot de passe'));
  await user.type(dialog.getByLabelText('Ton mot de passe'), PASSWORD);
  await user.click(dialog.getByRole('button', { name: 'Continuer' }));
  expect(await dialog.findByRole('img', { name: /Code QR/ })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Copier' }));
  key.secret = platform.copied.at(-1) ?? '';
  const wrong = code() === '000000' ? '000001' : '000000';
  await user.type(dialog.getByLabelText('Code à 6 chiffres'), wrong);
  expect(await dialog.findByText('Code incorrect')).toBeVisible();
  await user.clear(dialog.getByLabelText('Code à 6 chiffres'));
  await user.type(dialog.getByLabelText('Code à 6 chiffres'), code());
  expect(await dialog.findByRole('heading', { name: 'Note tes codes de secours' })).toHaveFocus();
  const list = within(dialog.getByRole('list', { name: 'Codes de secours' })).getAllByRole('listitem');
  const recovery = list.map(({ textContent }) => textContent ?? '');
  expect(recovery).toHaveLength(10);
  await user.click(dialog.getByRole('button', { name: 'Copier' }));
  expect(platform.copied.at(-1)).toBe(recovery.join('\n'));
  await user.click(dialog.getByRole('button', { name: 'Je les ai notés' }));
  expect(await screen.findByText('Activée')).toBeVisible();
  expect(screen.getByText(/Il te reste 10.codes de secours/)).toBeVisible();
  unmount();

  const auth = renderWith(guilde.current, guilde.current.visitor(), '/auth?from=/settings/security');
  const enter = async () => {
    await auth.user.type(await screen.findByLabelText('E-mail'), client.email);
    await auth.user.type(screen.getByLabelText('Mot de passe'), PASSWORD);
    await auth.user.click(screen.getByRole('button', { name: 'Se connecter' }));
    await waitFor(() => expect(screen.getByLabelText('Code à 6 chiffres')).toHaveFocus());
  };
  await enter();
  await auth.user.type(screen.getByLabelText('Code à 6 chiffres'), wrong);
  await waitFor(() =>
    expect(screen.getByLabelText('Code à 6 chiffres')).toHaveAccessibleDescription('Code incorrect'),
  );
  // The answer comes too late, so the flow restarts and says why.
  guilde.current.clock.advance(11 * 60_000);
  await auth.user.clear(screen.getByLabelText('Code à 6 chiffres'));
  await auth.user.type(screen.getByLabelText('Code à 6 chiffres'), code());
  expect(await screen.findByText(/^Cette connexion n’est plus valable/)).toBeVisible();
  await auth.user.clear(await screen.findByLabelText('E-mail'));
  await enter();
  await auth.user.click(screen.getByRole('button', { name: 'Utiliser un code de secours' }));
  await auth.user.type(screen.getByLabelText('Code de secours'), (recovery[0] ?? '').toLowerCase());
  await auth.user.click(screen.getByRole('button', { name: 'Se connecter' }));
  await waitFor(() => expect(auth.router.state.location.pathname).toBe('/settings/security'));
  expect(await screen.findByText(/Il te reste 9.codes de secours/)).toBeVisible();

  await auth.user.click(screen.getByRole('button', { name: 'Nouveaux codes de secours' }));
  await auth.user.type(await screen.findByLabelText('Code à 6 chiffres'), code());
  await auth.user.click(await screen.findByRole('button', { name: 'Je les ai notés' }));
  expect(await screen.findByText(/Il te reste 10.codes de secours/)).toBeVisible();
  await auth.user.click(screen.getByRole('button', { name: 'Désactiver' }));
  const removal = within(await screen.findByRole('dialog'));
  await auth.user.type(removal.getByLabelText('Code à 6 chiffres'), code());
  await auth.user.click(removal.getByRole('button', { name: 'Désactiver' }));
  expect(await screen.findByRole('button', { name: 'Activer la double vérification' })).toBeVisible();
});
