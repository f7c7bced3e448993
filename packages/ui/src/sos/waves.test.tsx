import type { Home } from '@guilde/contracts/home/rules.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import type { SosForViewer } from '@guilde/contracts/sos/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { granted, join, postSos } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

describe('an SOS in waves', () => {
  test('tells its requester whom it has reached, as it happens', async () => {
    const claire = await guilde.current.as('claire');
    const karim = await guilde.current.as('karim');
    await karim.put('/api/settings', { ...DEFAULT_SETTINGS, alertsPerDay: 10 });
    const sos = await postSos(claire, { title: 'Qui peut aider' });
    await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    expect(await screen.findByText(/^\d+\smarchands? prévenus?$/)).toBeVisible();
    expect(screen.getByText(/d’autres membres seront prévenus à \d\d:\d\d\./)).toBeVisible();
    await online();
    granted(await karim.post(`/api/sos/${sos.id}/view`));
    expect(await screen.findByText(/prévenus? · 1 l’a ouvert$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pas cette fois' })).toBeNull();
  });

  test('tells its requester what was done once the waves are over', async () => {
    const { clock, deps } = guilde.current;
    const sos = await postSos(await guilde.current.as('claire'), { title: 'Toujours personne' });
    for (const minutes of [0, 15, 30, 75]) {
      clock.advance(minutes * 60_000);
      await deps.jobs.drain();
    }
    await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    expect(await screen.findByText('L’équipe est prévenue.', { exact: false })).toBeVisible();
    expect(screen.queryByText(/seront? prévenue?s? à/)).toBeNull();
  });

  test('asks for help, and takes a refusal without a question', async () => {
    const lucie = await guilde.current.as('lucie');
    await lucie.put('/api/settings', { ...DEFAULT_SETTINGS, alertsPerDay: 10 });
    const sos = await postSos(await guilde.current.as('claire'), { title: 'Qui d’autre' });
    await guilde.current.deps.jobs.drain();
    const { user } = await renderAs(guilde.current, 'lucie', '/home');
    await user.click(
      await screen.findByRole('link', { name: /^Un SOS a besoin de toi\s: «\sQui d’autre\s»$/ }),
    );
    expect(await screen.findByText(/^Tu peux aider Claire\s\?$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Je peux aider' })).toBeEnabled();
    // The page offers the seat once.
    expect(screen.queryByRole('button', { name: /^(Répondre|Rejoindre)/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Pas cette fois' }));
    expect(await screen.findByText(/personne ne le voit/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pas cette fois' })).toBeNull();
    expect(granted(await lucie.get<SosForViewer>(`/api/sos/${sos.id}`)).alert).toBe('declined');
    expect(screen.getByRole('button', { name: 'Répondre' })).toBeEnabled();
    expect(granted(await lucie.get<Home>('/api/home')).alerts.map(({ id }) => id)).not.toContain(sos.id);
  });

  test('is found under « Sans aide » until somebody helps', async () => {
    const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
    const sos = await postSos(claire, { title: 'Encore personne' });
    const { user } = await renderAs(guilde.current, 'hugo', '/sos');
    await user.click(await screen.findByRole('radio', { name: 'Sans aide' }));
    const list = within(screen.getByRole('region', { name: 'Liste des SOS' }));
    expect(await list.findByRole('link', { name: 'Encore personne' })).toBeVisible();
    await online();
    await join(karim, sos.id);
    await waitFor(() => expect(list.queryByRole('link', { name: 'Encore personne' })).toBeNull());
    granted(await karim.post(`/api/sos/${sos.id}/leave`));
    expect(await list.findByRole('link', { name: 'Encore personne' })).toBeVisible();
  });
});
