import { randomUUID } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import type { Client } from '../../test/client.ts';
import { startGuilde } from '../../test/harness.ts';
import { granted, openChat } from '../../test/scenes.ts';
import { until } from '../../test/until.ts';
import { longText, uploaded } from '../../test/uploads.ts';

/** The server runs in this process, whose open files of members are listed. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.includes('/files/shared/') ? [target] : [];
    } catch {
      return [];
    }
  });
}

/** The client hangs up after the answer's headers. */
function hangUp(client: Client, url: string): Promise<void> {
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
  return new Promise((resolve, reject) => {
    request(url, { headers: { cookie } }, (answer) => {
      answer.destroy();
      resolve();
    })
      .once('error', reject)
      .end();
  });
}

it.runIf(process.platform === 'linux')('no file stays open for who does not read it', async () => {
  const guilde = await startGuilde();
  onTestFinished(guilde.close);
  const claire = await guilde.as('claire');
  const { conversation } = await openChat(claire, await guilde.as('karim'));
  const chat = `/api/conversations/${conversation.id}`;
  const file = await uploaded(claire, `${chat}/files`, { name: 'a.txt', bytes: longText(5_000_000) });
  granted(await claire.post(`${chat}/messages`, { id: randomUUID(), content: '', files: [file.id] }));
  const address = `${chat}/files/${file.id}/full`;
  for (let count = 0; count < 50; count++) {
    const { status, headers } = await claire.request(address, { method: 'HEAD' });
    expect([status, headers.get('content-length')]).toEqual([200, '5000000']);
  }
  expect(openFiles()).toEqual([]);

  for (let count = 0; count < 20; count++) await hangUp(claire, `${guilde.url}${address}`);
  await until(() => openFiles().length === 0);
  const whole = await claire.request(address);
  expect((await whole.arrayBuffer()).byteLength).toBe(5_000_000);
  await until(() => openFiles().length === 0);
});
