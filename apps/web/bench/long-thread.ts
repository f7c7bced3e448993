import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { percentile } from '../../api/bench/figures.ts';
import { phone, slowProcessor, within } from './phone.ts';

/** `key` (95th percentile) and `send` are in ms, from the press to the frame that shows its effect. */
export type Typing = Record<'key' | 'send' | 'nodes', number>;

const LOOK_MS = 50;
const TEXT = 'Chez nous c’était le transporteur, regarde le numéro de dossier.';

/** `afterFrame` is called in a frame and calls back as soon as that is drawn, before other waiting tasks. */
type Watching = Window & {
  pressed: number;
  keys: number[];
  sent: number;
  afterFrame: (then: () => void) => void;
};
type PriorityScheduler = { postTask: (task: () => void, options: { priority: 'user-blocking' }) => void };

/** This runs in the page. Event Timing ends with the presentation, which can be late without a display. */
function watchKeys(): void {
  const watching = window as unknown as Watching;
  watching.pressed = 0;
  watching.keys = [];
  watching.sent = 0;
  const { scheduler } = window as unknown as { scheduler: PriorityScheduler };
  watching.afterFrame = (then) => scheduler.postTask(then, { priority: 'user-blocking' });
  const press = ({ timeStamp }: Event) => {
    watching.pressed++;
    requestAnimationFrame(() => watching.afterFrame(() => watching.keys.push(performance.now() - timeStamp)));
  };
  document.addEventListener('keydown', press, { capture: true });
}

/** This runs in the page, from the press on « Envoyer » to the frame that shows one more of this text. */
function watchSending(text: string): void {
  const watching = window as unknown as Watching;
  const log = document.querySelector('[role=log]');
  const shown = () => log?.textContent?.split(text).length ?? 0;
  const before = shown();
  const press = ({ timeStamp }: Event) => {
    const look = () => {
      if (shown() === before) requestAnimationFrame(look);
      else
        watching.afterFrame(() => {
          watching.sent = performance.now() - timeStamp;
        });
    };
    look();
  };
  document.addEventListener('pointerdown', press, { once: true, capture: true });
}

/** Types and sends in a conversation whose whole history has been loaded by scrolling up. */
export async function typeInLongThread(
  browser: Browser,
  url: string,
  { cookie, path, messages }: { cookie: string; path: string; messages: number },
): Promise<Typing> {
  const opened = await phone(browser, url, cookie);
  const { page, context } = opened;
  const hasFirst = watchForFirst(page);
  await page.goto(path);
  const composer = page.getByRole('textbox', { name: 'Message', exact: true });
  await composer.waitFor();
  await within(`the history of ${messages} messages`, loadHistory(page, hasFirst));
  await page.evaluate(watchKeys);
  await slowProcessor(opened);
  await composer.click();
  const text = `${TEXT} ${Date.now()}`;
  await composer.pressSequentially(text, { delay: 60 });
  await page.waitForFunction(() => {
    const { keys, pressed } = window as unknown as Watching;
    return keys.length === pressed;
  });
  const keys = await page.evaluate(() => (window as unknown as Watching).keys);
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  await page.evaluate(watchSending, text);
  await page.getByRole('button', { name: 'Envoyer' }).click();
  await page.waitForFunction(() => (window as unknown as Watching).sent > 0, null, { polling: 100 });
  const send = await page.evaluate(() => (window as unknown as Watching).sent);
  await context.close();
  return { key: percentile(keys, 0.95), send, nodes };
}

/** Tells whether the page of history with the first message has been answered; Chromium does not keep every answer's body. */
function watchForFirst(page: Page): () => boolean {
  let hasFirst = false;
  page.on('response', (answer) => {
    const { pathname, searchParams } = new URL(answer.url());
    if (!pathname.endsWith('/messages') || !searchParams.has('before')) return;
    hasFirst ||= Number(searchParams.get('before')) <= Number(searchParams.get('limit')) + 1;
  });
  return () => hasFirst;
}

/** Scrolls up as a reader does, who gets a page of older messages each time. */
async function loadHistory(page: Page, isLoaded: () => boolean): Promise<void> {
  const log = page.getByRole('log');
  while (!isLoaded()) {
    await log.evaluate((box) => {
      box.scrollTop = box.scrollTop > 0 ? 0 : box.clientHeight;
    });
    await sleep(LOOK_MS);
  }
  await log.evaluate((box) => {
    box.scrollTop = box.scrollHeight;
  });
}
