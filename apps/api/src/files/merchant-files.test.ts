import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileRef } from '@guilde/contracts/files/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { MERCHANT_FILES } from '../../test/merchant-files.ts';
import { granted, openChat } from '../../test/scenes.ts';
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

it.each(MERCHANT_FILES)('$tool: $name is kept as $as, or refused as $why', async (sample) => {
  const { tool, name, bytes, as, why } = sample;
  const { file, error } = await uploadAnswer(claire, place, { name, bytes });
  const kind = error?.code === 'FILE_HAS_MACROS' ? 'macros' : error?.params?.found;
  expect({ as: file?.name, why: kind }).toEqual({ as, why });
  const outcome = file ? `\`${file.name}\`` : `« ${error?.message} »`;
  expect(DOCUMENT).toContain(`\n| ${tool} | \`${name}\` | ${outcome} |\n`);
});

it('docs/files.md says how many there are, and names no other', () => {
  const refused = MERCHANT_FILES.filter(({ why }) => why !== undefined).length;
  expect(DOCUMENT).toContain(`${MERCHANT_FILES.length} files, of which ${refused} are refused`);
  const [rows = ''] = DOCUMENT.split('## Exports of tools')[1]?.split('\n## ') ?? [];
  expect(rows.match(/^\| (?!---|tool)/gm)).toHaveLength(MERCHANT_FILES.length);
});

it('a refused file takes nothing else with it: the message goes with the others', async () => {
  const [good, bad] = [
    MERCHANT_FILES.find(({ as }) => as !== undefined),
    MERCHANT_FILES.find(({ why }) => why !== undefined),
  ];
  if (!good || !bad) throw new Error('The corpus has both');
  const first = await uploadAnswer(claire, place, good);
  expect((await uploadAnswer(claire, place, bad)).error?.code).toBe('FILE_TYPE_REFUSED');
  const message = { id: randomUUID(), content: 'Les deux exports', files: [(first.file as FileRef).id] };
  expect(granted(await claire.post(place.replace('files', 'messages'), message))).toMatchObject({
    content: 'Les deux exports',
    files: [{ name: good.as }],
  });
});
