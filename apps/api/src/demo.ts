import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { members } from './auth/tables.ts';
import { totpAt } from './credentials/second-factor/totp.ts';
import {
  type DemoClock,
  demoEmail,
  demoPassword,
  demoTotpSecret,
  knowsDemoPassword,
  makeCommunity,
  secureAdministrator,
} from './demo/community.ts';
import { DEMO_PEOPLE } from './demo/people.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { outboxUrl } from './platform/services/outbox.ts';
import { announce, end, start } from './start.ts';

const DEFAULTS = { DATA_DIR: './data-demo' };
const UNFINISHED = 'demo-unfinished';

const clock: DemoClock = { ...systemClock, at: null, now: () => clock.at ?? Date.now() };
const started = await start(DEFAULTS, { clock }, forgetUnfinished);
const { config, deps } = started;
const mark = join(config.dataDir, UNFINISHED);

if ((await deps.db.orm.$count(members)) === 0) {
  console.log('La communauté de démonstration se prépare…');
  writeFileSync(mark, '');
  await makeCommunity(deps, clock);
  rmSync(mark);
} else if (existsSync(mark)) {
  end(
    'DATABASE_URL\u00a0: la démonstration y a été interrompue à sa création, vide cette base puis relance.',
  );
} else if (!(await knowsDemoPassword(deps))) {
  end(
    `DATA_DIR\u00a0: le mot de passe de la démonstration de ${config.dataDir} n’est plus connu, efface ce dossier pour en refaire une.`,
  );
}

await secureAdministrator(deps);

const [administrator, member] = DEMO_PEOPLE.map(demoEmail);
announce(started);
console.log(`Membre\u00a0: ${member} · ${demoPassword(deps)}`);
console.log(`Administratrice\u00a0: ${administrator} · ${demoPassword(deps)}`);
const secret = demoTotpSecret(deps);
console.log(`Sa double vérification\u00a0: clé ${secret} pour une application, ou ce code\u00a0: ${code()}`);
const mails = outboxUrl(deps);
if (mails) console.log(`E-mails à lire\u00a0: ${mails}`);
if (process.stdin.isTTY) {
  console.log('Entrée affiche le code du moment.');
  process.stdin.on('data', () => console.log(code())).unref();
}

function code(): string {
  return totpAt(secret, Date.now());
}

/** An incomplete demo is made anew; a remote database is not emptied. */
function forgetUnfinished({ dataDir, database }: Config): void {
  if ('url' in database || !existsSync(join(dataDir, UNFINISHED))) return;
  for (const name of [UNFINISHED, 'guilde.db', 'guilde.db-wal', 'guilde.db-shm', 'guilde.commits', 'files']) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
