import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { PATIENCE_MS } from '../../../scripts/extent.ts';
import { SERVER, SERVER_FLAGS } from '../../api/test/programs.ts';
import { ENDS_WITH_PARENT } from '../../api/test/server-process.ts';
import { freePort } from '../../api/test/sqld.ts';
import type { MovedClock } from './moved-clock.ts';

const ONLINE = /Guilde est en ligne/;
const OUTBOX = /https?:\/\/\S+\/dev\/outbox\?key=\S+(?=\n)/;

type OutboxMail = { recipient: string; subject: string; text: string };

/** This is the real server, in its own process and folder. */
export type Server = {
  url: string;
  folder: string;
  /** The server prints the founder's invitation at its first start. */
  founderLink: string;
  /** This is the folder with the unsent mails and the key that opens them. */
  outbox: string;
  kill: () => Promise<void>;
  /** `changed` are environment variables for this start. */
  start: (changed?: Record<string, string>) => Promise<void>;
  /** Waits for a mail to the address, and gives the link in the newest one. */
  linkMailedTo: (email: string) => Promise<string>;
  /** Waits for a mail to the address whose subject fits, and gives the text of the newest one. */
  mailTo: (email: string, subject: RegExp) => Promise<string>;
  close: () => Promise<void>;
};

const contexts = new Map<string, Set<BrowserContext>>();

/** Closes the context together with the server, which its pages would go on calling. */
export function closeWithServer(url: string, context: BrowserContext): void {
  const known = contexts.get(url) ?? new Set();
  contexts.set(url, known.add(context));
}

/** `settings` are additional environment variables; `clock` replaces the machine's clock. */
export async function startServer(
  settings: Record<string, string> = {},
  clock?: MovedClock,
): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-journey-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess | null = null;
  let printed = '';

  const start = async (changed: Record<string, string> = {}) => {
    const own = { PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn', NODE_ENV: 'test' };
    const env = { ...process.env, ...ENDS_WITH_PARENT, ...own, ...settings, ...changed, ...clock?.env() };
    child = spawn(process.execPath, [...SERVER_FLAGS, ...(clock?.flags ?? []), SERVER], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', ...(clock ? ['ipc' as const] : [])],
    });
    clock?.attach(child);
    child.stderr?.pipe(process.stderr);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.stdout?.on('data', (data: Buffer) => {
      printed += data.toString();
      // The server opens its outbox at a local address only.
      if ((changed.PUBLIC_URL ? ONLINE : OUTBOX).test(printed)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
    await promise;
  };
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = null;
    printed = '';
    if (!ending || ending.exitCode !== null) return;
    await new Promise((resolve) => {
      ending.once('exit', resolve);
      ending.kill(signal);
    });
  };
  await start();
  const founderLink = /https?:\/\/\S+invitation\S+/.exec(printed)?.[0] ?? '';
  const outbox = OUTBOX.exec(printed)?.[0] ?? '';
  const mailTo = async (email: string, subject: RegExp) => {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
      const answer = await fetch(outbox, { headers: { accept: 'application/json' } });
      const mails = (await answer.json()) as OutboxMail[];
      const mail = mails.find(
        (candidate) => candidate.recipient === email && subject.test(candidate.subject),
      );
      if (mail) return mail.text;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`No mail « ${subject} » to ${email}`);
  };
  return {
    url,
    folder,
    founderLink,
    outbox,
    start,
    kill: () => end('SIGKILL'),
    mailTo,
    linkMailedTo: async (email) => /https?:\/\/\S+/.exec(await mailTo(email, /./))?.[0] ?? '',
    close: async () => {
      await Promise.all([...(contexts.get(url) ?? [])].map((context) => context.close()));
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
