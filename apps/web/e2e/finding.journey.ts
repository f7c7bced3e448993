import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { sendText } from '../../api/test/scenes.ts';
import { drawnByDemo, uploaded } from '../../api/test/uploads.ts';
import { storePictures, storeTexts } from './long-chat.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

const MESSAGES = 5000;
const READ = 2000;
const PICTURES = 300;
/** The document has at most this many lines, however long the conversation is. */
const LINES_AT_MOST = 120;
/** Nobody sees a line move by this many pixels. */
const STILL = 2;

let server: Server;
let claire: Client;
let karim: Client;
let chat: { sosId: string; id: string };
let short: { sosId: string; id: string };
let joined: number;

test.beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: 'off' });
  const nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
  karim = await signUp(server, 'karim', nina);
  short = await openChat('Une courte conversation');
  await sendText(karim, short.id, 'Message 1.');
  chat = await openChat('Une très longue conversation');
  const others = await Promise.all(
    (['zoe', 'hugo', 'paul'] as const).map(async (name) => {
      const client = await signUp(server, name, nina);
      await client.post(`/api/sos/${chat.sosId}/join`);
      return client;
    }),
  );
  const writers = [karim, ...others];
  const { body } = await claire.get<Conversation>(`/api/conversations/${chat.id}`);
  joined = body.lastSeq;
  storeTexts(
    server,
    chat.id,
    Array.from({ length: MESSAGES }, (_, at) => ({
      senderId: writers[at % writers.length]?.id ?? '',
      content: textOf(at + 1),
    })),
  );
  for (const drawing of ['costs', 'label', 'checkout'] as const)
    await uploaded(karim, `/api/conversations/${chat.id}/files`, {
      name: `${drawing}.png`,
      bytes: await drawnByDemo(drawing),
    });
  storePictures(
    server,
    chat.id,
    Array.from({ length: PICTURES }, (_, at) => seqOf(1 + Math.floor((at * MESSAGES) / PICTURES))),
  );
  await claire.put(`/api/conversations/${chat.id}/read`, { seq: seqOf(READ) });
});
test.afterAll(() => server.close());

const seqOf = (number: number) => joined + number;

function textOf(number: number): string {
  return `Message ${number}.${number % 3 === 0 ? ' Le transporteur répond que le colis est au dépôt. '.repeat(6) : ''}`;
}

async function openChat(title: string) {
  const id = crypto.randomUUID();
  await claire.post('/api/sos', {
    id,
    category: 'ads',
    title,
    description: 'Depuis ce matin, sans explication.',
    isUrgent: false,
    specialties: ['ads'],
  });
  const { body } = await karim.post<Conversation>(`/api/sos/${id}/join`);
  return { sosId: id, id: body.id };
}

const lineOf = (page: Page, number: number) =>
  page.getByRole('log').getByText(new RegExp(`^Message ${number}\\.(?!\\d)`));
const lastLine = async (page: Page) =>
  Number(
    /\d+/.exec(
      (await page
        .getByRole('log')
        .getByText(/^Message \d/)
        .last()
        .textContent()) ?? '',
    ),
  );
const topOf = async (line: Locator) => (await line.boundingBox())?.y ?? Number.NaN;

/**
 * Scrolls by less than a window at a time, and checks that the visible lines move by exactly that. A line that is
 * measured in a frame is in its place in the next.
 */
