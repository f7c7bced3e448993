import { randomUUID } from 'node:crypto';
import type { AccessLink } from '@guilde/contracts/access/rules.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sirenOf } from '../../../../apps/api/test/people.ts';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde({ cast: ['nina'] });
const LINKS = '/api/admin/access/links';
const MARC = 'marc@exemple.fr';

async function linkPath(): Promise<string> {
  const nina = await guilde.current.as('nina');
  const endsOn = new Date(guilde.current.clock.now() + 86_400_000 * 9).toISOString().slice(0, 10);
  granted(await nina.post(LINKS, { id: randomUUID(), groupName: 'Marchands de Lyon', endsOn, usesMax: 5 }));
  const [link] = granted(await nina.get<AccessLink[]>(LINKS));
  return new URL(link?.url ?? '').pathname;
}

test('asks for what the team decides on, names what is wrong, and says what follows', async () => {
  const { user } = await renderAs(guilde.current, 'visitor', await linkPath());
  expect(await screen.findByText(/Marchands de Lyon/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Envoyer ma demande' }));
  expect(await screen.findByText('Ton SIREN est requis.')).toBeVisible();
  await user.type(screen.getByLabelText('Prénom'), 'Marc');
  await user.type(screen.getByLabelText('Nom'), 'Petit');
  await user.type(screen.getByLabelText('E-mail'), MARC);
  await user.type(screen.getByLabelText('SIREN'), sirenOf(MARC));
  await user.type(screen.getByLabelText('Adresse de ta boutique'), 'petit-velo.exemple');
  await user.click(screen.getByRole('button', { name: 'Envoyer ma demande' }));
  expect(await screen.findByRole('heading', { name: 'Demande envoyée' })).toBeVisible();
});

test('says that the link is cut, unknown or closed, and how to join otherwise', async () => {
  const path = await linkPath();
  const first = await renderAs(guilde.current, 'visitor', `${path}x`);
  expect(await screen.findByText(/Ce lien d’accès n’existe pas/)).toBeVisible();
  first.unmount();
  const nina = await guilde.current.as('nina');
  const [link] = granted(await nina.get<AccessLink[]>(LINKS));
  granted(await nina.post(`${LINKS}/${link?.id}/revoke`));
  await renderAs(guilde.current, 'visitor', path);
  expect(await screen.findByText(/Ce lien d’accès est fermé/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Comment rejoindre Guilde' })).toBeVisible();
});

test('leads a member home', async () => {
  const { router } = await renderAs(guilde.current, 'nina', await linkPath());
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(router.state.location.pathname).toBe('/home');
});
