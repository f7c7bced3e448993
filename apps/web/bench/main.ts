import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../../scripts/ensure-browser.ts';
import { medians, milliseconds, print, progress, table } from '../../api/bench/figures.ts';
import { install } from '../../api/bench/installation.ts';
import { cookieOf, idOf, seatsOf } from '../../api/bench/people.ts';
import { type Cold, coldMedians, type Screen } from './cold.ts';
import { type Scrolling, scroll } from './directory.ts';
import { lighthouse } from './lighthouse.ts';
import { type Typing, typeInLongThread } from './long-thread.ts';
import { within } from './phone.ts';

const ROOMS = 8;
const LONG = 2000;
const SIZE = { members: 5000, sos: 60, rooms: ROOMS, messages: ROOMS * LONG };

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'cold,typing,scroll' },
  },
});
const rounds = Number(values.rounds);
const only = new Set(values.only.split(','));

const installation = await install(SIZE);
const server = await installation.startProduct();
const executablePath = findBrowser() ?? chromium.executablePath();
const browser = await chromium.launch({ executablePath, args: ['--disable-dev-shm-usage'] });
const url = `http://localhost:${server.ports[0]}`;

const sosOf = (room: number) => idOf('sos', SIZE.sos - ROOMS + room);
const cookieIn = (room: number, seat: number) => cookieOf(installation, seatsOf(room, SIZE)[seat] ?? 0);
const member = cookieIn(0, 1);

const SCREENS: Screen[] = [
  { name: 'landing', path: '/' },
  { name: 'sign-in', path: '/auth' },
  { name: 'home', path: '/home', cookie: member },
  { name: 'SOS', path: '/sos', cookie: member },
  { name: 'chat', path: `/chat?sos=${sosOf(0)}`, cookie: member },
];

try {
  print(`## Guilde’s client, measured ${new Date().toISOString().slice(0, 10)}`);
  print(
    `${cpus().length} cores (${cpus()[0]?.model}), Chromium ${browser.version()}, 360 × 640; slow 4G (1.6 Mbit/s, 150 ms) and a processor four times slower, where it says so; medians of ${rounds} rounds.`,
  );
  if (only.has('cold')) await cold();
  if (only.has('typing')) await typing();
  if (only.has('scroll')) await scrolling();
  if (only.has('lighthouse')) await scored();
} finally {
  await browser.close();
  await server.stop();
  await installation.remove();
}

async function cold(): Promise<void> {
  const rows: string[][] = [];
  for (const screen of SCREENS) {
    progress(`cold: ${screen.name}`);
    rows.push(row(screen.name, await coldMedians(browser, url, screen, rounds)));
  }
  table(
    'Opened cold, slow 4G, 4× slower',
    ['page', 'usable after s', 'requests', 'scripts kB', 'all kB', 'LCP s', 'TBT ms', 'CLS'],
    rows,
  );
}

function row(name: string, { usable, requests, scripts, all, lcp, tbt, cls }: Cold): string[] {
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(0);
  return [
    name,
    seconds(usable),
    String(requests),
    kilobytes(scripts),
    kilobytes(all),
    seconds(lcp),
    tbt.toFixed(0),
    cls.toFixed(3),
  ];
}

async function scored(): Promise<void> {
  const rows: string[][] = [];
  for (const { name, path } of SCREENS.filter(({ cookie }) => !cookie)) {
    progress(`lighthouse: ${name}`);
    const { median, scores } = await lighthouse(`${url}${path}`, executablePath, rounds);
    const { score, fcp, lcp, tbt, si, cls, machine } = median;
    const times = [fcp, lcp, si, tbt].map((ms) => ms.toFixed(0));
    rows.push([name, score.toFixed(0), scores.join(' '), ...times, cls.toFixed(3), machine.toFixed(0)]);
  }
  table(
    'Lighthouse, mobile preset',
    ['page', 'score', 'each round', 'FCP ms', 'LCP ms', 'speed index ms', 'TBT ms', 'CLS', 'machine'],
    rows,
  );
}

async function typing(): Promise<void> {
  const all: Typing[] = [];
  for (let round = 0; round < rounds; round++) {
    progress(`typing, round ${round + 1} of ${rounds}`);
    const room = round % ROOMS;
    const seat = 3 - Math.floor(round / ROOMS);
    const thread = { cookie: cookieIn(room, seat), path: `/chat?sos=${sosOf(room)}`, messages: LONG };
    all.push(await within('typing', typeInLongThread(browser, url, thread)));
  }
  const { key, send, nodes } = medians(all);
  table(
    `A conversation of ${LONG} messages, 4× slower`,
    ['key to frame, p95 ms', 'send to frame ms', 'elements'],
    [[milliseconds(key), milliseconds(send), nodes.toFixed(0)]],
  );
}

async function scrolling(): Promise<void> {
  const pages = { [`directory of ${SIZE.members}`]: { cookie: member, path: '/directory' }, nothing: null };
  const kinds = (['phone', 'desk'] as const).flatMap((device) =>
    Object.entries(pages).map(([name, at]) => ({
      name: `${name}, ${device}`,
      at,
      device,
      all: [] as Scrolling[],
    })),
  );
  for (let round = 0; round < rounds; round++) {
    progress(`scrolling, round ${round + 1} of ${rounds}`);
    for (const { name, at, device, all } of kinds)
      all.push(await within(`scrolling, ${name}`, scroll(browser, url, at, device)));
  }
  table(
    'Scrolling, 4× slower; beside a page with nothing in it, per 1 000 pixels',
    ['page', 'frames per s', 'busy ms', 'of it scripts', 'style and layout', 'elements'],
    kinds.map(({ name, all }) => {
      const { frames, busy, script, style, nodes } = medians(all);
      return [name, frames.toFixed(0), ...[busy, script, style].map(milliseconds), nodes.toFixed(0)];
    }),
  );
}
