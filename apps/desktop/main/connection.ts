import { join } from 'node:path';
import { openCompanionCookies } from './companion-cookies.ts';
import type { DesktopElectron } from './electron.ts';
import { createForwarder, ownHeaders } from './forwarding.ts';
import type { NetworkFaults } from './network-faults.ts';
import { createServer, type Server } from './server.ts';
import { openSessionKeeper, type SessionKeeper } from './session-keeper.ts';
import { readServer } from './settings-file.ts';
import type { Surroundings } from './surroundings.ts';

export type Connection = {
  origin: string;
  session: SessionKeeper;
  server: Server;
  headers: () => Record<string, string>;
  forward: (request: Request) => Promise<Response>;
  fellSilent: NetworkFaults['fellSilent'];
};

type ConnectionElectron = Pick<DesktopElectron, 'app' | 'net' | 'safeStorage' | 'dialog'>;

export async function openConnection(
  electron: ConnectionElectron,
  around: Surroundings,
  faults: NetworkFaults,
): Promise<Connection> {
  const { app, net, safeStorage } = electron;
  const data = app.getPath('userData');
  const file = join(data, 'settings.json');
  const { origin, isUnusable } = await readServer(file, around.server);
  if (isUnusable) warnAboutServer(electron, around, file, origin);
  const session = openSessionKeeper({
    safeStorage,
    platform: around.platform,
    file: join(data, 'session.sealed'),
    server: origin,
    now: () => around.now().getTime(),
    report: around.journal.write,
  });
  const companions = openCompanionCookies({
    safeStorage,
    isKept: () => session.place() === 'kept',
    file: join(data, 'device.sealed'),
    server: origin,
    now: () => around.now().getTime(),
    report: around.journal.write,
  });
  const identity = { server: origin, session, userAgent: app.userAgentFallback };
  const headers = () => ownHeaders(identity);
  return {
    origin,
    session,
    headers,
    fellSilent: faults.fellSilent,
    forward: createForwarder({
      ...identity,
      companions,
      fetch: (url, init) => net.fetch(url, init),
      faults,
    }),
    server: createServer((path, signal) =>
      net.fetch(`${origin}${path}`, {
        headers: headers(),
        credentials: 'omit',
        redirect: 'error',
        cache: 'no-store',
        signal,
      }),
    ),
  };
}

/** The address may have a password in it, so it is not repeated. */
function warnAboutServer(
  { dialog }: Pick<DesktopElectron, 'dialog'>,
  { journal }: Pick<Surroundings, 'journal'>,
  file: string,
  origin: string,
): void {
  journal.write('The address of the server in settings.json cannot be used');
  void dialog.showMessageBox({
    type: 'warning',
    title: 'Guilde',
    message: 'L’adresse du serveur n’est pas utilisable.',
    detail: `Guilde attend { "server": "https://…" } dans ${file}. En attendant, l’application utilise ${origin}.`,
    buttons: ['Compris'],
  });
}
