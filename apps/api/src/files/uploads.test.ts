import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { FILE_MAX_BYTES, FILE_PART_BYTES, type Upload } from '@guilde/contracts/files/rules.ts';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, refusal } from '../../test/scenes.ts';
import { animation, announce, longText, screenshot, sendPart, upload, uploaded } from '../../test/uploads.ts';
import { applyRetention } from '../platform/retention.ts';
import { files } from './tables.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let hugo: Client;
let place: string;

beforeAll(async () => {
  guilde = await startGuilde({ env: { FILES_MEMBER_MB: '30', FILES_CONVERSATION_MB: '20' } });
  [claire, karim, hugo] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('hugo')];
  const { conversation } = await openChat(claire, karim);
  place = `/api/conversations/${conversation.id}/files`;
});
afterAll(() => guilde.close());

const rows = (id: string) => guilde.deps.db.orm.select().from(files).where(eq(files.id, id));

function stored(): string[] {
  const folder = join(guilde.deps.config.dataDir, 'files');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Half of a part arrives before the connection breaks. */
async function cut(client: Client, id: string, part: number): Promise<void> {
  const socket = connect(guilde.port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
  const head = [
    `PUT /api/files/${id}/parts/${part} HTTP/1.1`,
    `Host: 127.0.0.1:${guilde.port}`,
    `Cookie: ${cookie}`,
    `Content-Length: ${FILE_PART_BYTES}`,
    '',
    '',
  ];
  const half = Buffer.alloc(FILE_PART_BYTES / 2, 97);
  socket.write(Buffer.concat([Buffer.from(head.join('\r\n')), half]), () => socket.destroy());
  await closed;
}

it('ten attempts that are cut make one file, and what had arrived is not sent again', async () => {
  const bytes = longText(3 * FILE_PART_BYTES + 17);
  const id = randomUUID();
  const sent = { id, name: 'export.csv', bytes };
  const attempts: Upload[] = [];
  for (let attempt = 0; attempt < 10; attempt++) {
    const begun = granted(await announce(claire, place, sent));
    attempts.push(begun);
    // Every third attempt sends a part before the connection breaks.
    if (attempt % 3 === 2) await sendPart(claire, id, bytes, begun.received);
    await cut(claire, id, (await claire.get<Upload>(`/api/files/${id}`)).body.received);
  }
  expect(attempts.map(({ received }) => received)).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 3]);
  // The answer to the last part is lost; sent again, it is the same file.
  const [first, again] = await Promise.all([sendPart(claire, id, bytes, 3), sendPart(claire, id, bytes, 3)]);
  expect(first.body.file).toMatchObject({ id, name: 'export.csv', type: 'text/csv', bytes: bytes.length });
  expect(again.body.file).toEqual(first.body.file);
  expect(granted(await announce(claire, place, sent)).file).toEqual(first.body.file);
  expect(await rows(id)).toHaveLength(1);
  await guilde.deps.jobs.drain();
  expect(stored()).toEqual([expect.stringMatching(/^shared\/[\da-f-]{36}\/full\.csv$/)]);
  granted(await claire.delete(`/api/files/${id}`));
  await guilde.deps.jobs.drain();
  expect(stored()).toEqual([]);
});

