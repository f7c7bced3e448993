import type { Browser } from '@playwright/test';
import { type Device, phone, slowProcessor } from './phone.ts';

/** `frames` are per second; `busy`, `script` and `style` are ms of the main thread per 1,000 pixels. */
export type Scrolling = Record<'frames' | 'busy' | 'script' | 'style' | 'nodes', number>;

const DISTANCE = 16_000;
const PIXELS_PER_SECOND = 4000;

const EMPTY = `data:text/html,<body style="height:99999px;background:linear-gradient(red,blue)">`;

type Counting = Window & { ticks: number[] };

/** Scrolls by touch. A page without content shows what the machine can reach at all. */
export async function scroll(
  browser: Browser,
  url: string,
  at: { cookie: string; path: string } | null,
  device: Device,
): Promise<Scrolling> {
  const opened = await phone(browser, url, at?.cookie, device);
  const { page, context, devtools } = opened;
  await page.goto(at?.path ?? EMPTY);
  if (at) await page.locator('section[aria-label="Membres"] li a').first().waitFor();
  await slowProcessor(opened);
  await devtools.send('Performance.enable');
  await page.evaluate(() => {
    const counting = window as unknown as Counting;
    counting.ticks = [];
    const count = (now: number) => {
      counting.ticks.push(now);
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  const before = await costs();
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 150,
    y: 400,
    yDistance: -DISTANCE,
    speed: PIXELS_PER_SECOND,
    gestureSourceType: 'touch',
  });
  const after = await costs();
  const frames = await page.evaluate(() => {
    const { ticks: all } = window as unknown as Counting;
    const [first = 0] = all;
    return ((all.length - 1) * 1000) / ((all.at(-1) ?? 0) - first);
  });
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  await context.close();
  const per = (name: keyof typeof after) => ((after[name] - before[name]) * 1e6) / DISTANCE;
  return { frames, busy: per('TaskDuration'), script: per('ScriptDuration'), style: per('style'), nodes };

  async function costs() {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return {
      TaskDuration: value('TaskDuration'),
      ScriptDuration: value('ScriptDuration'),
      style: value('LayoutDuration') + value('RecalcStyleDuration'),
    };
  }
}
