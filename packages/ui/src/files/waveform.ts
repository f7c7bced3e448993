import { VOICE_BAR_MAX, VOICE_BARS } from '@guilde/contracts/files/rules.ts';

/** This is the smallest rate that browsers allow everywhere, which is enough for bars. */
const SAMPLE_RATE = 8000;

export type MeasuredVoice = { seconds: number; waveform: number[] };

/** Measures the loudness over the length; the loudest bar is `VOICE_BAR_MAX`. */
export async function waveformOf(recorded: Blob): Promise<MeasuredVoice> {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const sound = await context.decodeAudioData(await recorded.arrayBuffer());
  return { seconds: Math.max(1, Math.round(sound.duration)), waveform: barsOf(sound.getChannelData(0)) };
}

export function barsOf(samples: Float32Array): number[] {
  const size = samples.length / VOICE_BARS;
  const loudness = Array.from({ length: VOICE_BARS }, (_, bar) => {
    const part = samples.subarray(Math.floor(bar * size), Math.floor((bar + 1) * size));
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length));
  });
  const loudest = Math.max(...loudness);
  return loudness.map((one) => (loudest > 0 ? Math.round((one / loudest) * VOICE_BAR_MAX) : 0));
}

/** Stands in for a recording that this browser cannot decode. */
export function flatWaveform(seconds: number): MeasuredVoice {
  return { seconds: Math.max(1, Math.round(seconds)), waveform: new Array<number>(VOICE_BARS).fill(0) };
}
