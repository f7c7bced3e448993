import { readdirSync, statSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Between two looks, and how many in a row must find it hanging. */
const LOOK_MS = 2000;
const LOOKS = 4;
const ABSENT = { throwIfNoEntry: false } as const;

/**
 * Resolves with true once a sync into `folder` hangs though the server at `url` is there, with false once it is over. A
 * connection may hang for good; while the server is away, nothing is gained by another one. A copy that grows does not
 * hang.
 */
export async function isHanging(folder: string, url: string, isOver: () => boolean): Promise<boolean> {
  let bytes = -1;
  for (let hanging = 0; hanging < LOOKS; ) {
    await sleep(LOOK_MS, undefined, { ref: false });
    if (isOver()) return false;
    const before = bytes;
    bytes = bytesOf(folder);
    hanging = bytes === before && (await isAnswering(url)) ? hanging + 1 : 0;
  }
  return !isOver();
}

/** On the disk; 0 for a folder that is gone. */
export function bytesOf(folder: string): number {
  try {
    return readdirSync(folder).reduce(
      (sum, name) => sum + (statSync(join(folder, name), ABSENT)?.size ?? 0),
      0,
    );
  } catch {
    return 0;
  }
}

/** Any answer will do. By `fetch`, its first use would stop the loop for 30 milliseconds. */
function isAnswering(url: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const address = url.replace(/^libsql:/, 'https:');
  const options = { timeout: LOOK_MS, agent: false };
  const answered = (answer: IncomingMessage) => {
    resolve(true);
    answer.destroy();
  };
  const request = address.startsWith('https:')
    ? https.get(address, options, answered)
    : http.get(address, options, answered);
  request.once('timeout', () => request.destroy(new Error('No answer')));
  request.on('error', () => resolve(false));
  return promise;
}
