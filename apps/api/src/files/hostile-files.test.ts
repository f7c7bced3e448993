import { randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { FileRef } from '@guilde/contracts/files/rules.ts';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { withChatFiles } from '../../test/chat-files.ts';
import { granted } from '../../test/scenes.ts';
import { announce, longText, screenshot, sendPart, upload } from '../../test/uploads.ts';
import {
  contentTypes,
  hiddenDirectory,
  letter,
  MAIN_TYPES,
  openDocument,
  workbook,
  zip64,
} from '../../test/zip-files.ts';
import { files } from './tables.ts';

const chat = withChatFiles();

const send = (name: string, bytes: Uint8Array) => upload(chat.claire, chat.place, { name, bytes });
const text = (content: string) => strToU8(content);

async function jpeg(): Promise<Uint8Array> {
  return new Uint8Array(
    await sharp(await screenshot())
      .jpeg()
      .toBuffer(),
  );
}

/** The PNG claims to be enormous, in a few kilobytes. */
function pixelBomb(side: number): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.ceil(side / 8) + 1));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]),
  );
}

/** Each frame of the GIF has the data of one pixel, whatever its side: 23 bytes. */
function gifOf(frames: number, side: number): Uint8Array {
  const word = (value: number) => [value & 255, value >> 8];
  const head = [...text('GIF89a'), ...word(side), ...word(side), 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const control = [0x21, 0xf9, 4, 0, 10, 0, 0, 0];
  const pixel = [0x2c, 0, 0, 0, 0, ...word(side), ...word(side), 0, 2, 2, 0x44, 1, 0];
  const body = Array.from({ length: frames }, () => [...control, ...pixel]).flat();
  return new Uint8Array([...head, ...body, 0x3b]);
}

function crc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (0xedb88320 & -(value & 1));
  }
  return ~value >>> 0;
}