it('a photo comes upright, without place and camera, in two sizes with a blurred one', async () => {
  const blue = { create: { width: 400, height: 400, channels: 3 as const, background: '#0000ff' } };
  const photo = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: 400, top: 0 }])
    .jpeg()
    .withExif({ IFD0: { Make: 'Appareil' }, IFD3: { GPSLatitude: '48/1 51/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const file = await uploaded(claire, place, { name: 'IMG_0042.JPG', bytes: new Uint8Array(photo) });
  expect(file).toMatchObject({
    name: 'IMG_0042.webp',
    type: 'image/webp',
    kind: 'picture',
    width: 400,
    height: 800,
    thumbhash: expect.stringMatching(/^[\w+/]{20,}=*$/),
  });
  const [row] = await rows(file.id);
  for (const size of ['full', 'preview']) {
    const bytes = Buffer.from((await guilde.deps.storage.get(`shared/${row?.key}/${size}.webp`)) ?? []);
    const metadata = await sharp(bytes).metadata();
    expect([metadata.format, metadata.exif, metadata.xmp, metadata.orientation]).toEqual([
      'webp',
      undefined,
      undefined,
      undefined,
    ]);
    expect(bytes.includes('Appareil')).toBe(false);
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([(data[0] ?? 0) > 200, (data.at(-1) ?? 0) > 200]).toEqual([true, true]);
  }
});

it('large screenshots stay legible, and moving pictures keep moving beside a still one', async () => {
  const long = await uploaded(claire, place, { bytes: await screenshot(1000, 20_000) });
  expect([long.width, long.height]).toEqual([expect.closeTo(410, -1), expect.closeTo(8192, -1)]);
  const moving = await uploaded(claire, place, { name: 'demo.gif', bytes: await animation() });
  expect(moving).toMatchObject({ width: 40, height: 30, name: 'demo.webp' });
  const [row] = await rows(moving.id);
  const pagesOf = async (size: string) =>
    (
      await sharp(
        Buffer.from((await guilde.deps.storage.get(`shared/${row?.key}/${size}.webp`)) ?? []),
      ).metadata()
    ).pages;
  expect([await pagesOf('full'), await pagesOf('preview')]).toEqual([3, undefined]);
});

it('no decoded picture stays in the memory', async () => {
  await uploaded(claire, place, { bytes: await screenshot(2000, 2000) });
  expect(sharp.cache().items.current).toBe(0);
});

it('begins for who has a seat, and is nobody else’s', async () => {
  const sent = { id: randomUUID(), name: 'a.txt', bytes: longText(10) };
  expect(refusal(await announce(hugo, place, sent))).toBe('404 NOT_FOUND');
  granted(await announce(claire, place, sent));
  expect(refusal(await announce(karim, place, sent))).toBe('409 FILE_ID_TAKEN');
  const address = `/api/files/${sent.id}`;
  for (const other of [karim, hugo]) {
    expect(refusal(await other.get(address))).toBe('404 NOT_FOUND');
    expect(refusal(await other.delete(address))).toBe('404 NOT_FOUND');
    expect(refusal(await other.patch(address, { alt: 'x' }))).toBe('404 NOT_FOUND');
    expect((await sendPart(other, sent.id, sent.bytes, 0)).status).toBe(404);
  }
  const described = await claire.patch<Upload>(address, { alt: '  Le tableau\n de bord ' });
  expect(described.status).toBe(200);
  const { body } = await sendPart(claire, sent.id, sent.bytes, 0);
  expect(body.file?.alt).toBe('Le tableau  de bord');
  granted(await claire.delete(address));
});

it('takes parts in order and of their size only', async () => {
  const bytes = longText(FILE_PART_BYTES + 5);
  const { id } = granted(await announce(claire, place, { name: 'a.txt', bytes }));
  const put = async (part: number | string, body: Uint8Array) => {
    const answer = await claire.request(`/api/files/${id}/parts/${part}`, {
      method: 'PUT',
      body: new Uint8Array(body),
    });
    return answer.status;
  };
  expect(await put(1, bytes.slice(FILE_PART_BYTES))).toBe(422);
  expect(await put(0, bytes.slice(0, 5))).toBe(422);
  expect(await put(2, bytes.slice(0, 5))).toBe(422);
  expect(await put(0, bytes.slice(0, FILE_PART_BYTES))).toBe(200);
  for (const part of ['x', '0x1', '1e0', '1.0', '+1', '%201', '１'])
    expect(await put(part, bytes.slice(FILE_PART_BYTES)), part).toBe(404);
  expect(await put(1, bytes)).toBe(422);
  expect(await put(0, longText(2 * FILE_PART_BYTES))).toBe(413);
  granted(await claire.delete(`/api/files/${id}`));
});

it('is refused before a byte is sent where the member’s or the conversation’s place is taken, or it is too large', async () => {
  const begin = (client: Client, path: string, megabytes: number) =>
    client.post(path, { id: randomUUID(), name: 'a.txt', bytes: Math.round(megabytes * 1024 * 1024) });
  await uploaded(claire, place, { name: 'a.txt', bytes: longText(15 * 1024 * 1024) });
  expect(refusal(await begin(karim, place, 15.1))).toBe('422 INVALID_INPUT');
  expect(refusal(await begin(karim, place, 0))).toBe('422 INVALID_INPUT');
  const full = await begin(karim, place, 10);
  expect([full.error.code, full.error.message]).toEqual([
    'FILES_CONVERSATION_FULL',
    'Les fichiers de cette conversation occupent déjà la place prévue (20\u00a0Mo).',
  ]);
  const other = await openChat(claire, karim);
  const elsewhere = `/api/conversations/${other.conversation.id}/files`;
  expect(refusal(await begin(claire, elsewhere, 15))).toBe('409 FILES_MEMBER_FULL');
  const text = { name: 'a.txt', bytes: longText(9 * 1024 * 1024) };
  const tooMuch = await Promise.all([upload(claire, elsewhere, text), upload(claire, elsewhere, text)]);
  expect(tooMuch).toEqual(
    expect.arrayContaining(['FILES_MEMBER_FULL', expect.objectContaining({ name: 'a.txt' })]),
  );
});

it('what a helper announces and never sends takes nobody’s place, and goes with the seat', async () => {
  const { sos, conversation } = await openChat(hugo, karim);
  const path = `/api/conversations/${conversation.id}/files`;
  const bytes = longText(FILE_MAX_BYTES);
  const announced: string[] = [];
  for (let count = 0; count < 21; count++)
    announced.push(granted(await announce(karim, path, { name: 'a.txt', bytes })).id);
  const states = () => Promise.all(announced.map(async (id) => (await karim.get(`/api/files/${id}`)).status));
  // The oldest upload was removed for the last.
  expect(await states()).toEqual([404, ...Array.from({ length: 20 }, () => 200)]);
  expect(await upload(hugo, path, { name: 'a.txt', bytes })).toMatchObject({ bytes: FILE_MAX_BYTES });
  const mine = await uploaded(
    karim,
    `/api/conversations/${(await openChat(karim, hugo)).conversation.id}/files`,
  );
  granted(await karim.post(`/api/sos/${sos.id}/leave`));
  expect(new Set(await states())).toEqual(new Set([404]));
  expect(await rows(mine.id)).toHaveLength(1);
});

it('without a message it goes after a day, with all its bytes', async () => {
  const begun = longText(FILE_PART_BYTES + 1);
  const { id } = granted(await announce(karim, place, { name: 'a.txt', bytes: begun }));
  await sendPart(karim, id, begun, 0);
  const whole = await uploaded(karim, place);
  guilde.clock.advance(23 * 3_600_000);
  await applyRetention(guilde.deps);
  expect([await rows(id), await rows(whole.id)].flat()).toHaveLength(2);
  guilde.clock.advance(2 * 3_600_000);
  await applyRetention(guilde.deps);
  await guilde.deps.jobs.drain();
  expect([await rows(id), await rows(whole.id)].flat()).toEqual([]);
  expect(stored()).toEqual([]);
  // The same id is a new file afterwards.
  granted(await announce(karim, place, { id, name: 'a.txt', bytes: begun }));
});
