import {
  type Conversation,
  type History,
  type Message,
  reactionLabel,
} from '@guilde/contracts/conversations/rules.ts';
import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { granted, postSos, sendText } from '../../api/test/scenes.ts';
import { screenshot } from '../../api/test/uploads.ts';
import { storeTexts } from './long-chat.ts';
import { browse, PEOPLE, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

/** This is more than the pages of history that fill the highest screen. */
const OLDER = 160;
const DESK = { viewport: { width: 1440, height: 1100 } };
const PHONE = { viewport: { width: 375, height: 1100 }, hasTouch: true, isMobile: true };

type Name = 'claire' | 'karim' | 'zoe' | 'hugo' | 'paul';
type Screen = { name: string; context: BrowserContext; page: Page };

let server: Server;
let clients: Record<Name, Client>;
let chat: { sosId: string; id: string };
/** This is the sequence number of the last line before the test. */
let before: number;

test.beforeAll(async () => {
  server = await startServer();
  const nina = await signUp(server, 'nina');
  const [claire, karim] = [await signUp(server, 'claire', nina), await signUp(server, 'karim', nina)];
  const [zoe, hugo] = [await signUp(server, 'zoe', nina), await signUp(server, 'hugo', nina)];
  clients = { claire, karim, zoe, hugo, paul: await signUp(server, 'paul', nina) };
  const { id: sosId } = await postSos(claire, { title: 'Colis bloqué en douane' });
  const { id } = granted(await karim.post<Conversation>(`/api/sos/${sosId}/join`));
  chat = { sosId, id };
  await sendText(karim, id, 'Le bordereau est introuvable.');
  storeTexts(
    server,
    id,
    Array.from({ length: OLDER }, (_, at) => ({ senderId: karim.id, content: `Je cherche encore (${at}).` })),
  );
  before = (await stored()).at(-1)?.seq ?? 0;
  for (const client of [claire, karim]) await client.put(`/api/conversations/${id}/read`, { seq: before });
});
test.afterAll(() => server.close());

async function stored(): Promise<Message[]> {
  const path = `/api/conversations/${chat.id}/messages?limit=40`;
  return granted(await clients.claire.get<History>(path)).messages;
}

/** With `polling` the socket never opens. */
async function open(browser: Browser, name: Name, by: 'socket' | 'polling', look = DESK): Promise<Screen> {
  const { context, page } = await browse(browser, server, clients[name], look);
  if (by === 'polling') await page.routeWebSocket(/\/api\/live/, (socket) => socket.close());
  await page.goto(`/chat?sos=${chat.sosId}`);
  await expect(page.getByRole('log').getByText('Je cherche encore').first()).toBeVisible();
  return { name: PEOPLE[name].firstName, context, page };
}

const log = ({ page }: Screen) => page.getByRole('log');
const lineWith = (screen: Screen, text: string) =>
  log(screen).getByRole('listitem').filter({ hasText: text });
const field = ({ page }: Screen) => page.getByRole('textbox', { name: 'Message', exact: true });

async function write(screen: Screen, text: string) {
  await field(screen).fill(text);
  await screen.page.getByRole('button', { name: 'Envoyer', exact: true }).click();
}

async function act(screen: Screen, line: Locator, item: string | RegExp) {
  await line.last().hover();
  await line
    .last()
    .getByRole('button', { name: /^Actions du message/ })
    .click();
  await screen.page.getByRole('menuitem', { name: item }).click();
}

/** Gives a screen's lines from the first compared one on, without what differs by viewer. */
async function shownOn(screen: Screen): Promise<string[]> {
  const lines = await log(screen).evaluate((box) =>
    [...box.querySelectorAll<HTMLElement>('li[data-index]')]
      .sort((a, b) => Number(a.dataset.index) - Number(b.dataset.index))
      .map((line) => {
        const copy = line.cloneNode(true) as HTMLElement;
        for (const part of copy.querySelectorAll('time, [data-message-actions]')) part.remove();
        for (const part of copy.querySelectorAll('[aria-label]')) part.append(` [${part.ariaLabel}]`);
        return copy.textContent;
      }),
  );
  return lines.map((line) =>
    line
      .replace(/^[A-ZÉ]{2}(?=[A-ZÉ][a-zé])/, '')
      .replace(' Certifié', ' ')
      .replace(/vu par .*$/, '')
      .replace('Nouveaux messages', '')
      .replace('Tu as rejoint', `${screen.name} a rejoint`)
      .replaceAll(/\b(Moi|toi)\b/g, screen.name),
  );
}

/** Says for each part of a stored message whether its line must show it or must not. */
function partsOf(message: Message): [string, boolean][] {
  const { kind, content, editedAt, replyTo, files = [], reactions = [], solution } = message;
  const counts = reactions.map(({ emoji, memberIds }) => `[${reactionLabel(emoji)}, ${memberIds.length}]`);
  return [
    ...(kind === 'text' ? ([[content, true]] as [string, boolean][]) : []),
    ['Message supprimé', kind === 'deleted' || replyTo?.kind === 'deleted'],
    ['modifié', editedAt !== undefined],
    ['En réponse à', replyTo !== undefined],
    [replyTo?.content ?? '', true],
    ['Réactions', reactions.length > 0],
    ...counts.map((count): [string, boolean] => [count, true]),
    ['C’est ça qui a marché', solution?.confirmed === true],
    ['Proposé comme solution', solution?.confirmed === false],
    ['Agrandir', files.some((file) => file.kind === 'picture')],
    ['Télécharger', files.some((file) => file.kind === 'document')],
    ...files.map(({ alt, kind, name }): [string, boolean] => [kind === 'picture' ? (alt ?? '') : name, true]),
    ['Non envoyé', false],
  ];
}

async function expectStoreOn(screens: Screen[]) {
  const [first, ...others] = screens;
  if (!first) throw new Error('no screen');
  let messages: Message[] = [];
  const lines = async (screen: Screen) => (await shownOn(screen)).slice(-messages.length);
  const missing = async () => {
    // A screen shows optimistically what is stored a moment later.
    messages = (await stored()).filter(({ seq }) => seq > before);
    return (await lines(first)).flatMap((line, at) => {
      const message = messages[at];
      if (!message) return [`more than the store: ${line}`];
      return partsOf(message)
        .filter(([part, isThere]) => line.includes(part) !== isThere)
        .map(([part, isThere]) => `${isThere ? 'not' : 'still'} there: « ${part} » in « ${line} »`);
    });
  };
  await expect.poll(missing).toEqual([]);
  const shown = await lines(first);
  for (const screen of others) await expect.poll(() => lines(screen), screen.name).toEqual(shown);
}

test('two people, then five, see what is stored, whatever connection they have had', async ({ browser }) => {
  const claire = await open(browser, 'claire', 'socket');
  const karim = await open(browser, 'karim', 'polling');

  await test.step('two: a text, its correction, an answer, a reaction, a deletion', async () => {
    await write(claire, 'As-tu le nunméro de déclaration ?');
    await act(karim, lineWith(karim, 'nunméro'), /Réagir.: je regarde/);
    // The key corrects only what is stored.
    await expect(lineWith(claire, 'nunméro').getByRole('button', { name: /^je regarde, 1/ })).toBeVisible();
    await field(claire).press('ArrowUp');
    await claire.page
      .getByRole('textbox', { name: 'Message à modifier' })
      .fill('As-tu le numéro de déclaration ?');
    await claire.page.keyboard.press('Enter');
    await expect(lineWith(karim, 'As-tu le numéro')).toContainText('modifié');
    await act(karim, lineWith(karim, 'As-tu le numéro'), 'Répondre');
    await write(karim, 'Oui, 26FR0042.');
    await write(karim, 'Oups, mauvaise conversation.');
    await act(karim, lineWith(karim, 'Oups'), 'Supprimer');
    await karim.page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click();
    await expect(lineWith(claire, 'Message supprimé')).toBeVisible();
    await expectStoreOn([claire, karim]);
  });

  for (const name of ['zoe', 'hugo', 'paul'] as const)
    await clients[name].post(`/api/sos/${chat.sosId}/join`);
  const [zoe, hugo, paul] = [
    await open(browser, 'zoe', 'socket', PHONE),
    await open(browser, 'hugo', 'polling'),
    await open(browser, 'paul', 'socket'),
  ];
  const all = [claire, karim, zoe, hugo, paul];

  await test.step('five, of whom two are offline: each kind of message and of change', async () => {
    await write(paul, 'Je relis le dossier.');
    await expect(lineWith(hugo, 'Je relis le dossier.')).toBeVisible();
    for (const { context } of [hugo, paul]) await context.setOffline(true);
    await write(hugo, 'Écrit sans réseau, par Hugo.');
    await write(paul, 'Écrit sans réseau, par Paul.');
    const name = 'bordereau.png';
    const buffer = Buffer.from(await screenshot(600, 400, '#7a4a1f'));
    await zoe.page.locator('input[type=file]').setInputFiles([
      { name, mimeType: 'image/png', buffer },
      { name: 'suivi.csv', mimeType: 'text/csv', buffer: Buffer.from('jour;lieu\n1;Lyon\n') },
    ]);
    await expect(zoe.page.getByRole('button', { name: 'Envoyer', exact: true })).toBeEnabled();
    await write(zoe, 'Le bordereau et le suivi');
    await field(claire).pressSequentially('Merci @zo');
    await field(claire).press('Tab');
    await field(claire).pressSequentially('et @pau');
    await field(claire).press('Tab');
    await field(claire).press('Enter');
    await act(claire, lineWith(claire, 'Je relis le dossier.'), /Réagir.: merci/);
    await act(karim, lineWith(karim, 'Oui, 26FR0042.'), 'Proposer comme solution');
    await lineWith(claire, 'Oui, 26FR0042.').getByRole('button', { name: 'C’est ça qui a marché' }).click();
    await act(karim, lineWith(karim, 'Le bordereau et le suivi'), /Réagir.: pouce levé/);
    await expectStoreOn([claire, karim, zoe]);
  });

  await test.step('back: the same on all five screens as in the store', async () => {
    for (const { context } of [hugo, paul]) await context.setOffline(false);
    for (const text of ['Écrit sans réseau, par Hugo.', 'Écrit sans réseau, par Paul.'])
      await expect(lineWith(claire, text)).toBeVisible();
    await expectStoreOn(all);
  });

  await test.step('a search leads from one’s conversations to a line that was not loaded', async () => {
    const line = log(paul).getByText('Le bordereau est introuvable.');
    await expect(line).toHaveCount(0);
    await paul.page
      .getByRole('searchbox', { name: 'Rechercher dans mes conversations' })
      .fill('introuvables de:karim');
    await paul.page.getByRole('link', { name: /Le bordereau est introuvable/ }).click();
    await expect(line).toBeInViewport();
    // The button says « Nouveaux messages » when something has arrived meanwhile.
    await paul.page
      .getByRole('button', { name: /^(Aller aux derniers messages|Nouveaux messages)$/ })
      .click();
    await expectStoreOn([paul, claire]);
  });
  for (const { context } of all) await context.close();
});
