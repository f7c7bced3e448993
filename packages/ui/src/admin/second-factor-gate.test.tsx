import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { totpAt } from '../../../../apps/api/src/credentials/second-factor/totp.ts';
import { PASSWORD } from '../../../../apps/api/test/people.ts';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

test('the back office shows how to add a second factor and nothing else; a grave act asks for it again and goes on', async () => {
  const { current } = guilde;
  const [nina, claire, karim] = [
    await current.as('nina'),
    await current.as('claire'),
    await current.as('karim'),
  ];
  granted(await nina.put(`/api/admin/users/${claire.id}/role`, { role: 'admin' }));
  const { user, platform, router } = await renderAs(current, 'claire', `/admin/users/${karim.id}`);
  expect(
    await screen.findByRole('heading', { name: 'L’administration demande la double vérification' }),
  ).toBeVisible();
  expect(screen.queryByRole('tab')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Activer la double vérification' }));
  const adding = within(await screen.findByRole('dialog', { name: 'Activer la double vérification' }));
  await user.type(adding.getByLabelText('Ton mot de passe'), PASSWORD);
  await user.click(adding.getByRole('button', { name: 'Continuer' }));
  await user.click(await adding.findByRole('button', { name: 'Copier' }));
  const secret = platform.copied.at(-1) ?? '';
  const code = () => totpAt(secret, current.clock.now());
  await user.type(adding.getByLabelText('Code à 6 chiffres'), code());
  await user.click(await adding.findByRole('button', { name: 'Je les ai notés' }));

  expect(await screen.findByRole('tab', { name: 'Membres', selected: true })).toBeVisible();
  current.clock.advance(16 * 60_000);
  await user.click(await screen.findByRole('button', { name: 'Autres actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Supprimer le compte' }));
  const act = within(await screen.findByRole('dialog', { name: /\?$/ }));
  await user.selectOptions(act.getByLabelText(/Règle enfreinte/), 'impersonation');
  await user.type(act.getByLabelText('Motif'), 'Fausse identité.');
  const remove = () => user.click(act.getByRole('button', { name: 'Supprimer le compte', hidden: true }));
  await remove();
  const proof = async () => within(await screen.findByRole('dialog', { name: 'Confirme que c’est toi' }));
  await waitFor(async () => expect((await proof()).getByLabelText('Code à 6 chiffres')).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(await screen.findByText('Confirme que c’est toi pour continuer.')).toBeVisible();
  expect(act.getByLabelText('Motif')).toHaveValue('Fausse identité.');
  await remove();
  await user.type((await proof()).getByLabelText('Code à 6 chiffres'), code());
  expect(await screen.findByText('Utilisateur supprimé avec succès')).toBeVisible();
  expect((await karim.get('/api/auth/account')).body).toBeNull();
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users'));

  // Reading asks once a working session.
  current.clock.advance(7 * 3_600_000);
  await router.navigate('/admin/messages');
  expect(await screen.findByText('Aucun message')).toBeVisible();
  await router.navigate('/admin/users');
  current.clock.advance(3_600_000);
  await router.navigate('/admin/messages');
  await user.click(await screen.findByRole('button', { name: 'Confirmer' }));
  await user.type((await proof()).getByLabelText('Code à 6 chiffres'), code());
  expect(await screen.findByText('Aucun message')).toBeVisible();
});
