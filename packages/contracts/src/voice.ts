/** Of a voice message, in seconds. */
export const VOICE_SECONDS_MAX = 120;
/** Two minutes, as generous as any browser records them. */
export const VOICE_MAX_BYTES = 4 * 1024 * 1024;
/** Of a waveform, each from 0 to `VOICE_BAR_MAX`. */
export const VOICE_BARS = 48;
export const VOICE_BAR_MAX = 100;

/** « 0:42 » */
export function secondsLabel(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** « Message vocal (0:42) » */
export function voiceLabel({ seconds = 0 }: { seconds?: number | undefined }): string {
  return `Message vocal (${secondsLabel(seconds)})`;
}
