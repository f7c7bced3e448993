import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { objectionLink } from '../../../../apps/api/src/invitations/objections.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();
const EMAIL = 'sans-invitation@exemple.fr';

test('refuses invitations to the address with one click, without a session, and allows them again', async () => {
  const { pathname, hash } = new URL(objectionLink(guilde.current.deps, EMAIL).url);
  const { user, router, platform } = await renderAs(guilde.current, 'visitor', pathname + hash);
  const nina = await guilde.current.as('nina');
  const invite = async () => (await nina.post('/api/invitations', { vouched: true, email: EMAIL })).status;
  await user.click(await screen.findByRole('button', { name: 'Refuser les invitations à cette adresse' }));
  expect(await screen.findByRole('heading', { name: 'C’est fait' })).toBeVisible();
  expect(router.state.location).toMatchObject({ search: '', hash: '' });
  expect(await invite()).toBe(409);
  platform.line.cut = true;
  await user.click(screen.getByRole('button', { name: 'Accepter de nouveau les invitations' }));
  expect(await screen.findByText(/Vérifie ta connexion/)).toBeVisible();
  platform.line.cut = false;
  await user.click(screen.getByRole('button', { name: 'Accepter de nouveau les invitations' }));
  expect(
    await screen.findByRole('button', { name: 'Refuser les invitations à cette adresse' }),
  ).toBeVisible();
  expect(await invite()).toBe(200);
});

test('a link that is cut says so', async () => {
  const { user } = await renderAs(guilde.current, 'visitor', '/objection#token=abc');
  await user.click(await screen.findByRole('button', { name: 'Refuser les invitations à cette adresse' }));
  expect(await screen.findByText(/Ce lien n’est pas valable/)).toBeVisible();
});
