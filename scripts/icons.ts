import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Draws every picture of the desktop app, the app on a phone and the link preview from resources/logo.svg.
 * Somebody runs it by hand when the logo changes, and commits the results.
 */
const ROOT = join(import.meta.dirname, '..');
const RESOURCES = join(ROOT, 'resources');
const DESKTOP = join(RESOURCES, 'desktop');
const PHONE = join(ROOT, 'apps/web/public/icons');

type Sharp = (
  input: Buffer,
  options?: { density: number },
) => { resize: (width: number, height: number) => { png: () => { toBuffer: () => Promise<Buffer> } } };
const sharp = createRequire(join(ROOT, 'apps/api/package.json'))('sharp') as Sharp;

const logo = readFileSync(join(RESOURCES, 'logo.svg'), 'utf8');
const [, seal = ''] = /<path fill="#015f43" d="([^"]+)"/.exec(logo) ?? [];
const letter = '<path fill="none" stroke-width="5.5" d="M40.9 24A12 12 0 1 0 44 32H33.5"';
const DOT = '#d92d20';

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${content}</svg>`);

/** Systems draw their own edge around the square. */
const appIcon = (margin: number) =>
  Buffer.from(
    logo.replace(
      'viewBox="0 0 64 64"',
      `viewBox="${-margin} ${-margin} ${64 + 2 * margin} ${64 + 2 * margin}"`,
    ),
  );

/** The ring would be unreadable at 16 pixels. A gap separates the dot from the letter. */
const tray = (hasDot: boolean) =>
  svg(`<mask id="gap"><rect width="64" height="64" fill="#fff"/>${hasDot ? '<circle cx="50" cy="14" r="17"/>' : ''}</mask>
    <g mask="url(#gap)"><path fill="#015f43" d="${seal}"/>${letter} stroke="#fcfaf6"/></g>
    ${hasDot ? `<circle cx="50" cy="14" r="13" fill="${DOT}"/>` : ''}`);

/** macOS colours a template by its transparency, so the letter is cut out. */
const template = (hasDot: boolean) =>
  svg(`<mask id="cut"><rect width="64" height="64" fill="#fff"/>${letter} stroke="#000"/>
    ${hasDot ? '<circle cx="50" cy="14" r="18"/>' : ''}</mask>
    <path mask="url(#cut)" d="${seal}"/>${hasDot ? '<circle cx="50" cy="14" r="12"/>' : ''}`);

/** The digits are strokes, because fonts differ between machines. */
const DIGITS: Record<string, string> = {
  '1': 'M26 22L34 16V48',
  '2': 'M22 24C22 13 42 13 42 24C42 33 22 38 22 48H43',
  '3': 'M22 18C30 12 42 15 41 24C40 31 33 31 30 31C35 31 42 32 42 40C42 50 28 51 21 45',
  '4': 'M37 48V16L20 39H45',
  '5': 'M41 16H25L23 31C30 26 42 28 42 38C42 49 29 51 21 45',
  '6': 'M39 17C26 17 22 28 22 37A10 10 0 1 0 42 38A10 9 0 0 0 22 38',
  '7': 'M21 16H43L30 48',
  '8': 'M32 31A8 7.5 0 1 1 32.1 31A10 8.7 0 1 1 31.9 31',
  '9': 'M25 47C38 47 42 36 42 27A10 10 0 1 0 22 26A10 9 0 0 0 42 26',
};
const NINE_PLUS = `<g transform="translate(-11 0)"><path d="${DIGITS['9']}"/></g><path d="M37 32H57M47 22V42"/>`;

const overlay = (label: string) =>
  svg(`<circle cx="32" cy="32" r="31" fill="${DOT}"/><g fill="none" stroke="#fff" stroke-width="6.5"
    stroke-linecap="round" stroke-linejoin="round">${label === '9-plus' ? NINE_PLUS : `<path d="${DIGITS[label]}"/>`}</g>`);

const png = (source: Buffer, size: number) =>
  sharp(source, { density: (72 * size) / 16 })
    .resize(size, size)
    .png()
    .toBuffer();

function ico(pictures: { size: number; data: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [at, { size, data }] of pictures.entries()) {
    const entry = 6 + 16 * at;
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(data.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += data.length;
  }
  return Buffer.concat([head, ...pictures.map(({ data }) => data)]);
}

/** An .icns file has a block for each PNG picture: a type of four letters, a length, the picture. */
function icns(pictures: { type: string; data: Buffer }[]): Buffer {
  const blocks = pictures.map(({ type, data }) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(data.length + 8, 4);
    return Buffer.concat([head, data]);
  });
  const body = Buffer.concat(blocks);
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}

const sized = (source: Buffer, sizes: number[]) =>
  Promise.all(sizes.map(async (size) => ({ size, data: await png(source, size) })));

async function drawAppIcons(): Promise<void> {
  const icon = appIcon(0);
  for (const { size, data } of await sized(icon, [16, 24, 32, 48, 64, 128, 256, 512, 1024]))
    writeFileSync(join(RESOURCES, 'icons', `${size}x${size}.png`), data);
  writeFileSync(join(RESOURCES, 'icon.ico'), ico(await sized(icon, [16, 24, 32, 48, 64, 128, 256])));
  const mac = appIcon(5);
  const types: [type: string, size: number][] = [
    ['icp4', 16],
    ['ic11', 32],
    ['icp5', 32],
    ['ic12', 64],
    ['ic07', 128],
    ['ic13', 256],
    ['ic08', 256],
    ['ic14', 512],
    ['ic09', 512],
    ['ic10', 1024],
  ];
  const pictures = await Promise.all(
    types.map(async ([type, size]) => ({ type, data: await png(mac, size) })),
  );
  writeFileSync(join(RESOURCES, 'icon.icns'), icns(pictures));
  writeFileSync(join(DESKTOP, 'icon.png'), await png(icon, 256));
}

async function drawTray(): Promise<void> {
  for (const [name, hasDot] of [
    ['tray', false],
    ['tray-unread', true],
  ] as const) {
    const save = async (file: string, data: Promise<Buffer>) =>
      writeFileSync(join(DESKTOP, file), await data);
    await save(`${name}.png`, png(tray(hasDot), 32));
    await save(`${name}@2x.png`, png(tray(hasDot), 64));
    await save(`${name}Template.png`, png(template(hasDot), 18));
    await save(`${name}Template@2x.png`, png(template(hasDot), 36));
    writeFileSync(join(DESKTOP, `${name}.ico`), ico(await sized(tray(hasDot), [16, 20, 24, 32, 48])));
  }
}

async function drawOverlays(): Promise<void> {
  for (const label of [...Object.keys(DIGITS), '9-plus']) {
    writeFileSync(join(DESKTOP, `overlay-${label}.png`), await png(overlay(label), 16));
    writeFileSync(join(DESKTOP, `overlay-${label}@2x.png`), await png(overlay(label), 32));
  }
}

/** The lines have no words, because fonts differ between machines. */
const answer = (y: number, width: number, hue: string) =>
  `<circle cx="656" cy="${y + 40}" r="26" fill="${hue}"/><rect x="700" y="${y}" width="400" height="80" rx="16" fill="#fff"
    stroke="#e4dccd" stroke-width="2"/><path d="M724 ${y + 30}H${724 + width / 2}" stroke="#1d2433" stroke-opacity=".75"/>
    <path d="M724 ${y + 54}H${724 + width}" stroke="#1d2433" stroke-opacity=".3"/>`;

async function drawPreview(): Promise<void> {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
    <rect width="1200" height="630" fill="#fcfaf6"/><rect x="560" width="640" height="630" fill="#f3ede1"/>
    <g transform="translate(120 155) scale(5)"><path fill="#015f43" d="${seal}"/>
    <circle cx="32" cy="32" r="23.5" fill="none" stroke="#d8a531" stroke-width="1.5"/>${letter} stroke="#fcfaf6"/></g>
    <g fill="none" stroke-width="10" stroke-linecap="round">
    <rect x="630" y="76" width="470" height="118" rx="16" fill="#fff" stroke="#e4dccd" stroke-width="2"/>
    <path d="M632 92V178" stroke="#c8452c" stroke-width="6"/>
    <path d="M662 112H742" stroke="#c8452c"/><path d="M662 150H1010" stroke="#1d2433" stroke-width="14"/>
    ${answer(222, 320, '#c9dfd3')}${answer(326, 250, '#f0d9a8')}${answer(430, 340, '#d8d3ea')}
    <rect x="630" y="538" width="470" height="52" rx="16" fill="#dcefe2"/>
    <path d="M656 564l8 9 16-18" stroke="#1a7f4b" stroke-width="6"/><path d="M706 564H850" stroke="#1a7f4b"/></g></svg>`;
  const data = await sharp(Buffer.from(picture)).resize(1200, 630).png().toBuffer();
  writeFileSync(join(ROOT, 'apps/web/public/preview.png'), data);
}

