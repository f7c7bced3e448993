import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** Lighthouse's slow 4G has 1.6 Mbit/s and 150 ms, with a processor four times slower. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOWER = 4;

const WINDOWS = {
  phone: { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
};
export type Device = keyof typeof WINDOWS;

export type Phone = { context: BrowserContext; page: Page; devtools: CDPSession };

/** One step may take so long, also on a busy machine; what takes longer will not end. */
const LIMIT_MS = 120_000;

/** Rejects with the name of the step when it takes longer than two minutes. */
export async function within<T>(step: string, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const message = `${step}: not done after ${LIMIT_MS / 1000} s`;
  const timer = setTimeout(() => reject(new Error(message)), LIMIT_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** Opens a browser with an empty cache, signed in when there is a cookie. The network is not slow yet. */
export async function phone(
  browser: Browser,
  url: string,
  cookie = '',
  device: Device = 'phone',
): Promise<Phone> {
  const context = await browser.newContext({ baseURL: url, locale: 'fr-FR', ...WINDOWS[device] });
  const [name = '', ...value] = cookie.split('=');
  if (name) await context.addCookies([{ name, value: value.join('='), url }]);
  // `within` names the step that takes too long.
  context.setDefaultTimeout(0);
  const page = await context.newPage();
  return { context, page, devtools: await context.newCDPSession(page) };
}

export async function slowLine({ devtools }: Phone): Promise<void> {
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
}

export async function slowProcessor({ devtools }: Phone): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}
