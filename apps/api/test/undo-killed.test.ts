import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MemberStats } from '@guilde/contracts/ratings/rules.ts';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import { expect, it, onTestFinished } from 'vitest';
import { realClock } from './chaos.ts';
import { startGuilde } from './harness.ts';
import { elsewhere } from './instances.ts';
import { granted, openChat, sendText } from './scenes.ts';
import { startServerProcess } from './server-process.ts';
import { summaryOf } from './summaries.ts';

/** The server is killed so many milliseconds after the request to undo has left. */
const KILLED_AFTER = [0, 4, 8, 16, 32];

it('a resolution is undone whole or not at all, although the server is killed meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-undo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = await startGuilde({ dataDir: folder, clock: realClock() });
  const [claire, karim] = [await before.as('claire'), await before.as('karim')];
  const resolved: SosDetail[] = [];
  for (const _ of KILLED_AFTER) {
    const { sos, conversation } = await openChat(claire, karim);
    await sendText(
      karim,
      conversation.id,
      'Demande la révision avec des captures datées de la page produit.',
    );
    const ratings = [{ memberId: karim.id, rating: 2, comment: 'Trop lent.' }];
    resolved.push(granted(await claire.post<SosDetail>(`/api/ratings/resolve/${sos.id}`, { ratings })));
  }
  await before.deps.jobs.drain();
  await before.close();

  const undo = ({ id, resolvedAt }: SosDetail) => [`/api/ratings/undo/${id}`, { resolvedAt }] as const;
  const server = await startServerProcess(folder);
  onTestFinished(server.kill);
  const there = elsewhere(claire, { url: `http://127.0.0.1:${server.port}` });
  for (const [index, after] of KILLED_AFTER.entries()) {
    const sent = there.post(...undo(resolved[index] as SosDetail)).catch(() => undefined);
    // The moment of the kill is the input of this test, and it waits for nothing.
    await sleep(after);
    await server.killAndRestart();
    await sent;
  }
  await server.kill();

  const later = await startGuilde({ dataDir: folder, clock: realClock() });
  onTestFinished(later.close);
  const [asks, helps] = [elsewhere(claire, later), elsewhere(karim, later)];
  const statuses = await Promise.all(
    resolved.map(async ({ id }) => granted(await asks.get<SosDetail>(`/api/sos/${id}`))),
  );
  const standing = statuses.filter(({ status }) => status === 'resolved').length;
  const stats = async () => granted(await helps.get<MemberStats>(`/api/ratings/stats/${karim.id}`));
  expect(await stats()).toMatchObject({ totalRatings: standing, resolvedSOS: standing });
  for (const one of resolved) granted(await asks.post(...undo(one)));
  await later.deps.jobs.drain();
  expect(await stats()).toMatchObject({ totalRatings: 0, resolvedSOS: 0 });
  for (const { id } of resolved) {
    expect(await summaryOf(later, id)).toBeUndefined();
    const { status, conversation } = granted(await asks.get<SosDetail>(`/api/sos/${id}`));
    expect(status).toBe('in_progress');
    const { messages } = granted(
      await asks.get<{ messages: { kind: string }[] }>(`/api/conversations/${conversation?.id}/messages`),
    );
    expect(messages.filter(({ kind }) => kind === 'reopened')).toHaveLength(1);
  }
});
