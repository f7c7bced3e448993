import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The journal serves support and must have no texts or addresses of members and no secret. */
export type Journal = {
  file: string;
  write: (what: string, error?: unknown) => void;
  tail: () => string;
};

/** A full file is kept as the one old file, and a new one begins. */
const MAX_BYTES = 500_000;
const TAIL_LINES = 40;

/** It is synchronous, since the process may end next. A failing disk must not stop the app. */
export function openJournal(file: string, now: () => Date, maxBytes = MAX_BYTES): Journal {
  const write = (what: string, error?: unknown) => {
    const line = `${now().toISOString()} ${what}${error === undefined ? '' : `: ${textOf(error)}`}\n`;
    console.error(line.trimEnd());
    try {
      mkdirSync(dirname(file), { recursive: true });
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`);
      appendFileSync(file, line, { mode: 0o600 });
    } catch {
      // The text is on the console.
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
