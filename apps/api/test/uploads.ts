import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { FILE_PART_BYTES, type FileRef, partsOf, type Upload } from '@guilde/contracts/files/rules.ts';
import sharp from 'sharp';
import type { Answer, Client } from './client.ts';
import { granted } from './scenes.ts';

/** A file with `waveform` is a voice message. */
export type Sent = { id?: string; name: string; bytes: Uint8Array; waveform?: number[] };

/** Begins an upload at `path`, such as that of a conversation. */
export function announce(client: Client, path: string, { id = randomUUID(), bytes, ...sent }: Sent) {
  return client.post<Upload>(path, { id, ...sent, bytes: bytes.byteLength });
}

export async function sendPart(client: Client, id: string, bytes: Uint8Array, part: number) {
  const body = new Uint8Array(bytes.slice(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES));
  const answer = await client.request(`/api/files/${id}/parts/${part}`, { method: 'PUT', body });
  const content = (await answer.json()) as Upload & { error?: Answer<unknown>['error'] };
  return { status: answer.status, body: content, error: content.error };
}

/** Sends the whole file; resolves with what the server says about its last part. */
export async function uploadAnswer(client: Client, path: string, sent: Sent) {
  const begun = await announce(client, path, sent);
  if (begun.status !== 200) return { file: null, error: begun.error };
  let file: FileRef | null = null;
  for (let part = 0; part < partsOf(sent.bytes.byteLength); part++) {
    const { error, body } = await sendPart(client, begun.body.id, sent.bytes, part);
    if (error) return { file: null, error };
    file = body.file;
  }
  return { file, error: undefined };
}

/** Resolves with the file, or with the code of the refusal. */
export async function upload(client: Client, path: string, sent: Sent): Promise<FileRef | string> {
  const { file, error } = await uploadAnswer(client, path, sent);
  return file ?? error?.code ?? 'NO_FILE';
}

/** Works like `upload`, but fails the test when the file was refused. */
export async function uploaded(client: Client, path: string, sent: Partial<Sent> = {}): Promise<FileRef> {
  const file = await upload(client, path, { name: 'capture.png', bytes: await screenshot(), ...sent });
  if (typeof file === 'string') throw new Error(file);
  return file;
}

type Retry = <T>(request: () => Promise<Answer<T>>) => Promise<Answer<T>>;

/** Repeats after cuts and lost answers from where the server is, as the real client does. */
export async function uploadSurely(
  client: Client,
  path: string,
  sent: Required<Omit<Sent, 'waveform'>>,
  retry: Retry,
): Promise<FileRef> {
  for (;;) {
    let upload = granted(await retry(() => announce(client, path, sent)));
    while (!upload.file) {
      const part = Math.min(upload.received, upload.parts - 1);
      const answer = await retry(
        async () => (await sendPart(client, sent.id, sent.bytes, part)) as Answer<Upload>,
      );
      if (answer.status !== 200 && answer.error.code === 'FILE_PART_WRONG') break;
      upload = granted(answer);
    }
    if (upload.file) return upload.file;
  }
}

/** The picture has one colour. */
export async function screenshot(width = 64, height = 48, background = '#3366aa'): Promise<Uint8Array> {
  return new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  );
}

/** The GIF has three frames. */
export async function animation(width = 40, height = 30): Promise<Uint8Array> {
  const frames = ['#ff0000', '#00ff00', '#0000ff'].map((color) => screenshot(width, height, color));
  const pictures = (await Promise.all(frames)).map((frame) => Buffer.from(frame));
  return sharp(pictures, { join: { animated: true } })
    .gif({ delay: [80, 80, 80] })
    .toBuffer();
}

/** The text is pseudorandom, so that nothing can compress it. */
export function longText(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let seed = 17;
  for (let at = 0; at < length; at++) {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    bytes[at] = 97 + (seed % 26);
  }
  return bytes;
}

/** Draws a picture of the demo as PNG; a journey cannot import the module that the build makes. */
export async function drawnByDemo(name: string): Promise<Uint8Array> {
  const file = join(import.meta.dirname, `../src/demo/drawings/${name}.svg`);
  return new Uint8Array(await sharp(file).png().toBuffer());
}

/** The picture has black and white stripes of `stripe` pixels, like a text. */
export async function stripes(width: number, height: number, stripe: number): Promise<Uint8Array> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++)
    pixels.fill(Math.floor((at % width) / stripe) % 2 === 0 ? 0 : 255, 3 * at, 3 * at + 3);
  return new Uint8Array(
    await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  );
}

/** The grey picture has stripes of so many pixels in `area`, which is given in shares of its sides. */
export async function stripedWithin(
  area: { x: number; y: number; width: number; height: number },
  { type, width, height, stripe }: { type: 'jpeg' | 'png'; width: number; height: number; stripe: number },
): Promise<Uint8Array> {
  const inside = [area.width * width, area.height * height].map(Math.floor) as [number, number];
  const picture = sharp({ create: { width, height, channels: 3, background: '#b0b0b0' } }).composite([
    {
      input: Buffer.from(await stripes(...inside, stripe)),
      left: Math.ceil(area.x * width),
      top: Math.ceil(area.y * height),
    },
  ]);
  return new Uint8Array(await (type === 'jpeg' ? picture.jpeg({ quality: 60 }) : picture.png()).toBuffer());
}