/** The directory claims one entry less than it has. */
function countedShort(zip: Uint8Array): Uint8Array {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const count = zip.byteLength - 22 + 10;
  view.setUint16(count, view.getUint16(count, true) - 1, true);
  return zip;
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const HTML = '<!doctype html><script>fetch("/api/profile")</script>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';

/** A browser would run each of these as a page. */
const pages = [
  '<feed><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script></feed>',
  "<feed><s:svg xmlns:s = 'http://www.w3.org/2000/&#115;vg' onload='alert(1)'/></feed>",
  '<feed><s:svg xmlns:s="http://www.w3.org/2000/&#x0000000000073;vg" onload="alert(1)"/></feed>',
  '<feed a="xmlns=\'" xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></feed>',
  '<feed a="<!--"><x:script xmlns:x="http://www.w3.org/1999/xhtml"/><b a="-->"/></feed>',
  '<feed><!-- > --><![CDATA[ ]] > ]]><script xmlns="http://www.w3.org/1999/xhtml"/></feed>',
  '<?xml version="1.0"?><?xml-stylesheet href="#a" type="text/xsl"?><feed/>',
  '<?xml version="1.0" encoding="iso-2022-jp"?><feed/>',
  '<!-- a --><?b c?>\n<HTML><script>alert(1)</script></HTML>',
  '<!DOCTYPE feed [<!ENTITY a "b">]><feed/>',
  '<?php system("id");',
];

/** The last end points at the first document, and is the comment of the end before it. */
function twoEnds(shown: Uint8Array, hidden: Uint8Array): Uint8Array {
  const whole = Buffer.concat([hidden, shown.subarray(-22)]);
  whole.writeUInt16LE(22, hidden.length - 2);
  return new Uint8Array(whole);
}

const disguisedMacros = contentTypes(
  MAIN_TYPES.workbook,
  'xl/workbook.xml',
  '<Default Extension="bin" ContentType="application/vnd.ms-office.&#x76;baProject"/>',
);

const REFUSED: [string, string, () => Uint8Array | Promise<Uint8Array>, string][] = [
  ['a page named as a picture', 'photo.png', () => text(HTML), 'FILE_TYPE_REFUSED'],
  ['a page behind spaces and a mark', 'a.txt', () => text(`\ufeff \n${HTML}`), 'FILE_TYPE_REFUSED'],
  ['a drawing with a script', 'logo.svg', () => text(SVG), 'FILE_TYPE_REFUSED'],
  [
    'a drawing named as a picture',
    'logo.png',
    () => text(`<?xml version="1.0"?>${SVG}`),
    'FILE_TYPE_REFUSED',
  ],
  ['a program', 'facture.pdf', () => text('MZ\x90\0\x03\0\0\0'), 'FILE_TYPE_REFUSED'],
  ['a script of a shell', 'a.txt', () => text('#!/bin/sh\nrm -rf ~'), 'FILE_TYPE_REFUSED'],
  ['a zip file', 'photos.zip', () => zipSync({ 'a.txt': text('a') }), 'FILE_TYPE_REFUSED'],
  ['a zip file named as a table', 'a.xlsx', () => zipSync({ 'a.txt': text('a') }), 'FILE_TYPE_REFUSED'],
  ['a cut zip file', 'a.xlsx', () => workbook().slice(0, -30), 'FILE_TYPE_REFUSED'],
  [
    'a table with macros',
    'prix.xlsx',
    () => workbook({ 'xl/vbaProject.bin': text('macro') }),
    'FILE_HAS_MACROS',
  ],
  [
    'a table with old macros',
    'prix.xlsx',
    () => workbook({ 'xl/macrosheets/sheet1.xml': text('macro') }),
    'FILE_HAS_MACROS',
  ],
  [
    'a letter with macros',
    'lettre.docx',
    () => letter({ 'word/vbaProject.bin': text('macro') }),
    'FILE_HAS_MACROS',
  ],
  [
    'a letter whose directory hides its macros',
    'lettre.docx',
    () => countedShort(letter({ 'word/vbaProject.bin': text('macro') })),
    'FILE_TYPE_REFUSED',
  ],
  [
    'a table with macros behind zip64',
    'prix.xlsx',
    () => zip64(workbook({ 'xl/vbaProject.bin': text('macro') })),
    'FILE_HAS_MACROS',
  ],
  [
    'a table whose macros only zip64 shows',
    'prix.xlsx',
    () => hiddenDirectory(workbook(), workbook({ 'xl/vbaProject.bin': text('macro') })),
    'FILE_TYPE_REFUSED',
  ],
  [
    'a table whose macros are behind a second end',
    'prix.xlsx',
    () => twoEnds(workbook({ 'xl/vbaProject.bin': text('macro') }), workbook()),
    'FILE_TYPE_REFUSED',
  ],
  [
    'a table whose macros are called otherwise',
    'prix.xlsx',
    () => workbook({ '[Content_Types].xml': disguisedMacros }),
    'FILE_HAS_MACROS',
  ],
  [
    'a table with macros behind inverse slashes and capitals',
    'prix.xlsx',
    () => workbook({ 'XL\\VBAPROJECT.BIN': text('macro') }),
    'FILE_HAS_MACROS',
  ],
  [
    'a list of parts that unfolds into forty megabytes',
    'prix.xlsx',
    () => workbook({ '[Content_Types].xml': new Uint8Array(40 * 1024 * 1024) }),
    'FILE_TYPE_REFUSED',
  ],
  [
    'an OpenDocument with a script',
    'prix.ods',
    () => openDocument('spreadsheet', { 'Scripts/python/a.py': text('x') }),
    'FILE_HAS_MACROS',
  ],
  ...pages.map((page): (typeof REFUSED)[number] => [
    `a page: ${page.slice(0, 90)}`,
    'flux.xml',
    () => text(page),
    'FILE_TYPE_REFUSED',
  ]),
  [
    'a page in two bytes a letter',
    'a.txt',
    () => Buffer.from(`\ufeff${HTML}`, 'utf16le'),
    'FILE_TYPE_REFUSED',
  ],
  [
    'an old document',
    'a.doc',
    () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    'FILE_TYPE_REFUSED',
  ],
  ['a picture of 900 megapixels', 'a.png', () => pixelBomb(30_000), 'PICTURE_TOO_LARGE'],
  ['a frame of 64 megapixels in 46 bytes', 'a.gif', () => gifOf(1, 8000), 'PICTURE_TOO_LARGE'],
  ['half a picture', 'a.jpg', async () => (await jpeg()).slice(0, 200), 'FILE_PICTURE_UNREADABLE'],
  ['a head without a body', 'a.gif', () => text('GIF89a'), 'FILE_PICTURE_UNREADABLE'],
];

/** The person reads what is wrong and what to do. */
const ANSWERS: Record<string, RegExp> = {
  FILE_TYPE_REFUSED: /^(Ce|Cette|Un|Une|Les) .+\u00a0: .+\.$/,
  FILE_HAS_MACROS: /^Ce document contient des macros, .+\u00a0: enregistre-le sans macros puis renvoie-le\.$/,
  FILE_PICTURE_UNREADABLE: /^Cette image est abîmée ou incomplète\u00a0: enregistre-la de nouveau puis/,
  PICTURE_TOO_LARGE:
    /^Cette image a (900\u00a0mégapixels\u00a0: réduis-la à 250|64\u00a0mégapixels\u00a0: réduis-la à 54) au plus,/,
};

it.each(REFUSED)('%s is refused with what to do, and nothing of it stays', async (_, name, bytes, code) => {
  const content = await bytes();
  const { body } = await announce(chat.claire, chat.place, { name, bytes: content });
  const { error } = await sendPart(chat.claire, body.id, content, 0);
  expect(error).toMatchObject({ code, message: expect.stringMatching(ANSWERS[code] ?? /never/) });
  expect(await chat.guilde.deps.db.orm.select().from(files)).toEqual([]);
});

it('what hides behind a picture is gone, as it is made anew', async () => {
  const polyglots = [
    [...(await jpeg()), ...zipSync({ 'a.html': text(HTML) })],
    [...(await screenshot()), ...text(HTML)],
    [...text('GIF89a/*'), ...text('*/=1;alert(1)')],
  ];
  const answers = await Promise.all(polyglots.map((bytes) => send('a.png', new Uint8Array(bytes))));
  expect(answers[2]).toBe('FILE_PICTURE_UNREADABLE');
  const rows = await chat.guilde.deps.db.orm.select().from(files);
  expect(rows).toHaveLength(2);
  for (const { key } of rows) {
    const bytes = Buffer.from((await chat.guilde.deps.storage.get(`shared/${key}/full.webp`)) ?? []);
    expect([bytes.length > 0, bytes.includes('script'), bytes.includes('PK')]).toEqual([true, false, false]);
  }
});

it('documents are stored as they came and opened by nobody: a bomb, endless pages, a script within', async () => {
  const bomb = workbook({ 'xl/media/a.bin': new Uint8Array(40 * 1024 * 1024) });
  const pages = text(
    `%PDF-1.7\n${'1 0 obj<</Type/Page/AA<</O<</S/JavaScript/JS(app.alert(1))>>>>>>endobj\n'.repeat(10_000)}`,
  );
  const polyglot = text(
    `%PDF-1.7\n${HTML}\n${Buffer.from(zipSync({ 'a.html': text(HTML) })).toString('latin1')}`,
  );
  for (const [name, bytes, type] of [
    ['stock.xlsx', bomb, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['facture.pdf', pages, 'application/pdf'],
    ['lettre.docx', letter({ 'word/media/a.bin': new Uint8Array(40 * 1024 * 1024) }), DOCX],
    ['notice.pdf', polyglot, 'application/pdf'],
    ['=cmd|calc.csv', text('nom;prix\n=cmd|"/c calc"!A1;3\n'), 'text/csv'],
  ] as const) {
    const file = (await send(name, bytes)) as FileRef;
    expect(file).toMatchObject({ type, kind: 'document', bytes: bytes.byteLength });
    const [row] = (await chat.guilde.deps.db.orm.select().from(files)).filter(({ id }) => id === file.id);
    const stored = await chat.guilde.deps.storage.get(`shared/${row?.key}/full.${name.split('.').at(-1)}`);
    expect(Buffer.from(stored ?? []).equals(bytes)).toBe(true);
    const message = { id: randomUUID(), content: '', files: [file.id] };
    granted(await chat.claire.post(chat.place.replace('files', 'messages'), message));
    const { headers } = await chat.claire.request(`${chat.place}/${file.id}/full`);
    expect(headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/sandbox/);
    expect(headers.get('cache-control')).toMatch(/private/);
  }
});

it.each([
  ['../../etc/passwd', 'passwd.txt'],
  ['C:\\Users\\claire\\facture.txt', 'facture.txt'],
  ['facture\u202etxt.exe', 'facturetxt.exe.txt'],
  ['photo.png', 'photo.txt'],
  ['a\u0000b\r\nSet-Cookie: x.txt', 'a b Set-Cookie x.txt'],
  ['  ..  ', 'fichier.txt'],
  ['CON.txt', 'fichier.txt'],
  ['.htaccess', 'htaccess.txt'],
  [`${'é'.repeat(119)}.`, `${'é'.repeat(116)}.txt`],
  ['relevé 2026 "final".TXT', 'relevé 2026 final.txt'],
])('the name « %s » is kept as « %s »', async (given, kept) => {
  expect(((await send(given, longText(20))) as FileRef).name).toBe(kept);
});

it('an id is no path, and none is found that nobody made', async () => {
  for (const id of ['..%2f..%2fsecret', 'x', randomUUID()])
    expect((await chat.claire.get(`/api/files/${id}`)).status).toBe(404);
});

it.each([
  ['501 frames', 501, 1],
  ['three frames of 25 megapixels in 92 bytes', 3, 5000],
])('of an animation of %s the first frames are kept', async (_, frames, side) => {
  expect(await send('a.gif', gifOf(frames, side))).toMatchObject({ kind: 'picture' });
});

it('a photo of 8192 × 6144 pixels, from a phone of 50 megapixels, is taken', async () => {
  const create = { width: 8192, height: 6144, channels: 3, background: '#7a5' } as const;
  expect(await send('IMG_0001.jpg', await sharp({ create }).jpeg().toBuffer())).toMatchObject({
    kind: 'picture',
  });
});
