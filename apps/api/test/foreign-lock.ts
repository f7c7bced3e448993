import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '../../../scripts/extent.ts';
import { randomsFrom } from './random.ts';

/**
 * This process takes and frees the file's write lock at random until it is killed; now and then it writes. It
 * holds the lock for `longest` milliseconds at most, or for ever where that is « Infinity ».
 */
const [, , file = '', longest = '400', seed = '0'] = process.argv;
const random = randomsFrom(Number(seed));
const foreign = new DatabaseSync(file, { timeout: PATIENCE_MS });

for (let round = 0; ; round++) {
  foreign.exec('BEGIN IMMEDIATE');
  foreign.exec(`insert into outbox values ('foreign-${process.pid}-${round}', 'x', 'x', 'x', 'x', 1)`);
  if (round === 0) process.send?.('locked');
  if (longest === 'Infinity') await new Promise(() => setInterval(() => undefined, 60_000));
  await sleep(random() * Number(longest));
  foreign.exec(round % 3 === 0 ? 'ROLLBACK' : 'COMMIT');
  await sleep(random() * 30);
}
