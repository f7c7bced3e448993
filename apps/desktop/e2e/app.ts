import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { createFakeElectron, type FakeElectron } from '../test/fake-electron.ts';
import type { FakeWindow } from '../test/fake-windows.ts';

const BUILT = join(import.meta.dirname, '../../../out/desktop');
const MAIN = pathToFileURL(join(BUILT, 'main/index.js')).href;
const STAND_IN = 'stand-in:electron';

/**
 * The built main process runs here on a stand-in for Electron, the built preload script and page in Chromium.
 * The sandbox, app:// as an origin, and the system's own part are not covered.
 */
export type DesktopApp = {
  fake: FakeElectron;
  page: () => Promise<Page>;
  context: BrowserContext;
  /** These are exceptions and refusals of the page's policy. */
  problems: string[];
  startAgain: (...args: string[]) => void;
  sessionFile: string;
  quit: () => Promise<void>;
};

let standIn: FakeElectron['electron'] | null = null;
let runs = 0;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: `${STAND_IN}?run=${runs}`, format: 'module', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) => {
    if (!url.startsWith(STAND_IN)) return next(url, context);
    const names = Object.keys(standIn ?? {});
    const source = `const given = globalThis.standInForElectron;
      export default given;
      ${names.map((name) => `export const ${name} = given.${name};`).join('\n')}`;
    return { format: 'module', source, shortCircuit: true };
  },
});

export async function startApp(
  browser: Browser,
  serverUrl: string,
  { args = [], folder }: { args?: string[]; folder?: string } = {},
): Promise<DesktopApp> {
  if (!existsSync(join(BUILT, 'main/index.js')))
    throw new Error('Build the desktop app first: npm run build:desktop');
  const fake = createFakeElectron(folder);
  const data = fake.app.getPath('userData');
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ server: serverUrl }));
  const bundle = createServer((request, response) => void serve(fake, request, response));
  await new Promise<void>((resolve) => bundle.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(bundle.address() as AddressInfo).port}`;
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1200, height: 800 },
  });
  const problems: string[] = [];
  const opened = Promise.withResolvers<Page>();
  fake.app.on('web-contents-created', () => {
    const window = fake.windows.at(-1);
    if (window) showWindow(window, fake, context, origin, problems).then(opened.resolve, opened.reject);
  });
  await runMain(fake, args);
  return {
    fake,
    context,
    problems,
    page: () => opened.promise,
    startAgain: (...more) => fake.app.emit('second-instance', {}, ['/opt/Guilde/guilde', '--flag', ...more]),
    sessionFile: join(data, 'session.sealed'),
    quit: async () => {
      fake.app.quit();
      await context.close();
      bundle.closeAllConnections();
      bundle.close();
    },
  };
}

/** Each run imports a module of its own, as each start is a process of its own. */
async function runMain(fake: FakeElectron, args: string[]): Promise<void> {
  standIn = fake.electron;
  Object.assign(globalThis, { standInForElectron: fake.electron });
  const { argv } = process;
  process.argv = ['/opt/Guilde/guilde', '.', ...args];
  const run = ++runs;
  try {
    await import(`${MAIN}?run=${run}`);
  } finally {
    process.argv = argv;
  }
}

async function showWindow(
  window: FakeWindow,
  fake: FakeElectron,
  context: BrowserContext,
  origin: string,
  problems: string[],
): Promise<Page> {
  const page = await context.newPage();
  const contents = window.webContents;
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error' && /Content Security Policy|Refused/.test(line.text()))
      problems.push(line.text());
  });
  page.on('request', (request) => {
    const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (isPage) contents.emit('did-navigate');
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    contents.url = frame.url().replace(origin, 'app://bundle');
    contents.emit('did-navigate-in-page');
  });
  await page.exposeFunction('toMain', (kind: 'send' | 'invoke', channel: string, value: unknown) =>
    kind === 'invoke' ? fake.invoke(channel) : void fake.send(channel, value),
  );
  contents.deliver = (channel, value) => {
    page
      .evaluate(([name, given]) => globalThis.dispatchEvent(new CustomEvent(name, { detail: given })), [
        `from-main:${channel}`,
        structuredClone(value),
      ] as const)
      .catch(() => undefined);
  };
  await page.addInitScript(preloadScript());
  await page.goto(contents.url.replace('app://bundle', origin));
  return page;
}

/** The built preload script runs in a stand-in for its sandbox, where it may require only Electron. */
function preloadScript(): string {
  const preload = readFileSync(join(BUILT, 'preload/index.cjs'), 'utf8');
  return `(() => {
    const freeze = (value) => {
      if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze);
      return Object.freeze(value);
    };
    const hearing = new Map();
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name, api) =>
          Object.defineProperty(window, name, { value: freeze({ ...api }), enumerable: true }),
      },
      ipcRenderer: {
        send: (channel, value) => void window.toMain('send', channel, structuredClone(value)),
        invoke: (channel, value) => window.toMain('invoke', channel, structuredClone(value)),
        on: (channel, listener) => {
          const hear = (event) => listener({}, freeze(event.detail));
          hearing.set(listener, hear);
          window.addEventListener('from-main:' + channel, hear);
        },
        removeListener: (channel, listener) =>
          window.removeEventListener('from-main:' + channel, hearing.get(listener)),
      },
    };
    const require = (name) => {
      if (name === 'electron') return electron;
      throw new Error('A sandboxed preload script cannot require ' + name);
    };
    ((require, module, exports) => {${preload}\n})(require, { exports: {} }, {});
  })();`;
}

/** Chromium knows no app:// here, so a loopback address serves it. */
async function serve(fake: FakeElectron, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value !== 'string' || ['host', 'connection', 'content-length', 'transfer-encoding'].includes(name)
      ? []
      : [[name, name === 'origin' ? 'app://bundle' : value]],
  );
  const answer = await fake.load(request.url ?? '/', {
    method: request.method ?? 'GET',
    headers,
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  });
  // Electron fails the request on a network error, so the connection breaks here.
  if (answer.type === 'error') {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}
