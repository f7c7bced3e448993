import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileRef } from '@guilde/contracts/files/rules.ts';
import { expect, it } from 'vitest';
import { withChatFiles } from '../../test/chat-files.ts';
import { MERCHANT_FILES } from '../../test/merchant-files.ts';
import { granted } from '../../test/scenes.ts';
import { uploadAnswer } from '../../test/uploads.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../../docs/files.md'), 'utf8');

const chat = withChatFiles();

it.each(MERCHANT_FILES)('$tool: $name is kept as $as, or refused as $why', async (sample) => {
  const { tool, name, bytes, as, why } = sample;
  const { file, error } = await uploadAnswer(chat.claire, chat.place, { name, bytes });
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
  const first = await uploadAnswer(chat.claire, chat.place, good);
  expect((await uploadAnswer(chat.claire, chat.place, bad)).error?.code).toBe('FILE_TYPE_REFUSED');
  const message = { id: randomUUID(), content: 'Les deux exports', files: [(first.file as FileRef).id] };
  expect(granted(await chat.claire.post(chat.place.replace('files', 'messages'), message))).toMatchObject({
    content: 'Les deux exports',
    files: [{ name: good.as }],
  });
});
