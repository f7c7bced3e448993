import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { granted, join, postSos } from '../../../../apps/api/test/scenes.ts';
import { renderAs, renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

const rowOf = async (name: RegExp) =>
  within((await screen.findByRole('link', { name })).closest<HTMLElement>('li') ?? document.body);

test('an empty list says what will be there', async () => {
  await renderAs(guilde.current, 'lucie', '/notifications');
  expect(await screen.findByText('Aucune notification')).toBeVisible();
});

test('home leads there; a row leads to what it is about, and says why it came and which setting decides', async () => {
  const [nina, karim] = [await guilde.current.as('nina'), await guilde.current.as('karim')];
  const sos = await postSos(nina, { title: 'Colis perdus', specialties: [] });
  await join(karim, sos.id);
  await guilde.current.deps.jobs.drain();
  const { user, router, client } = await renderAs(guilde.current, 'nina', '/home');
  await user.click(await screen.findByRole('link', { name: /^Tout voir.*du nouveau$/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  const name = /^Un membre a rejoint ton SOS\s?: «\sColis perdus\s»/;
  const row = await rowOf(name);
  expect(row.getByRole('link', { name })).toHaveAccessibleName(/, non lu$/);
  const why = row.getByRole('button', { name: 'Pourquoi ai-je reçu ça\u202f?' });
  expect(why).toHaveAttribute('aria-expanded', 'false');
  await user.click(why);
  expect(row.getByText(/^Tu as lancé ce SOS\./)).toBeVisible();
  expect(row.getByRole('link', { name: 'Régler les notifications' })).toHaveAttribute(
    'href',
    '/settings/notifications',
  );
  await waitFor(async () =>
    expect(granted(await client.get<{ hasUnreadTold: boolean }>('/api/home')).hasUnreadTold).toBe(false),
  );
  await user.click(row.getByRole('link', { name }));
  await waitFor(() => expect(router.state.location).toMatchObject({ search: `?sos=${sos.id}` }));
  await router.navigate('/home');
  expect(await screen.findByRole('link', { name: /^Tout voir\s?dans tes notifications$/ })).toBeVisible();
});

test('what was held back says by what', async () => {
  const [claire, lucie] = [await guilde.current.as('claire'), await guilde.current.as('lucie')];
  const quietUntil = new Date(guilde.current.clock.now() + 3_600_000).toISOString();
  granted(await lucie.put('/api/settings', { ...DEFAULT_SETTINGS, quietUntil }));
  await postSos(claire, { title: 'Paiement bloqué', specialties: [] });
  await guilde.current.deps.jobs.drain();
  const { user } = renderWith(guilde.current, lucie, '/notifications');
  const row = await rowOf(/^Un SOS a besoin de toi\s?: «\sPaiement bloqué\s»/);
  expect(row.getByText('Sans notification')).toBeVisible();
  await user.click(row.getByRole('button', { name: 'Pourquoi n’ai-je pas été prévenu\u202f?' }));
  expect(row.getByText(/^Tu avais choisi «\sNe pas déranger\s»\.$/)).toBeVisible();
  expect(row.getByRole('link', { name: 'Régler ta disponibilité' })).toHaveAttribute(
    'href',
    '/settings/availability',
  );
});
