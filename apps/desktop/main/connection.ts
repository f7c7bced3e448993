import { join } from 'node:path';
import { openCompanionCookies } from './companion-cookies.ts';
import type { DesktopElectron } from './electron.ts';
import { createForwarder, ownHeaders } from './forwarding.ts';
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
};

type ConnectionElectron = Pick<DesktopElectron, 'app' | 'net' | 'safeStorage'>;

export async function openConnection(
  electron: ConnectionElectron,
  around: Surroundings,
): Promise<Connection> {
  const { app, net, safeStorage } = electron;
  const data = app.getPath('userData');
  const origin = await readServer(join(data, 'settings.json'), around.server);
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
  });
  const identity = { server: origin, session, userAgent: app.userAgentFallback };
  const headers = () => ownHeaders(identity);
  return {
    origin,
    session,
    headers,
    forward: createForwarder({ ...identity, companions, fetch: (url, init) => net.fetch(url, init) }),
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
