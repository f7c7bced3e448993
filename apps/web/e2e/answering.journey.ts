import type { Conversation, Message } from '@guilde/contracts/conversations/rules.ts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { seriousFindings } from './accessible.ts';
import { storeTexts } from './long-chat.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

/** This is more than a page of history, so the message that is answered is not loaded. */
const OLDER = 80;

let server: Server;
let claire: Client;
let karim: Client;
let zoe: Client;
let chat: { sosId: string; id: string };
let question: Message;

test.beforeAll(async () => {
  server = await startServer();
  const nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
  karim = await signUp(server, 'karim', nina);
  zoe = await signUp(server, 'zoe', nina);
  const sosId = crypto.randomUUID();
  await claire.post('/api/sos', {
    id: sosId,
    category: 'ads',
    title: 'Colis bloqué en douane',
    description: 'Depuis ce matin, sans explication.',
    isUrgent: false,
    specialties: ['ads'],
  });
  const { body } = await karim.post<Conversation>(`/api/sos/${sosId}/join`);
  await zoe.post(`/api/sos/${sosId}/join`);
  chat = { sosId, id: body.id };
  question = await say(karim, 'As-tu le numéro de déclaration en douane ?');
  storeTexts(
    server,
    chat.id,
    Array.from({ length: OLDER }, (_, at) => ({
      senderId: zoe.id,
      content: `Je regarde de mon côté (${at})`,
    })),
  );
});
test.afterAll(() => server.close());

async function say(client: Client, content: string, referring = {}): Promise<Message> {
  const path = `/api/conversations/${chat.id}/messages`;
  return (await client.post<Message>(path, { id: crypto.randomUUID(), content, ...referring })).body;
}

const log = (page: Page) => page.getByRole('log');

/** A message moves the line of the button between its press and its release. */
async function pressMoving(page: Page, button: Locator, text: string): Promise<void> {
  await button.hover();
  await page.mouse.down();
  await say(karim, text);
  await expect(log(page).getByText(text)).toBeInViewport();
  await page.mouse.up();
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });

test('an answer, a mention, a reaction and what worked are seen side by side, by keyboard and by touch', async ({
  browser,
}) => {
  await say(claire, 'Oui, le voici\u00a0: 26FR0042', { replyTo: question.id });
  const path = `/chat?sos=${chat.sosId}`;
  const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
  const [{ page: desk }, { page: hand }] = await Promise.all([
    browse(browser, server, claire),
    browse(browser, server, karim, phone),
  ]);
  await Promise.all([desk.goto(path), hand.goto(path)]);

  await test.step('a quote leads to what it quotes, which was not loaded', async () => {
    await log(hand).getByRole('button', { name: 'En réponse à Moi' }).tap();
    await expect(log(hand).getByText('As-tu le numéro de déclaration').first()).toBeInViewport();
    await hand.getByRole('button', { name: 'Aller aux derniers messages' }).tap();
    await expect(log(hand).getByText('26FR0042')).toBeInViewport();
  });

  await test.step('by keyboard: a name is completed and an answer written', async () => {
    await expect(log(desk).getByText('26FR0042')).toBeVisible();
    await field(desk).press('Shift+Tab');
    await expect(desk.getByRole('button', { name: 'Joindre des fichiers' })).toBeFocused();
    await desk.keyboard.press('Shift+Tab');
    await expect(desk.getByRole('button', { name: /^Actions du message, Moi/ }).last()).toBeFocused();
    await desk.keyboard.press('ArrowUp');
    await desk.keyboard.press('Enter');
    await expect(desk.getByRole('menuitem', { name: /Réagir.: pouce levé/ })).toBeFocused();
    await desk.getByRole('menuitem', { name: 'Répondre' }).press('Enter');
    await expect(desk.getByText('Réponse à Zoé')).toBeVisible();
    await field(desk).pressSequentially('Merci, @ka');
    await expect(desk.getByRole('option', { name: /Karim/ })).toHaveAttribute('aria-selected', 'true');
    expect(await seriousFindings(desk)).toEqual([]);
    await field(desk).press('Tab');
    await field(desk).pressSequentially('confirme');
    await field(desk).press('Enter');
    await expect(log(hand).getByText('@Karim')).toBeInViewport();
    await expect(log(hand).getByRole('button', { name: /^En réponse à Zoé/ })).toBeVisible();
  });

  await test.step('by mouse: a message moves the line that is pressed, and its menu opens', async () => {
    const line = log(desk).getByRole('listitem').filter({ hasText: '26FR0042' });
    await line.hover();
    await pressMoving(desk, line.getByRole('button', { name: /^Actions du message/ }), 'Et la facture ?');
    await expect(log(hand).getByText('Et la facture ?')).toBeInViewport();
    await expect(desk.getByRole('menuitem', { name: 'Répondre' })).toBeVisible();
    await desk.keyboard.press('Escape');
  });

  await test.step('by touch: a long press, a reaction, which the other sees', async () => {
    const bubble = log(hand).getByText('26FR0042');
    const box = await bubble.boundingBox();
    const point = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 };
    const touch = await hand.context().newCDPSession(hand);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await expect(hand.getByRole('menuitem', { name: /Réagir.: merci/ })).toBeVisible();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    expect(await seriousFindings(hand)).toEqual([]);
    await hand.getByRole('menuitem', { name: /Réagir.: merci/ }).tap();
    await expect(log(desk).getByRole('button', { name: 'merci, 1' })).toBeVisible();
    await pressMoving(desk, log(desk).getByRole('button', { name: 'merci, 1' }), 'Elle est en route');
    await expect(log(hand).getByRole('button', { name: 'merci, 2' })).toBeVisible();
  });

  await test.step('what worked is proposed, confirmed, and on top of the closed conversation', async () => {
    const worked = await say(karim, 'Renvoie la déclaration corrigée au transporteur');
    await karim.put(`/api/conversations/${chat.id}/messages/${worked.id}/solution`, { isSolution: true });
    await pressMoving(
      desk,
      log(desk).getByRole('button', { name: 'C’est ça qui a marché' }),
      'Tiens-nous au courant',
    );
    await expect(log(hand).getByText('C’est ça qui a marché')).toBeVisible();
    await claire.post(`/api/sos/${chat.sosId}/close`);
    for (const page of [desk, hand]) {
      await expect(page.getByRole('region', { name: 'Ce qui a marché' })).toContainText(
        'déclaration corrigée',
      );
      expect(await seriousFindings(page)).toEqual([]);
    }
  });
});
