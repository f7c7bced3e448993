import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { members } from './auth/tables.ts';
import { DEMO_PASSWORD, type DemoClock, demoEmail, makeCommunity } from './demo/community.ts';
import { DEMO_PEOPLE } from './demo/people.ts';
import type { Config } from './platform/config.ts';
import { start } from './start.ts';

/** The same server on a folder of its own, with a living community; made at the first start, kept afterwards. */
const DEFAULTS = { DATA_DIR: './data-demo' };
const UNFINISHED = 'demo-unfinished';

const clock: DemoClock = { at: null, now: () => clock.at ?? Date.now() };
const { config, deps, url } = await start(DEFAULTS, { clock }, forgetUnfinished);

if ((await deps.db.orm.$count(members)) === 0) {
  console.log('La communauté de démonstration se prépare…');
  const mark = join(config.dataDir, UNFINISHED);
  writeFileSync(mark, '');
  await makeCommunity(deps, clock);
  rmSync(mark);
}

const [administrator, member] = DEMO_PEOPLE.map(demoEmail);
console.log(`Guilde est prête : ${url}`);
console.log(`Membre : ${member} · ${DEMO_PASSWORD}`);
console.log(`Administratrice : ${administrator} · ${DEMO_PASSWORD}`);

/** A community that was interrupted while it was made is made anew. */
function forgetUnfinished({ dataDir }: Config): void {
  if (!existsSync(join(dataDir, UNFINISHED))) return;
  for (const name of [UNFINISHED, 'guilde.db', 'guilde.db-wal', 'guilde.db-shm', 'files']) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
