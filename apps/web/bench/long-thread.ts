import type { Browser, Page } from '@playwright/test';
import { percentile } from '../../api/bench/figures.ts';
import { phone, slowProcessor } from './phone.ts';

/** Milliseconds: a key from its press to the next frame (95th percentile), Enter to the message in a frame. */
export type Typing = Record<'key' | 'send' | 'nodes', number>;

const TEXT = 'Chez nous c’était le transporteur, regarde le numéro de dossier.';
/** The shortest that the browser tells of. */
const UNTOLD_MS = 16;

type Watching = Window & { keys: Map<number, number>; sent: number };

/** Runs in the page. */
function watchKeys(threshold: number): void {
  const watching = window as unknown as Watching;
  watching.keys = new Map();
  watching.sent = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
      const id = entry.interactionId ?? 0;
      if (id > 0) watching.keys.set(id, Math.max(watching.keys.get(id) ?? 0, entry.duration));
    }
  }).observe({ type: 'event', durationThreshold: threshold } as PerformanceObserverInit);
}

/** Runs in the page: from the press on « Envoyer » to the frame that shows one more of this text. */
function watchSending(text: string): void {
  const watching = window as unknown as Watching;
  const log = document.querySelector('[role=log]');
  const shown = () => log?.textContent?.split(text).length ?? 0;
  const before = shown();
  const press = ({ timeStamp }: Event) => {
    const look = () => {
      if (shown() === before) requestAnimationFrame(look);
      else
        requestAnimationFrame(() =>
          setTimeout(() => {
            watching.sent = performance.now() - timeStamp;
          }),
        );
    };
    look();
  };
  document.addEventListener('pointerdown', press, { once: true, capture: true });
}

/** Types and sends in a conversation that is loaded whole. */
export async function typeInLongThread(
  browser: Browser,
  url: string,
  { cookie, path, messages }: { cookie: string; path: string; messages: number },
): Promise<Typing> {
  const opened = await phone(browser, url, cookie);
  const { page, context } = opened;
  const loaded = wholeThread(page, messages);
  await page.goto(path);
  const composer = page.getByRole('textbox', { name: 'Message', exact: true });
  await composer.waitFor();
  await loaded;
  await page.evaluate(watchKeys, UNTOLD_MS);
  await slowProcessor(opened);
  await composer.click();
  const text = `${TEXT} ${Date.now()}`;
  await composer.pressSequentially(text, { delay: 60 });
  const told = await page.evaluate(() => [...(window as unknown as Watching).keys.values()]);
  const untold = Array.from({ length: Math.max(0, text.length - told.length) }, () => UNTOLD_MS);
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  await page.evaluate(watchSending, text);
  await page.getByRole('button', { name: 'Envoyer' }).click();
  await page.waitForFunction(() => (window as unknown as Watching).sent > 0, null, { polling: 100 });
  const send = await page.evaluate(() => (window as unknown as Watching).sent);
  await context.close();
  return { key: percentile([...told, ...untold], 0.95), send, nodes };
}

/** Resolves once so many messages have come. */
function wholeThread(page: Page, messages: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  page.on('response', async (answer) => {
    if (!/\/messages\?/.test(answer.url())) return;
    const body = (await answer.json().catch(() => null)) as { messages: unknown[] } | null;
    come += body?.messages.length ?? 0;
    if (come >= messages) resolve();
  });
  return promise;
}