/** Phones cut the full square to their own shape, and all of them keep this circle. */
const maskable = svg(
  `<rect width="64" height="64" fill="#015f43"/><circle cx="32" cy="32" r="23.5" fill="none" stroke="#e4b750"
    stroke-width="1.5"/>${letter} stroke="#fcfaf6"/>`,
);

const monochrome = svg(
  `<mask id="cut"><rect width="64" height="64" fill="#fff"/>${letter} stroke="#000"/></mask>
    <path fill="#fff" mask="url(#cut)" d="${seal}"/>`,
);

/** `glyph` is the page's icon in the menu, from lucide, in a square of 24. */
const shortcut = (glyph: string) =>
  svg(`<circle cx="32" cy="32" r="32" fill="#015f43"/><g transform="translate(16 16) scale(1.333)" fill="none"
    stroke="#fcfaf6" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${glyph}</g>`);
const LIFE_BUOY =
  '<circle cx="12" cy="12" r="10"/><circle cx="12" cy="12" r="4"/><path d="m4.93 4.93 4.24 4.24M14.83 9.17l4.24-4.24M14.83 14.83l4.24 4.24M9.17 14.83l-4.24 4.24"/>';
const SPEECH =
  '<path d="M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z"/>';

async function drawPhoneIcons(): Promise<void> {
  for (const [name, source, size] of [
    ['icon-192', appIcon(0), 192],
    ['icon-512', appIcon(0), 512],
    ['maskable-512', maskable, 512],
    ['apple-touch-icon', maskable, 180],
    ['monochrome-96', monochrome, 96],
    ['shortcut-sos-96', shortcut(LIFE_BUOY), 96],
    ['shortcut-chat-96', shortcut(SPEECH), 96],
  ] as const)
    writeFileSync(join(PHONE, `${name}.png`), await png(source, size));
}

mkdirSync(join(RESOURCES, 'icons'), { recursive: true });
mkdirSync(PHONE, { recursive: true });
mkdirSync(DESKTOP, { recursive: true });
await drawAppIcons();
await drawTray();
await drawOverlays();
await drawPhoneIcons();
await drawPreview();
