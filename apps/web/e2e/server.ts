import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { SERVER, SERVER_FLAGS } from '../../api/test/programs.ts';
import { ENDS_WITH_PARENT } from '../../api/test/server-process.ts';
import { freePort } from '../../api/test/sqld.ts';
import type { MovedClock } from './moved-clock.ts';

const OUTBOX = /https?:\/\/\S+\/dev\/outbox\?key=\S+(?=\n)/;

const PATIENCE_MS = 60_000;

type OutboxMail = { recipient: string; subject: string; text: string };

/** The real server in a process of its own, on a folder of its own. */
export type Server = {
  url: string;
  /** Where it keeps its data. */
  folder: string;
  /** The founder's invitation, as printed at the first start. */
  founderLink: string;
  /** The mails that it would have sent, with the key that opens them. */
  outbox: string;
  /** Ends the process without warning, as a power cut would. */
  kill: () => Promise<void>;
  /** Starts it again on the same folder and port. */
  start: () => Promise<void>;
  /** The link in the newest mail to an address; waits until the mail is there. */
  linkMailedTo: (email: string) => Promise<string>;
  /** The newest mail to an address, as text; waits until its subject fits. */
  mailTo: (email: string, subject: RegExp) => Promise<string>;
  /** Stops and removes everything. */
  close: () => Promise<void>;
};

/** By the address of the server. */
const contexts = new Map<string, Set<BrowserContext>>();

/** The context is closed with the server at this address: its pages would go on asking for it. */
export function closeWithServer(url: string, context: BrowserContext): void {
  const known = contexts.get(url) ?? new Set();
  contexts.set(url, known.add(context));
}

/** `settings`: environment variables beside the usual ones. `clock`: instead of the machine's. */
export async function startServer(
  settings: Record<string, string> = {},
  clock?: MovedClock,
): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-journey-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess | null = null;
  let printed = '';

  const start = async () => {
    const own = { PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn', NODE_ENV: 'test' };
    const env = { ...process.env, ...ENDS_WITH_PARENT, ...own, ...settings, ...clock?.env() };
    child = spawn(process.execPath, [...SERVER_FLAGS, ...(clock?.flags ?? []), SERVER], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', ...(clock ? ['ipc' as const] : [])],
    });
    clock?.attach(child);
    child.stderr?.pipe(process.stderr);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.stdout?.on('data', (data: Buffer) => {
      printed += data.toString();
      if (OUTBOX.test(printed)) resolve();
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
