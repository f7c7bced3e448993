import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAfterBursts } from './after-bursts.ts';
import { benchChat } from './chat.ts';
import { benchCrowd, benchSignIns } from './crowd.ts';
import { benchDemo } from './demo.ts';
import { benchExport } from './export.ts';
import { print, progress } from './figures.ts';
import { benchIdle } from './idle.ts';
import { type Installation, install } from './installation.ts';
import { layoutNamed } from './layouts.ts';
import type { Size } from './people.ts';
import { benchGrowth, benchReads, type Pace } from './reads.ts';
import { benchSlowLine } from './slow-line.ts';

const FULL: Size = { members: 2000, sos: 5000, rooms: 4000, messages: 200_000 };
const SMALL: Size = { members: 1000, sos: 500, rooms: 400, messages: 20_000 };

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'a,b,c,d,e,f,g,h,i,j' },
    layout: { type: 'string', default: 'file' },
    share: { type: 'string' },
  },
});
const layout = layoutNamed(values.layout);
const share = values.share === undefined ? null : Number(values.share);
const only = new Set(values.only.split(','));
const size = values.quick ? SMALL : FULL;
/** A server with a share of a core is busy for seconds after it was asked to open a thousand sockets. */
const longWarmUpMs = 2500;
const pace: Pace = values.quick
  ? { rounds: 1, durationMs: 800, warmUpMs: share === null ? 300 : longWarmUpMs }
  : { rounds: 3, durationMs: 1500, warmUpMs: share === null ? 400 : longWarmUpMs };

print(`## Guilde, measured ${new Date().toISOString().slice(0, 10)}`);
print(
  `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}; server and load on the same machine.`,
);
print(
  `${size.members} members, ${size.sos} SOS, ${size.messages} messages; medians of ${pace.rounds} round(s).`,
);

if (share !== null) print(`Each server has ${share} of a core.`);

const installation = await install(size, layout, share);
try {
  if (only.has('a')) await benchReads(installation, pace);
  if (only.has('b')) await benchChat(installation, pace);
  if (only.has('d')) await benchCrowd(installation, pace);
  if (only.has('e')) await benchSignIns(installation, pace);
  if (only.has('f')) await benchIdle(installation);
  if (only.has('i')) await benchAfterBursts(installation);
  if (only.has('h')) await benchSlowLine(installation);
  if (only.has('j')) await benchExport(installation, pace);
  if (only.has('c')) await growth(installation);
  if (only.has('g')) await benchDemo(layout, pace.rounds);
} finally {
  await installation.remove();
}

async function growth(small: Installation): Promise<void> {
  progress('ten times the data');
  const large = await install(
    {
      members: size.members * 10,
      sos: size.sos * 10,
      rooms: size.rooms * 10,
      messages: size.messages * 10,
    },
    layout,
    share,
  );
  try {
    await benchGrowth(small, large, pace);
  } finally {
    await large.remove();
  }
}