async function scrollWithoutJump(page: Page, by: number, steps: number) {
  const worst = await page.getByRole('log').evaluate(
    async (log, wanted) => {
      const frame = () => new Promise(requestAnimationFrame);
      const tops = () =>
        new Map(
          [...log.querySelectorAll('li[data-index]')].map((line) => [
            line.textContent,
            line.getBoundingClientRect().top - log.getBoundingClientRect().top,
          ]),
        );
      // Lines that have loaded since the last frame stand apart until this one measures them, before it is seen.
      const isMeasured = () =>
        [...log.querySelectorAll<HTMLElement>('li[data-index]')].every((line, at, { [at + 1]: next }) => {
          if (Number(next?.dataset.index) !== Number(line.dataset.index) + 1) return true;
          const gap = (next?.getBoundingClientRect().top ?? 0) - line.getBoundingClientRect().bottom;
          return Math.abs(gap) <= 1;
        });
      let most = 0;
      for (let step = 0; step < wanted.steps; step++) {
        while (!isMeasured()) await frame();
        const [before, height] = [tops(), log.clientHeight];
        const top = log.scrollTop;
        log.scrollBy({ top: wanted.by, behavior: 'instant' });
        // Without this, the event would fire a frame later than a wheel's, after what has loaded meanwhile.
        log.dispatchEvent(new Event('scroll'));
        const moved = log.scrollTop - top;
        let former = new Map<string | null, number>();
        for (let n = 0; n < 6; n++) {
          await frame();
          const shifts = new Map<string | null, number>();
          for (const [text, now] of tops()) {
            const was = before.get(text);
            const isInView = now > 0 && now < height && was !== undefined && was > 0 && was < height;
            if (isInView) shifts.set(text, Math.abs(was - now - moved));
          }
          for (const [text, shift] of shifts) most = Math.max(most, Math.min(shift, former.get(text) ?? 0));
          former = shifts;
        }
      }
      return most;
    },
    { by, steps },
  );
  expect(worst).toBeLessThanOrEqual(STILL);
}

test('a conversation of five with 5,000 messages and 300 pictures opens in a few questions, scrolls without a jump, and leads anywhere', async ({
  browser,
}) => {
  const { context, page } = await browse(browser, server, claire);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/messages')) asked++;
  });
  const opened = async (sosId: string, text: RegExp) => {
    asked = 0;
    const start = Date.now();
    await page.goto(`/chat?sos=${sosId}`);
    await expect(page.getByRole('log').getByText(text).first()).toBeInViewport();
    return `${Date.now() - start} ms`;
  };
  const description = `${await opened(short.sosId, /^Message 1/)}, a long one ${await opened(chat.sosId, /^Message 2001/)}`;
  test.info().annotations.push({ type: 'a short conversation opens in', description });
  await expect(page.getByText('Nouveaux messages')).toBeInViewport();
  await expect(lineOf(page, READ + 1)).toBeInViewport();
  expect(asked).toBeLessThanOrEqual(4);
  const lines = page.locator('li[data-index]');
  expect(await lines.count()).toBeLessThanOrEqual(LINES_AT_MOST);
  await expect(page.getByRole('button', { name: /^Agrandir/ }).first()).toBeAttached();

  await test.step('reading on and back', async () => {
    await scrollWithoutJump(page, 500, 40);
    expect(await lastLine(page)).toBeGreaterThan(READ + 80);
    await scrollWithoutJump(page, -500, 60);
    expect(await lastLine(page)).toBeLessThan(READ);
    expect(await lines.count()).toBeLessThanOrEqual(LINES_AT_MOST);
    const unread = await claire.get<{ total: number }>('/api/conversations/unread');
    expect(unread.body.total).toBeGreaterThan(900);
  });

  await test.step('down to the newest, which are read then', async () => {
    await page.getByRole('button', { name: 'Aller aux derniers messages' }).click();
    await expect(lineOf(page, MESSAGES)).toBeInViewport();
    await expect
      .poll(async () => (await claire.get<{ total: number }>('/api/conversations/unread')).body.total)
      .toBe(0);
    await karim.post(`/api/conversations/${chat.id}/messages`, {
      id: crypto.randomUUID(),
      content: 'Encore là.',
    });
    await expect(page.getByRole('log').getByText('Encore là.')).toBeInViewport();
  });

  await test.step('an address leads to a message, which has the focus; what is sent leads back to the newest', async () => {
    await page.goto(`/chat?sos=${chat.sosId}&message=${seqOf(1233)}`);
    await expect(lineOf(page, 1233)).toBeInViewport();
    await expect(page.locator(':focus')).toContainText('Message 1233.');
    await scrollWithoutJump(page, -500, 20);
    await page.getByRole('textbox', { name: 'Message' }).fill('Bien reçu.');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('log').getByText('Bien reçu.')).toBeInViewport();
    expect(await topOf(page.getByRole('log').getByText('Encore là.'))).toBeGreaterThan(0);
  });
  await context.close();
});
