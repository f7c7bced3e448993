import type { AccessLink } from '@guilde/contracts/access/rules.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sirenOf } from '../../../../../apps/api/test/people.ts';
import { granted } from '../../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../../test/render.tsx';

const guilde = withGuilde({ cast: ['nina'] });
const MARC = 'marc@exemple.fr';

async function ask(url: string, email: string) {
  const code = url.split('/').at(-1);
  const merchant = { firstName: 'Marc', lastName: 'Petit', siren: sirenOf(MARC), storeUrl: 'velo.exemple' };
  granted(await guilde.current.visitor().post(`/api/invitations/access/${code}`, { ...merchant, email }));
}

test('makes a link, shows who asks in the queue, accepts, refuses and closes', async () => {
  const first = await renderAs(guilde.current, 'nina', '/admin/invitations?view=access');
  const { user, platform } = first;
  const links = within(await screen.findByRole('region', { name: 'Liens d’accès' }));
  await user.click(links.getByRole('button', { name: 'Créer un lien' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Créer un lien d’accès' }));
  await user.click(dialog.getByRole('button', { name: 'Créer' }));
  expect(await dialog.findByText('Choisis un jour.')).toBeVisible();
  await user.type(dialog.getByLabelText('Nom du groupe'), 'Marchands de Lyon');
  const endsOn = new Date(guilde.current.clock.now() + 86_400_000 * 9).toISOString().slice(0, 10);
  await user.type(dialog.getByLabelText('Dernier jour'), endsOn);
  await user.click(dialog.getByRole('button', { name: 'Créer' }));
  expect(await links.findByText('Marchands de Lyon')).toBeVisible();
  await user.click(links.getByRole('button', { name: 'Copier le lien\u00a0: Marchands de Lyon' }));
  const [url = ''] = platform.copied;
  expect(url).toMatch(/\/rejoindre\/[\w-]{16}$/);
  await ask(url, MARC);
  await ask(url, 'lea@exemple.fr');
  first.unmount();

  const office = await renderAs(guilde.current, 'nina', '/admin/queue?kind=access');
  for (const act of ['Accepter', 'Refuser']) {
    const [row] = await screen.findAllByRole('link', { name: /Marc Petit/ });
    await office.user.click(row as HTMLElement);
    const panel = within(await screen.findByRole('dialog', { name: 'Marc Petit' }));
    expect(panel.getByText('Marchands de Lyon')).toBeVisible();
    await office.user.click(panel.getByRole('button', { name: act }));
    if (act === 'Refuser') {
      const question = within(await screen.findByRole('alertdialog'));
      await office.user.click(question.getByRole('button', { name: 'Refuser' }));
    }
    expect(await panel.findByText('Effacé avec la décision')).toBeVisible();
    await office.user.click(panel.getByRole('button', { name: 'Fermer' }));
  }
  expect(await screen.findByText('Rien à traiter.')).toBeVisible();
  office.unmount();

  const last = await renderAs(guilde.current, 'nina', '/admin/invitations?view=access');
  expect(await screen.findByText(/^1.acceptée$/)).toBeVisible();
  expect(screen.getByText(/^1.refusée$/)).toBeVisible();
  await last.user.click(screen.getByRole('button', { name: 'Fermer le lien\u00a0: Marchands de Lyon' }));
  const question = within(await screen.findByRole('alertdialog'));
  await last.user.click(question.getByRole('button', { name: 'Fermer' }));
  expect(await screen.findByText('Fermé')).toBeVisible();
  const [link] = granted(await last.client.get<AccessLink[]>('/api/admin/access/links'));
  expect(link).toMatchObject({ state: 'revoked', accepted: 1, refused: 1 });
});
