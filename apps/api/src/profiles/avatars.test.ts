import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { s3Settings, startS3 } from '../../test/s3-server.ts';
import { granted } from '../../test/scenes.ts';

const MEGABYTE = 1024 * 1024;

let guilde: Guilde;
let claire: Client;
let outsider: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  outsider = await guilde.as('hugo');
});
afterAll(() => guilde.close());

async function upload(client: Client, content: Buffer | string, type = 'image/jpeg', field = 'file') {
  const form = new FormData();
  form.append(
    field,
    new File([new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content)], 'photo.jpg', {
      type,
    }),
  );
  const answer = await client.request('/api/profile/avatar', { method: 'PUT', body: form });
  const body = (await answer.json()) as Profile & { error?: { code: string; message: string } };
  return { status: answer.status, body };
}

function halves(width = 400, height = 200) {
  const blue = { create: { width: width / 2, height, channels: 3 as const, background: '#0000ff' } };
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ]);
}

async function picture(client: Client, url: string | null): Promise<Buffer> {
  const answer = await client.request(url ?? '');
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

function storedFiles(): string[] {
  const folder = join(guilde.deps.config.dataDir, 'files', 'avatars');
  return existsSync(folder) ? readdirSync(folder) : [];
}

test('a photo becomes two upright squares without place, camera or any other metadata', async () => {
  const photo = await halves()
    .jpeg()
    .withExif({ IFD0: { Make: 'Appareil', Copyright: 'Claire' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const live = await claire.live();
  const { status, body } = await upload(claire, photo);
  expect(status).toBe(200);
  expect(body.avatarUrl).toMatch(/^\/api\/avatars\/[a-f0-9-]{36}-96\.webp$/);
  expect(body.avatarLargeUrl).toBe(body.avatarUrl?.replace('-96.webp', '-384.webp'));
  await live.next('account.changed');
  live.close();
  for (const [url, side] of [
    [body.avatarUrl, 96],
    [body.avatarLargeUrl, 384],
  ] as const) {
    const bytes = await picture(outsider, url);
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: side, height: side });
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual(
      Array(4).fill(undefined),
    );
    expect(bytes.includes('Appareil')).toBe(false);
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const [topRed = 0, , topBlue = 0] = data.subarray(0, 3);
    const [bottomRed = 0, , bottomBlue = 0] = data.subarray(-3);
    expect(topRed).toBeGreaterThan(topBlue);
    expect(bottomBlue).toBeGreaterThan(bottomRed);
  }
});

test('a picture is for members who are signed in, and a browser may keep it', async () => {
  const { body } = await upload(claire, await halves().png().toBuffer(), 'image/png');
  const answer = await outsider.request(body.avatarUrl ?? '');
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect((await guilde.visitor().request(body.avatarUrl ?? '')).status).toBe(401);
});

test.each([
  `${randomUUID()}-96.webp`,
  `${randomUUID()}-1000.webp`,
  '..%2F..%2Fguilde.db',
  '..%2f..%2fsecret',
  'x.webp',
])('« %s » is not a picture', async (file) => {
  expect((await claire.get(`/api/avatars/${file}`)).error.code).toBe('NOT_FOUND');
});

test.each(['jpeg', 'png', 'gif', 'webp'] as const)('%s is accepted', async (format) => {
  expect((await upload(claire, await halves().toFormat(format).toBuffer(), `image/${format}`)).status).toBe(
    200,
  );
});

test('what is not a picture is refused, whatever it calls itself', async () => {
  const before = (await claire.get<Profile>('/api/profile')).body;
  const jpeg = await halves().jpeg().toBuffer();
  const disguised: [Buffer | string, string][] = [
    [
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
      'image/png',
    ],
    ['%PDF-1.7 du texte', 'image/jpeg'],
    ['<!doctype html><script>alert(1)</script>', 'image/gif'],
    [jpeg.subarray(0, 60), 'image/jpeg'],
    ['', 'image/png'],
    [await halves().tiff().toBuffer(), 'image/jpeg'],
  ];
  for (const [content, type] of disguised) {
    const { status, body } = await upload(claire, content, type);
    expect([status, body.error?.code]).toEqual([415, 'AVATAR_NOT_AN_IMAGE']);
    expect(body.error?.message).toBe('Le fichier doit être une image');
  }
  expect((await claire.get('/api/profile')).body).toEqual(before);
});

test('a picture above five megabytes is refused, far above and just above', async () => {
  const refusals = [
    [6 * MEGABYTE, 'IMAGE_TOO_HEAVY', "L'image est trop volumineuse"],
    [5 * MEGABYTE + 1, 'AVATAR_TOO_LARGE', "L'image doit faire moins de 5MB"],
  ] as const;
  for (const [size, code, message] of refusals) {
    const { status, body } = await upload(claire, Buffer.alloc(size));
    expect(status).toBe(413);
    expect(body.error).toMatchObject({ code, message });
  }
});

test('a small file that unfolds into a huge picture is refused', async () => {
  const flat = { create: { width: 17_000, height: 15_000, channels: 3 as const, background: '#fff' } };
  const bomb = await sharp(flat).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(MEGABYTE);
  expect((await upload(claire, bomb, 'image/png')).body.error).toMatchObject({
    code: 'PICTURE_TOO_LARGE',
    message: 'Cette image a 255\u00a0mégapixels\u00a0: réduis-la à 250 au plus, puis renvoie-la.',
  });
});

test('without a file there is nothing to store', async () => {
  expect((await upload(claire, 'x', 'image/png', 'autre')).body.error?.code).toBe('AVATAR_MISSING');
  const text = new FormData();
  text.append('file', 'pas un fichier');
  const answer = await claire.request('/api/profile/avatar', { method: 'PUT', body: text });
  expect(answer.status).toBe(422);
});

test('a new picture has a new address, and the former files go', async () => {
  const karim = await guilde.as('karim');
  const first = (await upload(karim, await halves().png().toBuffer())).body;
  const second = (await upload(karim, await halves().png().toBuffer())).body;
  expect(second.avatarUrl).not.toBe(first.avatarUrl);
  await guilde.deps.jobs.drain();
  expect((await outsider.request(first.avatarUrl ?? '')).status).toBe(404);
  expect((await outsider.request(first.avatarLargeUrl ?? '')).status).toBe(404);
  expect((await outsider.request(second.avatarUrl ?? '')).status).toBe(200);
});

test('sent five times at once, one picture stays', async () => {
  const zoe = await guilde.as('zoe');
  await guilde.deps.jobs.drain();
  const before = storedFiles().length;
  const photo = await halves().png().toBuffer();
  const answers = await Promise.all(Array.from({ length: 5 }, () => upload(zoe, photo)));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  await guilde.deps.jobs.drain();
  expect(storedFiles()).toHaveLength(before + 2);
});

test('a member removes their own picture and nobody else’s', async () => {
  const mine = (await upload(claire, await halves().png().toBuffer())).body;
  expect((await outsider.delete<Profile>('/api/profile/avatar')).body.avatarUrl).toBeNull();
  expect((await claire.get<Profile>('/api/profile')).body.avatarUrl).toBe(mine.avatarUrl);
  const { body } = await claire.delete<Profile>('/api/profile/avatar');
  expect([body.avatarUrl, body.avatarLargeUrl]).toEqual([null, null]);
  await guilde.deps.jobs.drain();
  expect((await outsider.request(mine.avatarUrl ?? '')).status).toBe(404);
  expect((await claire.delete('/api/profile/avatar')).status).toBe(200);
});

test('somebody whose profile is under way may already choose a picture; a visitor may not', async () => {
  const theo = await guilde.as('theo');
  const photo = await halves().png().toBuffer();
  expect((await upload(theo, photo)).status).toBe(200);
  expect((await upload(guilde.visitor(), photo)).status).toBe(401);
});

test('a form holds the picture and nothing else: endless parts or lines before it are not even taken apart', async () => {
  const red = await halves().png().toBuffer();
  expect((await upload(claire, red)).status).toBe(200);
  const boundary = `----${'b'.repeat(30)}`;
  const line = (text: string) => Buffer.from(`${text}\r\n`);
  const part = (head: string[], content: Buffer) =>
    Buffer.concat([line(`--${boundary}`), ...head.map(line), line(''), content, line('')]);
  const named = (name: string) => `Content-Disposition: form-data; name="${name}"`;
  const file = `${named('file')}; filename="a.png"`;
  const put = async (parts: Buffer[], type = `multipart/form-data; boundary=${boundary}`) => {
    const body = new Uint8Array(Buffer.concat([...parts, line(`--${boundary}--`)]));
    const headers = { 'content-type': type };
    const answer = await claire.request('/api/profile/avatar', { method: 'PUT', body, headers });
    return answer.status;
  };
  const picture = part([file], red);
  const another = part([named('autre')], Buffer.from('1'));
  expect(await put([another, picture])).toBe(422);
  expect(await put([picture, another])).toBe(422);
  expect(await put([part([...Array<string>(1000).fill('X-Ligne: 1'), file], red)])).toBe(422);
  expect(await put([picture], `multipart/form-data; x="; boundary=${boundary}"; boundary=a`)).toBe(422);
  expect(await put([Buffer.from('file=1&'.repeat(1000))], 'application/x-www-form-urlencoded')).toBe(422);
  expect(await put([picture])).toBe(200);
});

test('what was removed goes from a bucket, however long the service was away', async () => {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const { as, clock, deps, close } = await startGuilde({ cast: ['claire'], env: s3Settings(s3) });
  onTestFinished(close);
  const member = await as('claire');
  await upload(member, await halves().jpeg().toBuffer());
  expect(s3.files.size).toBe(2);
  s3.busy(Number.POSITIVE_INFINITY);
  granted(await member.delete('/api/profile/avatar'));
  for (let minute = 0; minute < 60; minute++) {
    await deps.jobs.drain();
    clock.advance(60_000);
  }
  s3.busy(0);
  clock.advance(3_600_000);
  await deps.jobs.drain();
  expect(s3.files.size).toBe(0);
});
