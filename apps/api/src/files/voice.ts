import { AppError } from '@guilde/contracts/errors.ts';
import { VOICE_SECONDS_MAX } from '@guilde/contracts/files/rules.ts';

/** The shortest packets that browsers write make fewer in two minutes. */
const PACKETS_MAX = 15_000;
/** A recorder stops a little late. */
const LATE_SECONDS = 3;
const CHANNELS_MAX = 2;

export type Voice = { type: 'audio/webm' | 'audio/mp4'; bytes: Uint8Array; seconds: number };

/**
 * Accepts only Opus in WebM or Ogg, or AAC in MP4. The packets are written again with their length and an
 * index, which browsers leave out but players need to seek. Throws VOICE_UNREADABLE, VOICE_TOO_LONG.
 */
export async function voiceOf(bytes: Uint8Array): Promise<Voice> {
  try {
    return await writtenAnew(bytes);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('VOICE_UNREADABLE');
  }
}

async function writtenAnew(bytes: Uint8Array): Promise<Voice> {
  // The library is loaded at the first voice message.
  const media = await import('mediabunny');
  const input = new media.Input({
    formats: [media.WEBM, media.OGG, media.MP4],
    source: new media.BufferSource(bytes),
  });
  const [track, ...others] = await input.getTracks();
  if (!track?.isAudioTrack() || others.length > 0) throw new AppError('VOICE_UNREADABLE');
  const isMp4 = (await input.getFormat()) === media.MP4;
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  const channels = await track.getNumberOfChannels();
  if (codec !== (isMp4 ? 'aac' : 'opus') || !decoderConfig || channels > CHANNELS_MAX)
    throw new AppError('VOICE_UNREADABLE');
  const target = new media.BufferTarget();
  const format = isMp4 ? new media.Mp4OutputFormat({ fastStart: 'in-memory' }) : new media.WebMOutputFormat();
  const output = new media.Output({ format, target });
  const source = new media.EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  let packets = 0;
  let start = 0;
  let end = 0;
  for await (const packet of new media.EncodedPacketSink(track).packets()) {
    if (packets === 0) start = packet.timestamp;
    const at = packet.timestamp - start;
    if (at < 0 || ++packets > PACKETS_MAX) throw new AppError('VOICE_UNREADABLE');
    end = Math.max(end, at + packet.duration);
    if (end > VOICE_SECONDS_MAX + LATE_SECONDS) throw new AppError('VOICE_TOO_LONG');
    await source.add(packet.clone({ timestamp: at }), { decoderConfig });
  }
  if (packets === 0) throw new AppError('VOICE_UNREADABLE');
  await output.finalize();
  if (!target.buffer) throw new AppError('VOICE_UNREADABLE');
  const seconds = Math.min(VOICE_SECONDS_MAX, Math.max(1, Math.round(end)));
  return { type: isMp4 ? 'audio/mp4' : 'audio/webm', bytes: new Uint8Array(target.buffer), seconds };
}
