import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';

/** The kinds are `notify`, `close`, `tray`, `sni` (of the tray's icon) and `launcher`. */
type Recorded = {
  kind: string;
  id?: number;
  summary?: string;
  body?: string;
  item?: string;
  sender?: string;
  args?: unknown[];
};

type Run = (program: string, args: string[]) => { status: number | null; stderr: string };

const runHere: Run = (program, args) => spawnSync(program, args, { encoding: 'utf8' });

/**
 * Reads what the recorder of the desktop writes into the file of RECORDER_LOG from this call on: notifications, tray
 * items and launcher counts. `run` runs a program on that desktop.
 */
export function record(run: Run = runHere) {
  const all = () =>
    readFileSync(process.env.RECORDER_LOG ?? '', 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as Recorded);
  const start = all().length;
  const sinceStart = () => all().slice(start);
  const notified = () => sinceStart().filter(({ kind }) => kind === 'notify');
  const call = (destination: string, path: string, ...method: string[]) => {
    const to = ['--dest', destination, '--object-path', path];
    const { status, stderr } = run('gdbus', ['call', '--session', ...to, '--method', ...method]);
    expect(status, stderr).toBe(0);
  };
  return {
    /** Gives the notifications that are still shown. */
    onScreen: () => {
      const closed = sinceStart().filter(({ kind }) => kind === 'close');
      return notified()
        .filter(({ id }) => !closed.some((one) => one.id === id))
        .map(({ summary, body }) => [summary, body]);
    },
    notifications: () => notified().map(({ summary, body }) => [summary, body]),
    counts: () =>
      sinceStart()
        .filter(({ kind }) => kind === 'launcher')
        .map(({ args }) => Number((args?.[1] as { count?: string } | undefined)?.count)),
    trayChanges: () => sinceStart().filter(({ kind }) => kind === 'sni').length,
    trays: () => sinceStart().filter(({ kind }) => kind === 'tray').length,
    click: async (body: string) => {
      await expect.poll(() => notified().some((one) => one.body === body)).toBe(true);
      const { id } = notified().findLast((one) => one.body === body) ?? {};
      const notifications = ['org.freedesktop.Notifications', '/org/freedesktop/Notifications'] as const;
      call(...notifications, 'test.Recorder.Click', String(id), 'default');
    },
    clickTray: async () => {
      const last = () => all().findLast(({ kind }) => kind === 'tray');
      const { item = '', sender = '' } = last() ?? {};
      const [destination, path] = item.startsWith('/') ? [sender, item] : [item, '/StatusNotifierItem'];
      call(destination, path, 'org.kde.StatusNotifierItem.Activate', '0', '0');
    },
  };
}
