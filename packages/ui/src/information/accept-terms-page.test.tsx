import { randomUUID } from 'node:crypto';
import type { Account } from '@guilde/contracts/auth/rules.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { mailAnnouncedRevision } from '../../../../apps/api/src/account/legal-mails.ts';
import { addLegalRevisions } from '../../../../apps/api/test/later-terms.ts';
import { PEOPLE } from '../../../../apps/api/test/people.ts';
import { granted, openChat, refusal } from '../../../../apps/api/test/scenes.ts';
import { renderAs, renderWith, withGuilde } from '../../test/render.tsx';

const CHANGE = 'Nous te demandons ton numéro SIREN.';

const removeRevisions = addLegalRevisions(
  { number: 2, terms: '1', privacy: '2', from: '2026-12-16T00:00:00+01:00', changes: [CHANGE] },
  { number: 3, terms: '2', privacy: '2', from: '2027-06-01T00:00:00+02:00', changes: ['Encore.'] },
);

const guilde = withGuilde({ cast: ['nina', 'claire'] });
const until = (day: string) =>
  guilde.current.clock.advance(Math.max(0, Date.parse(day) - guilde.current.clock.now()));

beforeEach(() => localStorage.clear());
afterAll(removeRevisions);

test('a new version is announced thirty days ahead, and can be put away', async () => {
  const claire = await guilde.current.as('claire');
  const { legal } = granted(await claire.get<Account>('/api/auth/account'));
  expect(legal).toMatchObject({ toAccept: null, announced: { number: 2, changes: [CHANGE] } });
  for (let hour = 0; hour < 2; hour++) await mailAnnouncedRevision(guilde.current.deps);
  const mails = (await guilde.current.mails()).filter(({ subject }) => /conditions/.test(subject));
  expect(mails.map(({ to }) => to).toSorted()).toEqual([PEOPLE.claire.email, PEOPLE.nina.email]);
  expect(mails[0]?.subject).toBe('Les conditions de Guilde changent le 16 décembre 2026');
  expect(mails[0]?.text).toContain(CHANGE);
  const { user } = renderWith(guilde.current, claire, '/home');
  expect(
    await screen.findByRole('heading', { name: 'Nos conditions changent le 16 décembre 2026' }),
  ).toBeVisible();
  expect(screen.getByText(CHANGE)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'J’ai lu' }));
  await waitFor(() => expect(screen.queryByText(CHANGE)).not.toBeInTheDocument());
});

test('from its day on it is asked for once, and everything but one’s data waits for it', async () => {
  const [nina, karim] = [await guilde.current.as('nina'), await guilde.current.as('karim')];
  const { sos, conversation } = await openChat(nina, karim);
  const live = await karim.live();
  const { user, router, client: claire } = await renderAs(guilde.current, 'claire', '/profile');
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  until('2026-12-16T00:00:01+01:00');
  expect(refusal(await claire.get('/api/home'))).toBe('403 TERMS_NOT_ACCEPTED');
  expect(refusal(await nina.get('/api/admin/users'))).toBe('403 TERMS_NOT_ACCEPTED');
  expect((await claire.request('/api/account/personal-data')).status).toBe(200);
  const id = randomUUID();
  live.send({ type: 'message', id, conversationId: conversation.id, content: 'Encore là' });
  expect(await live.next('message.refused')).toEqual({ type: 'message.refused', id });
  live.close();

  await router.navigate(`/sos/${sos.id}`);
  // The page asks again with each path from which it was reached.
  await waitFor(() => expect(router.state.location.search).toContain(sos.id));
  expect(await screen.findByRole('heading', { name: 'Nos conditions ont changé' })).toBeVisible();
  expect(screen.getByText(CHANGE)).toBeVisible();
  for (const name of ['Télécharger mes données', 'Supprimer mon compte', 'Se déconnecter'])
    expect(screen.getByRole('button', { name })).toBeEnabled();
  expect(refusal(await claire.post('/api/auth/legal', { revision: 1 }))).toBe('409 TERMS_REVISION_PASSED');
  await user.click(await screen.findByRole('button', { name: 'J’accepte' }));
  await screen.findAllByRole('heading', { name: sos.title });
  expect(router.state.location.pathname).toBe(`/sos/${sos.id}`);
  expect(granted(await claire.get<Account>('/api/auth/account')).legal).toEqual({
    toAccept: null,
    announced: null,
  });
  granted(await nina.post('/api/auth/legal', { revision: 2 }));
  const { members } = granted(await nina.get<{ members: object }>('/api/admin/overview'));
  expect(members).toMatchObject({ total: 3, termsAccepted: 2 });
});

test('the sign-up accepts what is in force', async () => {
  const zoe = await guilde.current.as('zoe');
  expect(guilde.current.clock.now()).toBeGreaterThan(Date.parse('2026-12-16T00:00:00+01:00'));
  expect((await zoe.get('/api/home')).status).toBe(200);
});
