import { randomUUID } from 'node:crypto';
import type { History, Message } from '@guilde/contracts/conversations/rules.ts';
import { type FileRef, textOrFiles, VOICE_MAX_BYTES } from '@guilde/contracts/files/rules.ts';
import { UNREAD_MAIL_MINUTES } from '@guilde/contracts/settings/rules.ts';
import { BufferSource, EncodedPacketSink, Input, MP4, WEBM } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, refusal } from '../../test/scenes.ts';
import { longText, screenshot, upload, uploaded } from '../../test/uploads.ts';
import { recording, WAVEFORM } from '../../test/voices.ts';
import { mailUnreadMessages } from '../conversations/unread-mails.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let hugo: Client;
let chat: string;
const place = () => `${chat}/files`;

beforeAll(async () => {
  guilde = await startGuilde();
  [claire, karim, hugo] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('hugo')];
  chat = `/api/conversations/${(await openChat(claire, karim)).conversation.id}`;
});
afterAll(() => guilde.close());

const record = (bytes: Uint8Array) => ({ name: 'Message vocal', bytes, waveform: WAVEFORM });

async function send(file: FileRef, content = ''): Promise<Message> {
  return granted(
    await claire.post<Message>(`${chat}/messages`, { id: randomUUID(), content, files: [file.id] }),
  );
}

const listen = async (client: Client, { id }: FileRef, range?: string) =>
  client.request(`${chat}/files/${id}/full`, range === undefined ? {} : { headers: { range } });

async function decoded(bytes: Uint8Array) {
  const input = new Input({ formats: [WEBM, MP4], source: new BufferSource(bytes) });
  const [track, ...others] = await input.getTracks();
  if (!track?.isAudioTrack()) throw new Error('No sound');
  const sink = new EncodedPacketSink(track);
  return {
    codec: await track.getCodec(),
    others: others.length,
    seconds: Math.round(await track.computeDuration()),
    middle: (await sink.getPacket(2))?.timestamp,
    tags: await input.getMetadataTags(),
  };
}

describe('a voice message', () => {
  it('is named with its length in a mail about what is unread', async () => {
    await send(await uploaded(claire, place(), record(await recording('webm', { seconds: 7 }))));
    guilde.clock.advance(UNREAD_MAIL_MINUTES * 60_000 + 1000);
    await mailUnreadMessages(guilde.deps);
    const mail = (await guilde.mails()).find(
      ({ to, subject }) => to === karim.email && subject.startsWith('Un message non lu'),
    );
    expect(mail?.text).toContain('Un message vocal (0:07) t’attend');
  });

  it.each([
    ['webm', 'audio/webm', 'opus'],
    ['ogg', 'audio/webm', 'opus'],
    ['mp4', 'audio/mp4', 'aac'],
  ] as const)(
    'recorded as %s is kept as %s, with its length and an index, and played in parts',
    async (format, type, codec) => {
      const recorded = await recording(format, { seconds: 42 });
      const file = await uploaded(claire, place(), record(recorded));
      const extension = type === 'audio/mp4' ? 'm4a' : 'webm';
      expect(file).toMatchObject({
        kind: 'voice',
        type,
        name: `message-vocal.${extension}`,
        seconds: 42,
        waveform: WAVEFORM,
      });
      const { files = [], id } = await send(file, 'Le colis est parti');
      expect(files).toEqual([file]);
      expect(textOrFiles({ content: '', files })).toBe('Message vocal (0:42)');

      const answer = await listen(karim, file);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('content-disposition')).toBe('inline');
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(await decoded(bytes)).toEqual({
        codec,
        others: 0,
        seconds: 42,
        middle: expect.closeTo(2, 1),
        tags: {},
      });
      expect(Buffer.from(bytes).includes('48.8566')).toBe(false);
      // Safari sends this request before it plays anything.
      const part = await listen(karim, file, 'bytes=0-1');
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes 0-1/${file.bytes}`);
      expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(0, 2));
      expect((await listen(hugo, file)).status).toBe(404);

      const answered = await karim.post<Message>(`${chat}/messages`, {
        id: randomUUID(),
        content: 'Merci',
        replyTo: id,
      });
      expect(granted(answered).replyTo?.content).toBe('Message vocal (0:42)\u00a0: Le colis est parti');
      await claire.delete(`${chat}/messages/${id}`);
      expect((await listen(karim, file)).status).toBe(404);
    },
  );

  it('is nothing but Opus or AAC of two minutes, and only a voice message is sound', async () => {
    const code = (bytes: Uint8Array) => upload(claire, place(), record(bytes));
    expect(await code(await recording('webm', { seconds: 121 }))).toMatchObject({ seconds: 120 });
    expect(await code(await recording('webm', { seconds: 130 }))).toBe('VOICE_TOO_LONG');
    expect(await code(new Uint8Array(VOICE_MAX_BYTES + 1))).toBe('VOICE_TOO_LONG');
    expect(await code(await recording('mp4', { codec: 'opus' }))).toBe('VOICE_UNREADABLE');
    expect(await code(await recording('webm', { tracks: 2 }))).toBe('VOICE_UNREADABLE');
    expect(await code((await recording('webm')).slice(0, 90))).toBe('VOICE_UNREADABLE');
    for (const bytes of [await screenshot(), longText(500), Buffer.from('<svg/>'), new Uint8Array(9)])
      expect(await code(new Uint8Array(bytes))).toBe('VOICE_UNREADABLE');
    for (const format of ['webm', 'ogg', 'mp4'] as const)
      expect(await upload(claire, place(), { name: 'a.png', bytes: await recording(format) })).toBe(
        'FILE_TYPE_REFUSED',
      );
    for (const waveform of [[], WAVEFORM.slice(1), WAVEFORM.map(() => 101)])
      expect(
        refusal(await claire.post(place(), { ...record(longText(5)), id: randomUUID(), bytes: 5, waveform })),
      ).toMatch(/INVALID_INPUT$/);
  });

  it('is off when an administrator says so, for everybody at once, and the journal has it', async () => {
    const admin = await guilde.as('nina');
    const settings = '/api/admin/community';
    const live = await karim.live();
    const kept = await send(await uploaded(claire, place(), record(await recording('webm'))));
    const off = { voiceMessages: false, events: false, deals: false, benchmarks: false };
    expect(refusal(await claire.put(settings, { voiceMessages: false }))).toBe('403 TEAM_ONLY');
    expect(granted(await admin.put(settings, { voiceMessages: false }))).toEqual(off);
    granted(await admin.put(settings, { voiceMessages: false }));
    expect((await live.next('community.changed')).settings).toEqual(off);
    live.close();
    expect((await karim.get('/api/settings/community')).body).toEqual(off);
    expect(await upload(claire, place(), record(await recording('webm')))).toBe('VOICE_OFF');
    const { messages } = (await karim.get<History>(`${chat}/messages`)).body;
    expect(messages.find(({ id }) => id === kept.id)?.files).toEqual(kept.files);
    const { items } = (await admin.get<{ items: object[] }>('/api/admin/journal?action=community.change'))
      .body;
    expect(items).toEqual([expect.objectContaining({ action: 'community.change' })]);
    granted(await admin.put(settings, { voiceMessages: true }));
    expect(await upload(claire, place(), record(await recording('webm')))).toMatchObject({ seconds: 3 });
  });
});
