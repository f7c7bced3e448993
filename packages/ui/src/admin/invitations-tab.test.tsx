import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde({ cast: ['nina', 'claire', 'karim'] });
const table = async (name: string) => within(await screen.findByRole('table', { name }));
const panel = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('invitations are listed by state, and their tree is opened level by level, also from a member', async () => {
  const nina = await guilde.current.as('nina');
  const claire = await guilde.current.as('claire');
  const karim = await guilde.current.as('karim');
  const invitedBy = (whom: Client, by: Client) =>
    guilde.current.deps.db.client.execute({
      sql: 'update invitations set inviter_id = ? where invited_user_id = ?',
      args: [by.id, whom.id],
    });
  await invitedBy(claire, nina);
  await invitedBy(karim, claire);
  granted(await claire.post('/api/invitations', { vouched: true, email: 'amie@exemple.fr' }));
  const { user, router } = await renderAs(guilde.current, 'nina', '/admin/invitations');
  await user.click(await screen.findByRole('link', { name: /^1 en attente$/ }));
  await waitFor(async () => expect((await table('Invitations')).getAllByRole('row')).toHaveLength(2));
  expect((await table('Invitations')).getByText('a…@exemple.fr')).toBeVisible();

  await act(() => router.navigate(`/admin/users/${karim.id}`));
  await user.click(await (await panel('Karim Benali')).findByRole('link', { name: 'Parrains et filleuls' }));
  const line = within(await screen.findByRole('navigation', { name: 'Chaîne de parrainage' }));
  expect(line.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Toute la communauté',
    'Nina Roche',
    'Claire Martin',
    'Karim Benali',
  ]);
  await user.click(line.getByRole('link', { name: 'Toute la communauté' }));
  const open = await screen.findByRole('button', { name: /^Filleuls.: Nina Roche$/ });
  expect(open).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('link', { name: /^Claire Martin/ })).not.toBeInTheDocument();
  await user.click(open);
  const level = within(await screen.findByRole('list', { name: /^Filleuls.: Nina Roche$/ }));
  expect(level.getByRole('link', { name: /^Claire Martin/ })).toHaveAttribute(
    'href',
    `/admin/users/${claire.id}`,
  );
  expect(level.queryByRole('link', { name: /^Karim Benali/ })).not.toBeInTheDocument();
});
