import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type DesktopState, type Platform, PlatformProvider } from '../platform.ts';
import { DesktopNotices } from '../shell/desktop-notices.tsx';
import { DesktopSettings } from './desktop-settings.tsx';

const STATE: DesktopState = {
  version: '0.1.0',
  session: 'kept',
  startsAtLogin: false,
  compatibility: 'compatible',
  update: null,
  notificationsFail: false,
};

function show(state: DesktopState | null) {
  let current = state;
  const asked: string[] = [];
  const listeners = new Set<() => void>();
  const desktop = {
    state: () => current ?? STATE,
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setStartAtLogin: (wanted: boolean) => {
      current = { ...STATE, ...current, startsAtLogin: wanted };
      for (const listener of listeners) listener();
    },
    restartToUpdate: () => asked.push('restart'),
    onDownloaded: () => () => undefined,
    onDiagnosticCopied: () => () => undefined,
    showDownload: () => undefined,
    openOnWeb: () => undefined,
    passkeyFromBrowser: () => Promise.reject(new Error('Not here')),
    onUnaskedCode: () => () => undefined,
  };
  const platform = {
    name: 'desktop',
    openExternal: (url: string) => void asked.push(url),
    ...(state ? { desktop } : {}),
  } as Partial<Platform> as Platform;
  const { container } = render(
    <PlatformProvider value={platform}>
      <DesktopNotices />
      <DesktopSettings />
    </PlatformProvider>,
  );
  return { asked, container, user: userEvent.setup() };
}

it('a browser has no settings of an app', () => {
  expect(show(null).container).toBeEmptyDOMElement();
});

it('the app starts with the computer when one wants it', async () => {
  const { user } = show(STATE);
  const start = screen.getByRole('switch', { name: 'Ouvrir au démarrage de l’ordinateur' });
  expect(start).toHaveAttribute('aria-checked', 'false');
  await user.click(start);
  expect(start).toHaveAttribute('aria-checked', 'true');
});

it('a computer without a safe place for the session says so', () => {
  show({ ...STATE, startsAtLogin: null, session: 'memory' });
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.getByText(/tu devras te reconnecter à chaque ouverture/)).toBeInTheDocument();
});

it('notifications that the computer does not show are said', () => {
  show({ ...STATE, notificationsFail: true });
  expect(screen.getByText(/n’a pas affiché la dernière notification/)).toBeInTheDocument();
});

it('while the keyring asks its question, the app says why nobody is signed in', async () => {
  const { user } = show({ ...STATE, session: 'waiting' });
  expect(screen.getByRole('status')).toHaveTextContent(/trousseau de clés de ton ordinateur/);
  await user.click(screen.getByRole('button', { name: 'Compris' }));
  expect(screen.queryByRole('status')).toBeNull();
});

it('an update that is ready restarts on demand', async () => {
  const { asked, user } = show({ ...STATE, update: { version: '0.2.0', ready: true, download: null } });
  await user.click(screen.getByRole('button', { name: 'Redémarrer pour mettre à jour' }));
  expect(asked).toEqual(['restart']);
});

it('a version that is no longer taken leads to the one that is, where the person installs it', async () => {
  const download = 'https://fichiers.exemple/desktop/guilde_0.2.0_amd64.deb';
  const update = { version: '0.2.0', ready: false, download };
  const { asked, user } = show({ ...STATE, compatibility: 'client-too-old', update });
  await user.click(screen.getByRole('button', { name: 'Télécharger' }));
  expect(asked).toEqual([download]);
});

it.each([
  ['client-too-old', /n’est plus prise en charge. Installe la dernière version/],
  ['server-too-old', /Le serveur est plus ancien que cette application/],
] as const)('%s is said clearly', (compatibility, text) => {
  show({ ...STATE, compatibility });
  expect(screen.getByRole('alert')).toHaveTextContent(text);
});
