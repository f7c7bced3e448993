import { randomUUID } from 'node:crypto';
import type { Message, ReactionEmoji } from '@guilde/contracts/conversations/rules.ts';
import { FILE_PART_BYTES, partsOf } from '@guilde/contracts/files/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { markSolution, setReaction } from '../conversations/answering.ts';
import { editMessage } from '../conversations/corrections.ts';
import { addFile } from '../conversations/files.ts';
import { sendMessage } from '../conversations/sending.ts';
import { describeFile, storePart } from '../files/uploads.ts';
import type { Deps } from '../platform/deps.ts';
import type { DemoFile, DemoLine } from './data.ts';
import { drawn } from './drawings.ts';

type PersonOf = (firstName: string) => Viewer;

/** `later` lets some minutes pass. */
export async function sayLine(
  deps: Deps,
  conversationId: string,
  { speaker, text, file, answers, mentions = [], was }: DemoLine,
  { said, personOf, later }: { said: readonly Message[]; personOf: PersonOf; later: () => void },
): Promise<Message> {
  const viewer = personOf(speaker);
  const quoted = answers === undefined ? undefined : said[answers];
  const { message } = await sendMessage(deps, viewer, conversationId, {
    id: randomUUID(),
    content: was ?? text,
    ...(quoted && { replyTo: quoted.id }),
    ...(mentions.length > 0 && { mentions: mentions.map((name) => personOf(name).id) }),
    ...(file && { files: [await sendFile(deps, viewer, conversationId, file)] }),
  });
  if (was === undefined) return message;
  later();
  return editMessage(deps, viewer, { conversationId, messageId: message.id }, { content: text });
}

/** The people who react and mark have all joined by then. */
export async function answerLines(
  deps: Deps,
  lines: readonly DemoLine[],
  said: readonly Message[],
  personOf: PersonOf,
): Promise<void> {
  for (const [at, { conversationId, id: messageId }] of said.entries()) {
    const { reactions = {}, solution } = lines[at] ?? {};
    const target = { conversationId, messageId };
    for (const [emoji, names] of Object.entries(reactions) as [ReactionEmoji, string[]][])
      for (const name of names) await setReaction(deps, personOf(name), target, { emoji, isOn: true });
    if (solution) await markSolution(deps, personOf(solution), target, true);
  }
}

async function sendFile(deps: Deps, viewer: Viewer, conversationId: string, file: DemoFile): Promise<string> {
  const bytes = 'text' in file ? new TextEncoder().encode(file.text) : await drawn(file.drawing);
  const { name } = file;
  const id = randomUUID();
  await addFile(deps, viewer, conversationId, { id, name, bytes: bytes.byteLength });
  for (let part = 0; part < partsOf(bytes.byteLength); part++) {
    const content = bytes.slice(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES);
    await storePart(deps, viewer, { fileId: id, part }, content);
  }
  if ('alt' in file) await describeFile(deps, viewer, id, file.alt);
  return id;
}
