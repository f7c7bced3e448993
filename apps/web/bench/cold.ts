import type { Browser } from '@playwright/test';
import { medians } from '../../api/bench/figures.ts';
import { phone, slowLine, slowProcessor, within } from './phone.ts';

/** The page is opened with an empty cache. */
export type Screen = { name: keyof typeof USABLE; path: string; cookie?: string };

/** Times are in ms and sizes are in transferred bytes, up to the moment when the page is usable. */
export type Cold = Record<'usable' | 'requests' | 'scripts' | 'all' | 'lcp' | 'tbt' | 'cls', number>;

/** The page is watched for this long after it is usable, to find what still blocks its main thread. */
const WATCHED_MS = 2000;

type Seen = {
  usable: number;
  lcp: number;
  cls: number;
  first: number;
  long: [start: number, took: number][];
};
type Watching = Window & { seen: Seen };

/** A page can be used once it has an element that matches. */
export const USABLE = {
  landing: 'a[href="/auth"]',
  'sign-in': 'form:not([inert]) input[type=password]',
  home: '[aria-label="SOS récents"] a[href^="/sos/"]',
  SOS: 'main a[href^="/sos/"]:not([href="/sos/new"])',
  chat: 'main:has(textarea) [role=log] li',
};

/** This runs in the page, so it can use nothing of this module. */
function watchPage(selector: string): void {
  const seen: Seen = { usable: 0, lcp: 0, cls: 0, first: 0, long: [] };
  (window as unknown as Watching).seen = seen;
  const observe = (type: string, look: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(look)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe('layout-shift', (entry) => {
    seen.cls += (entry as PerformanceEntry & { value: number }).value;
  });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.first = startTime;
  });
  observe('longtask', ({ startTime, duration }) => seen.long.push([startTime, duration]));
  const look = () => {
    if (document.querySelector(selector)) requestAnimationFrame(() => setTimeout(done));
    else requestAnimationFrame(look);
  };
  const done = () => {
    seen.usable = performance.now();
  };
  look();
}

/** This runs in the page, which itself counts among the requests. */
function whatCame() {
  const { seen } = window as unknown as Watching;
  const entries = performance
    .getEntries()
    .filter(
      (entry): entry is PerformanceResourceTiming =>
        entry instanceof PerformanceResourceTiming && entry.startTime <= seen.usable,
    );
  const size = (some: PerformanceResourceTiming[]) =>
    some.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  const blocking = seen.long
    .filter(([start]) => start >= seen.first)
    .reduce((sum, [, took]) => sum + Math.max(0, took - 50), 0);
  return {
    usable: seen.usable,
    requests: entries.length,
    scripts: size(entries.filter(({ name }) => name.endsWith('.js'))),
    all: size(entries),
    lcp: seen.lcp,
    tbt: blocking,
    cls: seen.cls,
  };
}

async function openCold(browser: Browser, url: string, screen: Screen): Promise<Cold> {
  const opened = await phone(browser, url, screen.cookie);
  const { page, context } = opened;
  await page.addInitScript(watchPage, USABLE[screen.name]);
  await slowLine(opened);
  await slowProcessor(opened);
  await page.goto(screen.path, { waitUntil: 'commit' });
  await page.waitForFunction(() => (window as unknown as Watching).seen.usable > 0, null, { polling: 250 });
  await page.waitForTimeout(WATCHED_MS);
  const came = await page.evaluate(whatCame);
  await context.close();
  return came;
}

export async function coldMedians(
  browser: Browser,
  url: string,
  screen: Screen,
  rounds: number,
): Promise<Cold> {
  const all: Cold[] = [];
  for (let round = 0; round < rounds; round++)
    all.push(await within(`${screen.name}, opened cold`, openCold(browser, url, screen)));
  return medians(all);
}
