import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { realClock } from './chaos.ts';
import type { Client } from './client.ts';
import { startGuilde } from './harness.ts';
import { elsewhere } from './instances.ts';
import { temporaryFolder } from './platform.ts';
import { granted, openChat } from './scenes.ts';
import { startServerProcess } from './server-process.ts';
import { until } from './until.ts';
import { announce, sendPart, upload } from './uploads.ts';
import { ENDLESS_VOICE, recording, WAVEFORM } from './voices.ts';

/** Starts the built server with one conversation, in which `claire` may send files to `place`. */
async function servedChat() {
  const folder = temporaryFolder();
  const guilde = await startGuilde({ dataDir: folder, clock: realClock() });
  const signedIn = [await guilde.as('claire'), await guilde.as('karim')] as const;
  const { conversation } = await openChat(...signedIn);
  await guilde.close();
  const server = await startServerProcess(folder);
  onTestFinished(server.kill);
  const claire = elsewhere(signedIn[0], { url: `http://127.0.0.1:${server.port}` });
  return { server, claire, place: `/api/conversations/${conversation.id}/files` };
}

const voice = (bytes: Uint8Array) => ({ name: 'Message vocal', bytes, waveform: WAVEFORM });

async function sendEndless(claire: Client, place: string) {
  const { id } = granted(await announce(claire, place, voice(ENDLESS_VOICE)));
  return sendPart(claire, id, ENDLESS_VOICE, 0);
}

/** Linux lists the children of a process there. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('a voice message that never ends is refused while all else is answered, and the next one is kept', async () => {
  const { claire, place, server } = await servedChat();
  let isAnswered = false;
  const refused = sendEndless(claire, place).finally(() => {
    isAnswered = true;
  });
  let answers = 0;
  while (!isAnswered) {
    expect((await claire.get('/api/health/live')).status).toBe(200);
    answers++;
  }
  expect((await refused).error?.code).toBe('VOICE_UNREADABLE');
  expect(answers).toBeGreaterThan(10);
  expect(await upload(claire, place, voice(await recording('webm')))).toMatchObject({ seconds: 3 });
  const children = childrenOf(server.pid());
  expect(await server.stop()).toBe(0);
  await until(() => !children.some(isRunning));
});

it.runIf(process.platform === 'linux').each(['stop', 'kill'] as const)(
  'nothing of it is left after a %s',
  async (ending) => {
    const { claire, place, server } = await servedChat();
    const sent = sendEndless(claire, place).catch(() => null);
    await until(() => childrenOf(server.pid()).length > 0);
    const children = childrenOf(server.pid());
    const code = await server[ending]();
    // Whether the message is refused within the time for a stop depends on the machine.
    if (ending === 'stop') expect(code).not.toBeNull();
    await sent;
    await until(() => !children.some(isRunning));
  },
);
