import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { spoken } from '../../test/render.tsx';
import { Announcer } from './announcer.tsx';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

const matchMedia = window.matchMedia;

beforeEach(() => {
  vi.useFakeTimers();
  Object.defineProperty(document, 'hidden', { configurable: true, value: false });
  render(
    <>
      <Announcer />
      <Toaster />
    </>,
  );
});
afterEach(() => {
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
  Object.defineProperty(document, 'hidden', { configurable: true, value: true });
  window.matchMedia = matchMedia;
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = (title: string) => screen.queryByText(title) !== null;

function onPhone(): void {
  cleanup();
  window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes('width <') });
  render(
    <>
      <Announcer />
      <Toaster />
    </>,
  );
}

async function abandon() {
  const undo = vi.fn();
  toast.success('Brouillon abandonné', {
    description: 'Ton SOS n’a pas été publié.',
    action: { label: 'Annuler', onClick: undo },
  });
  await pass(600);
  return undo;
}

describe('a toast', () => {
  test('is read in one piece, title first, once', async () => {
    toast.error('Erreur', { description: 'Le serveur ne répond pas' });
    await pass(600);
    expect(spoken()).toEqual(['Erreur. Le serveur ne répond pas.']);
    expect(screen.getByLabelText(/^Notifications/)).toHaveAttribute('aria-live', 'off');
  });

  test('leaves to the field what the field says', async () => {
    toast.error('Erreur de connexion', { description: 'Email inconnu', explainedElsewhere: true });
    await pass(600);
    expect(spoken()).toEqual(['Erreur de connexion.']);
    expect(shown('Email inconnu')).toBe(true);
  });

  test('without anything to do goes after a few seconds', async () => {
    toast.success('Profil mis à jour');
    await pass(3500);
    expect(shown('Profil mis à jour')).toBe(true);
    await pass(2000);
    expect(shown('Profil mis à jour')).toBe(false);
  });

  test('with an action stays long enough to be reached, and says how', async () => {
    await abandon();
    expect(spoken()).toEqual([
      'Brouillon abandonné. Ton SOS n’a pas été publié. Alt + T pour «\u00a0Annuler\u00a0».',
    ]);
    await pass(10_000);
    expect(shown('Brouillon abandonné')).toBe(true);
    await pass(5000);
    expect(shown('Brouillon abandonné')).toBe(false);
  });

  test('stays as long as it has the focus', async () => {
    const undo = await abandon();
    act(() => screen.getByRole('button', { name: 'Annuler' }).focus());
    await pass(60_000);
    expect(shown('Brouillon abandonné')).toBe(true);
    act(() => screen.getByRole('button', { name: 'Annuler' }).blur());
    await pass(10_000);
    expect(shown('Brouillon abandonné')).toBe(true);
    act(() => screen.getByRole('button', { name: 'Annuler' }).click());
    expect(undo).toHaveBeenCalledOnce();
    await pass(5000);
    expect(shown('Brouillon abandonné')).toBe(false);
  });

  test('that merely confirms goes after two seconds on a phone', async () => {
    onPhone();
    toast.success('Connexion réussie');
    await pass(1500);
    expect(shown('Connexion réussie')).toBe(true);
    await pass(1500);
    expect(shown('Connexion réussie')).toBe(false);
  });

  test('that the page makes needless is only read out', async () => {
    toast.success('Note ajoutée', { shownByPage: true });
    await pass(600);
    expect(spoken()).toContain('Note ajoutée.');
    expect(shown('Note ajoutée')).toBe(false);
  });
});
