import {
  FILE_MAX_BYTES,
  FILE_NAME_MAX,
  FILE_PART_BYTES,
  type Upload,
} from '@guilde/contracts/files/rules.ts';
import { retryDelay } from '@guilde/contracts/retry.ts';
import { ending, normalized } from '@guilde/contracts/text.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import { ApiError, callWith, errorMessage, isRefusal, isTransientError } from '../api.ts';
import type { Platform } from '../platform.ts';
import {
  type Attachment,
  attachmentsOf,
  changeAttachment,
  changeAttachments,
  contentOf,
  dropContent,
  keepContent,
  keepStill,
  setProgress,
} from './attachments.ts';
import { isMoving } from './motion.ts';
import { readablePicture } from './readable-picture.ts';
import { redrawn } from './redrawn.ts';

/** `key` is that of the draft, uploads begin at `path`, and `max` limits the files of a message or SOS. */
export type UploadPlace = { platform: Pick<Platform, 'fetch'>; key: string; path: string; max: number };

const VOICE_NAME = 'Message vocal';

/** After this many failures in a row the member is asked. */
const ATTEMPTS = 8;

const running = new Map<string, AbortController>();

/** Adds and sends files; returns why some are left out, or null. */
export function attach(place: UploadPlace, given: readonly File[]): string | null {
  let problem: string | null = null;
  const added: { attachment: Attachment; blob: File }[] = [];
  for (const blob of given) {
    const reason = unfit(blob);
    if (reason) problem = reason;
    else added.push({ attachment: attachmentOf(blob), blob });
  }
  changeAttachments(place.key, (known) => {
    const free = place.max - known.length;
    if (added.length > free) problem = `${place.max} fichiers au plus à la fois.`;
    added.splice(Math.max(0, free));
    return [...known, ...added.map(({ attachment }) => attachment)];
  });
  for (const { attachment, blob } of added) keepContent(attachment.id, blob);
  for (const { attachment, blob } of added) void prepare(place, attachment.id, blob);
  return problem;
}

function unfit({ name, size }: File): string | null {
  if (size > FILE_MAX_BYTES) return `«\u00a0${name}\u00a0» dépasse 15\u00a0Mo.`;
  return size === 0 ? `«\u00a0${name}\u00a0» est vide.` : null;
}

/** Takes a file again whose bytes a restart has taken; returns why it is left out, or null. */
export function attachAgain(place: UploadPlace, lost: Attachment, file: File): string | null {
  const problem = unfit(file);
  if (!problem) void replaceAttachment(place, { ...lost, name: attachmentOf(file).name }, file);
  return problem;
}

/** `about` estimates the length in seconds; the result is exact. */
export async function attachVoice(place: UploadPlace, recorded: Blob, about: number): Promise<number> {
  const { flatWaveform, waveformOf } = await import('./waveform.ts');
  const voice = await waveformOf(recorded).catch(() => flatWaveform(about));
  const id = newUuid();
  keepContent(id, recorded, voice.waveform);
  const attachment = { id, name: VOICE_NAME, bytes: recorded.size, alt: '', file: null, voice };
  changeAttachments(place.key, (known) => [...known, attachment]);
  void send(place, id, recorded);
  return voice.seconds;
}

function attachmentOf({ name, size }: File): Attachment {
  return {
    id: newUuid(),
    name: ending(normalized(name, 'NFC'), FILE_NAME_MAX),
    bytes: size,
    alt: '',
    file: null,
  };
}

/** The file of the device cannot be read any more; a new attempt does not help. */
class UnreadableFile extends Error {
  constructor() {
    super('Ce fichier a été modifié ou déplacé depuis. Ajoute-le à nouveau.');
  }
}

/** Bytes are read before they are sent, so that the network is not blamed for the file. */
async function readPart(blob: Blob, from: number): Promise<ArrayBuffer> {
  const part = blob.slice(from, from + FILE_PART_BYTES);
  const bytes = await part.arrayBuffer().catch(() => null);
  if (bytes?.byteLength !== part.size) throw new UnreadableFile();
  return bytes;
}

async function prepare(place: UploadPlace, id: string, blob: Blob): Promise<void> {
  setProgress(id, { sent: 0, problem: null });
  try {
    await readPart(blob, 0);
    const readable = await readablePicture(blob);
    if (readable !== blob) {
      dropContent(id);
      keepContent(id, readable);
      changeAttachment(place.key, id, { bytes: readable.size });
    }
    keepStill(id, (await isMoving(readable)) ? await redrawn(readable, 'image/png') : undefined);
    await send(place, id, readable);
  } catch (error) {
    const problem = error instanceof Error ? error.message : errorMessage(error);
    setProgress(id, { sent: 0, problem, isRefused: true });
  }
}

