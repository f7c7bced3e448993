import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withChatFiles } from '../../test/chat-files.ts';
import { DEVICE_PICTURES } from '../../test/device-pictures.ts';
import { uploadAnswer } from '../../test/uploads.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../../docs/files.md'), 'utf8');

const chat = withChatFiles();

it.each(DEVICE_PICTURES)('$device: docs/files.md says what happens to $file', async (picture) => {
  const { device, file, name, make } = picture;
  const { file: taken, error } = await uploadAnswer(chat.claire, chat.place, { name, bytes: await make() });
  const outcome = taken ? `${taken.width} × ${taken.height}` : `« ${error?.message} »`;
  expect(DOCUMENT).toContain(`\n| ${device} | ${file} | ${outcome} |\n`);
});

it('docs/files.md names no other device', () => {
  const [rows = ''] = DOCUMENT.split('## Pictures of devices')[1]?.split('\n## ') ?? [];
  expect(rows.match(/^\| (?!---|device)/gm)).toHaveLength(DEVICE_PICTURES.length);
});
