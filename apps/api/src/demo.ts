import { members } from './auth/tables.ts';
import { DEMO_PASSWORD, type DemoClock, demoEmail, makeCommunity } from './demo/community.ts';
import { DEMO_PEOPLE } from './demo/people.ts';
import { listen } from './listen.ts';
import { readConfig } from './platform/config.ts';
import { stopOnSignals } from './signals.ts';

/** The same server on a folder of its own, with a living community; made at the first start, kept afterwards. */
const config = readConfig(undefined, { DATA_DIR: './data-demo' });
const clock: DemoClock = { at: null, now: () => clock.at ?? Date.now() };
const running = await listen(config, { clock });
stopOnSignals(running);

if ((await running.deps.db.orm.$count(members)) === 0) {
  console.log('La communauté de démonstration se prépare…');
  await makeCommunity(running.deps, clock);
}

const [administrator, member] = DEMO_PEOPLE.map(demoEmail);
console.log(`Guilde est prête : ${config.publicUrl}`);
console.log(`Membre : ${member} · ${DEMO_PASSWORD}`);
console.log(`Administratrice : ${administrator} · ${DEMO_PASSWORD}`);
