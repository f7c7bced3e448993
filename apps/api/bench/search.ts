import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { seedArticles } from './articles.ts';
import { medians, milliseconds, print, progress, ratio, table, whole } from './figures.ts';
import type { HttpReport, HttpTask } from './http-load.ts';
import { type Installation, install } from './installation.ts';
import { cookieOf } from './people.ts';
import { generate, type Server } from './processes.ts';
import { QUESTIONS } from './texts.ts';

type Kind = { name: string; paths: (size: { members: number; texts: number }) => string[] };
type Figures = Record<'p50' | 'p95' | 'perSecond', number>;
type Side = { installation: Installation; server: Server; texts: number };

const NAMES = ['cl', 'martin', 'zoe', 'oeuf', 'jean pa', 'atelier 12', 'lefe', 'yasmine dup', 'elise', 'j'];

const KINDS: Kind[] = [
  { name: 'directory, first page', paths: () => ['/api/members'] },
  {
    name: 'directory, any place',
    paths: ({ members }) =>
      [0.1, 0.35, 0.6, 0.95].map((part) => `/api/members?offset=${Math.floor(members * part)}`),
  },
  {
    name: 'directory, filters',
    paths: () =>
      ['specialty=ads', 'cms=shopify', 'sector=food&specialty=seo'].map((part) => `/api/members?${part}`),
  },
  { name: 'directory, search', paths: () => NAMES.map((q) => `/api/members?q=${encodeURIComponent(q)}`) },
  { name: 'SOS, search', paths: () => QUESTIONS.map((q) => `/api/sos?q=${encodeURIComponent(q)}`) },
  {
    name: 'knowledge, search',
    paths: () => QUESTIONS.map((q) => `/api/knowledge?q=${encodeURIComponent(q)}`),
  },
  {
    name: 'own messages, search',
    paths: () => QUESTIONS.map((q) => `/api/conversations/search?q=${encodeURIComponent(q)}`),
  },
];

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const size = values.quick ? { members: 200, texts: 1000 } : { members: 1000, texts: 10_000 };
const pace = values.quick
  ? { rounds: 1, durationMs: 500, warmUpMs: 200 }
  : { rounds: 5, durationMs: 2000, warmUpMs: 500 };

async function open(factor: number): Promise<Side> {
  const members = size.members * factor;
  const texts = size.texts * factor;
  progress(`${members} members, ${texts} SOS and as many articles`);
  const installation = await install({ members, sos: texts, rooms: 100, messages: 1000 });
  await seedArticles(installation, texts, Date.now());
  return { installation, server: await installation.startProduct(), texts };
}

async function measure({ installation, server, texts }: Side, kind: Kind): Promise<Figures> {
  const { members } = installation.size;
  const cookie = cookieOf(installation, 1);
  const requests = kind.paths({ members, texts }).map((path) => ({ path, cookie }));
  const { durationMs, warmUpMs } = pace;
  const task: HttpTask = { ports: server.ports, requests, connections: 1, rate: null, warmUpMs, durationMs };
  const { p50, p95, perSecond, failed } = await generate<HttpReport>('./http-load.ts', task);
  if (failed > 0) throw new Error(`${failed} requests failed: ${kind.name}`);
  return { p50, p95, perSecond };
}

function row(name: string, before: Figures, after: Figures): string[] {
  return [
    name,
    ...[before, after].flatMap(({ p50, p95, perSecond }) => [
      milliseconds(p50),
      milliseconds(p95),
      whole(perSecond),
    ]),
    ratio(after.p50 / before.p50),
    ratio(after.p95 / before.p95),
  ];
}

const small = await open(1);
const large = await open(10);
try {
  const rows: string[][] = [];
  for (const kind of KINDS) {
    const [before, after]: [Figures[], Figures[]] = [[], []];
    for (let round = 1; round <= pace.rounds; round++) {
      progress(`${kind.name}, round ${round} of ${pace.rounds}`);
      before.push(await measure(small, kind));
      after.push(await measure(large, kind));
    }
    rows.push(row(kind.name, medians(before), medians(after)));
  }
  print(`## Guilde, directory and search, measured ${new Date().toISOString().slice(0, 10)}`);
  print(
    `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}; one connection over HTTP with a checked session, server and load on the same machine; medians of ${pace.rounds} round(s).`,
  );
  print(
    `${whole(size.members)} members with ${whole(size.texts)} SOS and as many articles, and ten times as many of each.`,
  );
  table(
    'Directory and search',
    ['read', 'p50 ms', 'p95 ms', 'per s', '×10: p50 ms', 'p95 ms', 'per s', 'growth of p50', 'growth of p95'],
    rows,
  );
} finally {
  for (const { server, installation } of [small, large]) {
    await server.stop();
    await installation.remove();
  }
}
