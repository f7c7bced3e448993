import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** What went wrong, for the person who helps. Nothing that members write, no address of theirs, no secret. */
export type Journal = {
  file: string;
  write: (what: string, error?: unknown) => void;
  /** Its last lines. */
  tail: () => string;
};

/** Longer than this, in bytes, and it begins anew; the one before is kept beside it. */
const MAX_BYTES = 500_000;
const TAIL_LINES = 40;

/** Written at once, since what is written may be the last thing that happens. A disk that refuses costs the journal only. */
export function openJournal(file: string, now: () => Date, maxBytes = MAX_BYTES): Journal {
  const write = (what: string, error?: unknown) => {
    const line = `${now().toISOString()} ${what}${error === undefined ? '' : `: ${textOf(error)}`}\n`;
    console.error(line.trimEnd());
    try {
      mkdirSync(dirname(file), { recursive: true });
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`);
      appendFileSync(file, line, { mode: 0o600 });
    } catch {
      // Said on the console.
    }
  };
  return { file, write, tail: () => lastLines(file) };
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function lastLines(file: string): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
  } catch {
    return '';
  }
}