/** Continues an upload from where it stopped. */
export function resend(place: UploadPlace, id: string): void {
  const content = contentOf(id);
  if (content) void send(place, id, content.blob);
}

/** The new content has a new id, so that nothing of the first stays after painting over a part. */
export async function replaceAttachment(
  place: UploadPlace,
  { id, name, alt }: Attachment,
  blob: Blob,
): Promise<void> {
  const next = newUuid();
  keepContent(next, blob);
  changeAttachments(place.key, (known) =>
    known.map((one) => (one.id === id ? { ...one, id: next, name, bytes: blob.size, file: null } : one)),
  );
  stop(place, id);
  await prepare(place, next, blob);
  if (alt !== '') await describeAttachment(place, next, alt).catch(() => undefined);
}

export function detach(place: UploadPlace, id: string): void {
  const known = attachmentsOf(place.key).find((one) => one.id === id);
  changeAttachments(place.key, (all) => all.filter((one) => one.id !== id));
  if (known?.shownAt === undefined) stop(place, id);
}

export function stopAll(place: UploadPlace, attachments: readonly Attachment[]): void {
  for (const { id, shownAt } of attachments) if (shownAt === undefined) stop(place, id);
}

/** Sends files again that the server no longer has, or marks them as lost. */
export async function recheck(place: UploadPlace): Promise<void> {
  for (const { id, file, shownAt } of attachmentsOf(place.key)) {
    if (!file || shownAt !== undefined) continue;
    const isGone = await callWith<Upload>(place.platform, `/api/files/${id}`, {}).then(
      (upload) => upload.file === null,
      (error: unknown) => isRefusal(error, 'NOT_FOUND'),
    );
    if (!isGone) continue;
    changeAttachment(place.key, id, { file: null });
    resend(place, id);
  }
}

/** The server deletes its part at once; if the request fails, it does so after a day. */
function stop({ platform }: UploadPlace, id: string): void {
  running.get(id)?.abort();
  running.delete(id);
  dropContent(id);
  platform.fetch(`/api/files/${id}`, { method: 'DELETE' }).catch(() => undefined);
}

export async function describeAttachment(place: UploadPlace, id: string, alt: string): Promise<void> {
  const { file } = await callWith<Upload>(place.platform, `/api/files/${id}`, asJson('PATCH', { alt }));
  changeAttachment(place.key, id, { alt, file });
}

async function send(place: UploadPlace, id: string, blob: Blob): Promise<void> {
  const control = new AbortController();
  running.set(id, control);
  let failures = 0;
  setProgress(id, { sent: 0, problem: null });
  while (!control.signal.aborted)
    try {
      const file = await sendOnce(place, id, blob, control.signal, () => {
        failures = 0;
      });
      if (!control.signal.aborted) changeAttachment(place.key, id, { name: file.name, file });
      return;
    } catch (error) {
      if (control.signal.aborted) return;
      const isUnreadable = error instanceof UnreadableFile;
      const isTransient = !isUnreadable && (isTransientError(error) || isRefusal(error, 'FILE_PART_WRONG'));
      if (!isTransient || ++failures >= ATTEMPTS) {
        const problem = isUnreadable ? error.message : errorMessage(error);
        setProgress(id, { sent: 0, problem, isRefused: !isTransient });
        return;
      }
      const seconds = error instanceof ApiError ? Number(error.params.seconds ?? 0) : 0;
      await pause(Math.max(retryDelay(failures - 1, Math.random), seconds * 1000), control.signal);
    }
}

/** Begins at the offset that the server has reached. */
async function sendOnce(
  { platform, path }: UploadPlace,
  id: string,
  blob: Blob,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<NonNullable<Upload['file']>> {
  const waveform = contentOf(id)?.waveform;
  const unnamed = waveform ? VOICE_NAME : 'image.png';
  const name =
    blob instanceof File && blob.name ? ending(normalized(blob.name, 'NFC'), FILE_NAME_MAX) : unnamed;
  const begin = asJson('POST', { id, name, bytes: blob.size, ...(waveform && { waveform }) });
  let upload = await callWith<Upload>(platform, path, { ...begin, signal });
  while (!upload.file) {
    const part = Math.min(upload.received, upload.parts - 1);
    const from = part * FILE_PART_BYTES;
    setProgress(id, { sent: from, problem: null });
    const body = await readPart(blob, from);
    upload = await callWith<Upload>(platform, `/api/files/${id}/parts/${part}`, {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/octet-stream' },
      signal,
    });
    onProgress();
  }
  return upload.file;
}

function asJson(method: string, value: unknown): RequestInit {
  return { method, body: JSON.stringify(value), headers: { 'content-type': 'application/json' } };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
