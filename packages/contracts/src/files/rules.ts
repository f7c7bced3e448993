import type { z } from 'zod';
import { PERIODS } from '../retention/periods.ts';
import { plainLine } from '../text.ts';
import type * as output from './output.ts';

const MEGABYTE = 1024 * 1024;

export const FILE_MAX_BYTES = 15 * MEGABYTE;
/** Uploads come in parts of this size, so that an interruption costs one of them. */
export const FILE_PART_BYTES = MEGABYTE / 2;
export const MESSAGE_FILES_MAX = 10;
export const SOS_FILES_MAX = 4;
export const FILE_NAME_MAX = 120;
export const FILE_ALT_MAX = 300;
/** An upload without a message or an SOS is kept for so many hours. */
export const UNUSED_FILE_HOURS = PERIODS.unusedFiles.hours;
export const FILES_PAGE = 50;

/** The server recognises the type by content. */
export const FILE_TYPES = {
  'image/webp': { kind: 'picture', extension: 'webp' },
  'application/pdf': { kind: 'document', extension: 'pdf' },
  'text/csv': { kind: 'document', extension: 'csv' },
  'text/plain': { kind: 'document', extension: 'txt' },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    kind: 'document',
    extension: 'xlsx',
  },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    kind: 'document',
    extension: 'docx',
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    kind: 'document',
    extension: 'pptx',
  },
  'application/vnd.oasis.opendocument.spreadsheet': { kind: 'document', extension: 'ods' },
  'application/vnd.oasis.opendocument.text': { kind: 'document', extension: 'odt' },
  'application/vnd.oasis.opendocument.presentation': { kind: 'document', extension: 'odp' },
  'application/xml': { kind: 'document', extension: 'xml' },
  'audio/webm': { kind: 'voice', extension: 'webm' },
  'audio/mp4': { kind: 'voice', extension: 'm4a' },
} as const;

export type FileType = keyof typeof FILE_TYPES;

/**
 * Pictures are WebP, upright and without metadata; `alt` is absent when nobody has described it. Voice
 * messages are Opus or AAC, and only they have `seconds` and `waveform`.
 */
export type FileRef = z.infer<typeof output.fileOutput>;

/** `received` of `parts` have arrived. `file` is there once all have and the content is accepted. */
export type Upload = z.infer<typeof output.uploadOutput>;

export type FileList = z.infer<typeof output.fileListOutput>;

/**
 * `full` is the picture as large as it is kept, or the original document; `preview` is a small still picture.
 */
export type FileSize = 'full' | 'preview';

export function partsOf(bytes: number): number {
  return Math.ceil(bytes / FILE_PART_BYTES);
}

type Named = Pick<FileRef, 'kind' | 'name' | 'seconds'>;

function fileLabel(file: Named): string {
  return file.kind === 'voice' ? voiceLabel(file) : file.name;
}

/**
 * The label stands for a message without a text: « facture.pdf », « une photo », « 3 photos », « 2 fichiers
 * ».
 */
export function filesLabel(files: readonly Named[]): string {
  const [first] = files;
  if (!first) return '';
  const arePictures = files.every(({ kind }) => kind === 'picture');
  if (files.length === 1) return arePictures ? 'une photo' : fileLabel(first);
  return `${files.length}\u00a0${arePictures ? 'photos' : 'fichiers'}`;
}

/** A voice message is named before its text, which only says what it is about. */
export function textOrFiles({
  content,
  files = [],
}: {
  content: string;
  files?: readonly Named[] | undefined;
}): string {
  if (content === '') return filesLabel(files);
  const voice = files.find(({ kind }) => kind === 'voice');
  return voice ? `${voiceLabel(voice)}\u00a0: ${content}` : content;
}

/** Formats bytes as « 12 ko » or « 3,4 Mo ». */
export function bytesLabel(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.max(1, Math.round(bytes / 1024))}\u00a0ko`;
  return `${(bytes / MEGABYTE).toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00a0Mo`;
}

/** File systems refuse these characters or give them a meaning. */
export const SPECIAL_IN_NAMES = /[<>:"|?*]/g;
/** Windows reserves these names, also with an extension. */
export const RESERVED_NAME = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Makes a safe name of one file or folder, without a path or changes of direction; it may be empty. */
export function plainName(text: string): string {
  return plainLine(text)
    .replace(/[/\\]/g, ' ')
    .replace(SPECIAL_IN_NAMES, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
    .toWellFormed();
}

export const VOICE_SECONDS_MAX = 120;
/** The size suffices for two minutes at the highest bit rate of browsers. */
export const VOICE_MAX_BYTES = 4 * 1024 * 1024;
/** Each bar of a waveform runs from 0 to `VOICE_BAR_MAX`. */
export const VOICE_BARS = 48;
export const VOICE_BAR_MAX = 100;

export function secondsLabel(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Names a voice message as « Message vocal (0:42) ». */
export function voiceLabel({ seconds = 0 }: { seconds?: number | undefined }): string {
  return `Message vocal (${secondsLabel(seconds)})`;
}
