import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Mail } from '../src/platform/services/mailer.ts';
import { PEOPLE, type PersonName } from './people.ts';
import { serveGuilde, testClock } from './serve.ts';
import type { SignedIn } from './sign-up.ts';

/** People have signed up and in there by real requests; the other fields are not in the folder. */
export type Village = {
  folder: string;
  /** The path is the database in the folder. */
  file: string;
  /** The clock showed this last. Tests continue from there, so that every session is as old as it was. */
  now: number;
  mails: Mail[];
  people: SignedIn[];
};

const EVERYBODY = Object.keys(PEOPLE) as PersonName[];

/** The default is everybody. The first worker of a run that asks for a village makes it. */
export async function villageOf(cast: readonly PersonName[] = EVERYBODY): Promise<Village> {
  const names = EVERYBODY.filter((name) => cast.includes(name));
  const home = join(inject('villages'), names.join('-') || 'nobody');
  if (!existsSync(home)) await makeVillage(home, names);
  const folder = join(home, 'data');
  const { now, mails, people } = JSON.parse(readFileSync(join(home, 'village.json'), 'utf8')) as Village;
  return { folder, file: join(folder, 'guilde.db'), now, mails, people };
}

export function copyVillage({ folder }: Village, to: string): void {
  cpSync(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function makeVillage(home: string, names: PersonName[]): Promise<void> {
  mkdirSync(inject('villages'), { recursive: true });
  const draft = mkdtempSync(join(inject('villages'), 'draft-'));
  const folder = join(draft, 'data');
  const guilde = await serveGuilde({ DATA_DIR: folder, RATE_LIMITS: 'off' }, testClock());
  const people: SignedIn[] = [];
  for (const name of names) {
    const { id, email, cookies } = await guilde.as(name);
    people.push({ name, id, email, cookies: [...cookies] });
  }
  const mails = await guilde.mails();
  await guilde.close();
  rmSync(join(folder, 'server.lock'), { force: true });
  writeFileSync(join(draft, 'village.json'), JSON.stringify({ now: guilde.clock.now(), mails, people }));
  publish(draft, home);
}

/** Another worker may have made the same village meanwhile; then that one stays. */
function publish(draft: string, home: string): void {
  try {
    renameSync(draft, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
    rmSync(draft, { recursive: true });
  }
}
