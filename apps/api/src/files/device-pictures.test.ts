import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { DEVICE_PICTURES } from '../../test/device-pictures.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { openChat } from '../../test/scenes.ts';
import { uploadAnswer } from '../../test/uploads.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../../docs/files.md'), 'utf8');

let guilde: Guilde;
let claire: Client;
let place: string;

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  const { conversation } = await openChat(claire, await guilde.as('karim'));
  place = `/api/conversations/${conversation.id}/files`;
});
afterAll(() => guilde.close());

it.each(DEVICE_PICTURES)('$device: docs/files.md says what happens to $file', async (picture) => {
  const { device, file, name, make } = picture;
  const { file: taken, error } = await uploadAnswer(claire, place, { name, bytes: await make() });
  const outcome = taken ? `${taken.width} × ${taken.height}` : `« ${error?.message} »`;
  expect(DOCUMENT).toContain(`\n| ${device} | ${file} | ${outcome} |\n`);
});

it('docs/files.md names no other device', () => {
  const [rows = ''] = DOCUMENT.split('## Pictures of devices')[1]?.split('\n## ') ?? [];
  expect(rows.match(/^\| (?!---|device)/gm)).toHaveLength(DEVICE_PICTURES.length);
});
