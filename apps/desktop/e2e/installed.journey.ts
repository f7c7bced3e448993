import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import type { Server } from '../../web/e2e/server.ts';
import { INSTALLED_ACTS, reasonNotToRun } from './acts.ts';
import { type Community, FROM_KARIM, SOS_ID, startCommunity, TITLE } from './community.ts';
import {
  autostartFile,
  endAll,
  openLink,
  PROGRAM,
  recordInstalled,
  run,
  sealedSession,
  start,
  useServer,
} from './installed-app.ts';
import { goTo, signIn } from './members.ts';

let server: Server;
let write: Community['write'];

test.beforeAll(async () => {
  if (PROGRAM === '' && process.env.REQUIRE_INSTALLED === '1')
    throw new Error('REQUIRE_INSTALLED, but INSTALLED_APP names no program');
  test.skip(PROGRAM === '', 'no installed package (INSTALLED_APP)');
  ({ server, write } = await startCommunity());
  useServer(server.url);
  const page = await start().playwrightPage();
  await signIn(page, 'claire');
  await expect(home(page)).toBeVisible();
  await expect.poll(() => existsSync(sealedSession)).toBe(true);
  await endAll();
});
test.afterEach(endAll);
test.afterAll(async () => {
  await endAll();
  await server?.close();
});

const home = (page: Page) => page.getByRole('heading', { name: 'Bonjour Claire' });

function act(title: keyof typeof INSTALLED_ACTS, body: () => Promise<void>): void {
  test(title, async () => {
    const reason = reasonNotToRun(INSTALLED_ACTS[title]);
    test.skip(reason !== null, reason ?? '');
    await body();
  });
}

act('signing in seals the session, and the next start opens it', async () => {
  expect(readFileSync(sealedSession, 'latin1')).not.toContain('session_token');
  await expect(home(await start().playwrightPage())).toBeVisible();
});

act('a link of the system starts the app at its page', async () => {
  openLink(`guilde://sos/${SOS_ID}`);
  await expect.poll(() => run('xdotool', ['search', '--name', TITLE]).stdout).not.toBe('');
});

act('a link of the system leads the running app to its page', async () => {
  const page = await start().playwrightPage();
  await expect(home(page)).toBeVisible();
  openLink(`guilde://sos/${SOS_ID}`);
  await expect(page.getByRole('heading', { name: TITLE }).first()).toBeVisible();
});

act('a message is shown as a notification, whose click opens the chat', async () => {
  const desktop = recordInstalled();
  const app = start('--hidden');
  await expect.poll(() => desktop.counts().length).toBeGreaterThan(0);
  await write('As-tu un numéro de dossier ?');
  await expect.poll(desktop.notifications).toContainEqual([FROM_KARIM, 'As-tu un numéro de dossier ?']);
  await desktop.click('As-tu un numéro de dossier ?');
  await expect(
    (await app.playwrightPage()).getByRole('log').getByText('As-tu un numéro de dossier ?'),
  ).toBeVisible();
});

act('the launcher counts unread messages', async () => {
  const desktop = recordInstalled();
  start('--hidden');
  await expect.poll(() => desktop.counts().length).toBeGreaterThan(0);
  const before = desktop.counts().at(-1) ?? 0;
  await write('Es-tu là ?');
  await expect.poll(() => desktop.counts().at(-1)).toBe(before + 1);
});

act('the setting starts the installed program with the computer, without a window', async () => {
  const page = await start().playwrightPage();
  await expect(home(page)).toBeVisible();
  await goTo(page, '/settings');
  await page.getByRole('switch', { name: 'Ouvrir au démarrage de l’ordinateur' }).click();
  await expect(page.getByRole('switch', { name: 'Ouvrir au démarrage de l’ordinateur' })).toBeChecked();
  const entry = () =>
    process.platform === 'linux'
      ? existsSync(autostartFile) && readFileSync(autostartFile, 'utf8')
      : run('reg', ['query', 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run']).stdout;
  await expect.poll(entry).toContain(PROGRAM);
  expect(entry()).toContain('--hidden');
});

act('the program is no Node, and nothing inspects its main process', async () => {
  const asNode = run(PROGRAM, ['-p', '"is" + "Node"'], { ELECTRON_RUN_AS_NODE: '1', DISPLAY: ':none' });
  expect(asNode.stdout).not.toContain('isNode');
  const app = start('--inspect=0');
  await expect(home(await app.playwrightPage())).toBeVisible();
  expect(app.printed()).toContain('DevTools listening');
  expect(app.printed()).not.toContain('Debugger listening');
});

act('a French dictionary of the downloads underlines the misspelt word only', async () => {
  const dictionary = process.env.FRENCH_DICTIONARY ?? '';
  const [key, cert] = [process.env.DOWNLOADS_KEY ?? '', process.env.DOWNLOADS_CERTIFICATE ?? ''];
  const asked: string[] = [];
  const downloads = createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    (request, response) => {
      asked.push(request.url ?? '');
      const isDictionary = request.url?.endsWith('.bdic');
      response.writeHead(isDictionary ? 200 : 404).end(isDictionary ? readFileSync(dictionary) : '');
    },
  );
  await new Promise<void>((resolve) => downloads.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = downloads.address() as AddressInfo;
    const rule = `--host-resolver-rules=MAP fichiers.exemple 127.0.0.1:${port}`;
    const page = await start(rule, '--ignore-certificate-errors').playwrightPage();
    await expect(home(page)).toBeVisible();
    await expect.poll(() => asked).toContain('/desktop/dictionaries/fr-fr-3-0.bdic');
    const magenta = await underlined(page);
    await expect.poll(() => magenta('Bonjuor monde ')).toBeGreaterThan(0);
    await expect.poll(() => magenta('Bonjour monde ')).toBe(0);
    // Whatever the language of the system, no other dictionary is asked for.
    expect(asked.filter((path) => path.endsWith('.bdic') && !path.includes('/fr-'))).toEqual([]);
  } finally {
    downloads.closeAllConnections();
    downloads.close();
  }
});

/** Types a text into an empty field, and counts the pixels of the underline of misspelt words in its picture. */
async function underlined(page: Page): Promise<(text: string) => Promise<number>> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('#spelt::spelling-error { text-decoration: underline solid 4px rgb(255 0 255) }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const field = Object.assign(document.createElement('textarea'), { id: 'spelt', lang: 'fr' });
    field.style.cssText = 'position: fixed; inset: 20px auto auto 20px; z-index: 9999; font-size: 30px';
    document.body.append(field);
  });
  const field = page.locator('#spelt');
  return async (text) => {
    await field.fill('');
    await field.pressSequentially(text);
    const picture = (await field.screenshot({ caret: 'hide' })).toString('base64');
    return page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4)
        if ((pixels[i] ?? 0) > 200 && (pixels[i + 1] ?? 255) < 60 && (pixels[i + 2] ?? 0) > 200) count++;
      return count;
    }, picture);
  };
}

act('the removal takes the program and leaves the sealed session, and says so', async () => {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];
  const [program, ...args] = [
    ...asRoot,
    'apt-get',
    '-o',
    'DPkg::Lock::Timeout=300',
    'remove',
    '-y',
    'guilde',
  ];
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toContain('la session de chaque personne reste scellée');
  expect(existsSync(PROGRAM)).toBe(false);
  expect(existsSync('/usr/share/applications/fr.guilde.desktop')).toBe(false);
  expect(existsSync(sealedSession)).toBe(true);
});
