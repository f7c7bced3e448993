import { VOICE_BARS } from '@guilde/contracts/files/rules.ts';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

const FORMATS = {
  webm: () => new WebMOutputFormat({ appendOnly: true }),
  ogg: () => new OggOutputFormat(),
  mp4: () => new Mp4OutputFormat({ fastStart: 'fragmented' }),
};

const SAMPLE_RATE = 48_000;

/** The header says one channel and 48 kHz. */
const OPUS_HEAD = new Uint8Array([...Buffer.from('OpusHead'), 1, 1, 56, 1, 0x80, 0xbb, 0, 0, 0, 0, 0]);

/** Each packet is a frame of silence. The AAC description says AAC-LC, 48 kHz, one channel. */
const SILENCE = {
  opus: { packet: [0xf8, 0xff, 0xfe], seconds: 0.02, codec: 'opus', description: OPUS_HEAD },
  aac: {
    packet: [0x00, 0xc8, 0x00, 0x80, 0x23, 0x80],
    seconds: 1024 / SAMPLE_RATE,
    codec: 'mp4a.40.2',
    description: new Uint8Array([0x11, 0x88]),
  },
} as const;

/** Records as a browser does: the result is a stream without its length and without an index. */
export async function recording(
  format: keyof typeof FORMATS,
  { seconds = 3, codec = format === 'mp4' ? 'aac' : 'opus', tracks = 1 }: Recorded = {},
): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: FORMATS[format](), target });
  const { packet, seconds: each, description, ...config } = SILENCE[codec];
  const sources = Array.from({ length: tracks }, () => new EncodedAudioPacketSource(codec));
  for (const source of sources) output.addAudioTrack(source);
  output.setMetadataTags({ title: 'Position 48.8566, 2.3522' });
  await output.start();
  const decoderConfig = {
    codec: config.codec,
    sampleRate: SAMPLE_RATE,
    numberOfChannels: 1,
    description,
  };
  for (let at = 0; at < seconds / each; at++)
    for (const source of sources)
      await source.add(new EncodedPacket(new Uint8Array(packet), 'key', at * each, each), { decoderConfig });
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

type Recorded = { seconds?: number; codec?: keyof typeof SILENCE; tracks?: number };

export const WAVEFORM = Array.from({ length: VOICE_BARS }, (_, bar) => (bar * 7) % 101);

/** In this WebM of 26 bytes, mediabunny 1.61 looks for the same position for ever. */
export const ENDLESS_VOICE = new Uint8Array(
  Buffer.from('1a45dfa3874282847765626d18538067ffec0000000000000000', 'hex'),
);
