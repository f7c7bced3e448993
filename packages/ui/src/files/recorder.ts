import { VOICE_SECONDS_MAX } from '@guilde/contracts/files/rules.ts';
import { secureNavigator } from '../secure-context.ts';
import { useRecording } from './recording-state.ts';

/** AAC comes first because it plays everywhere. */
const TYPES = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/ogg;codecs=opus'];
/** Voice needs no more: two minutes are half a megabyte. */
const BITS_PER_SECOND = 32_000;
const SLICE_MS = 1000;
const TICK_MS = 200;
const SHORTEST_SECONDS = 0.5;

/** `left` means that the conversation was left, `cut` that the microphone is gone. */
export type RecordingEnd = 'finished' | 'full' | 'left' | 'cut';

export type RecordingEnded = (recorded: Blob, seconds: number, end: RecordingEnd) => void;

type Running = { recorder: MediaRecorder; stream: MediaStream; end: RecordingEnd | 'cancelled' };

let running: Running | null = null;

/** Asks for the microphone and records for the draft `key`. Returns why it cannot, or null. */
export async function startRecording(key: string, onEnd: RecordingEnded): Promise<string | null> {
  if (useRecording.getState().current) return null;
  const type = supportedType();
  const { mediaDevices } = secureNavigator;
  if (!window.isSecureContext) return 'Un navigateur n’enregistre le son que sur une adresse en https.';
  if (!type || !mediaDevices) return 'Ce navigateur n’enregistre pas le son. Écris ton message.';
  const asking = { key, state: 'asking' as const, seconds: 0, stream: null };
  useRecording.setState({ current: asking });
  let stream: MediaStream;
  try {
    stream = await mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  } catch (error) {
    if (useRecording.getState().current === asking) useRecording.setState({ current: null });
    return problemOf(error);
  }
  // The member gave up while the browser asked.
  if (useRecording.getState().current !== asking) {
    release(stream);
    return null;
  }
  try {
    record(key, stream, type, onEnd);
    return null;
  } catch (error) {
    release(stream);
    useRecording.setState({ current: null });
    return problemOf(error);
  }
}

function record(key: string, stream: MediaStream, type: string, onEnd: RecordingEnded): void {
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: BITS_PER_SECOND });
  const own: Running = { recorder, stream, end: 'cut' };
  const slices: Blob[] = [];
  const from = performance.now();
  const seconds = () => (performance.now() - from) / 1000;
  const ticking = setInterval(() => {
    useRecording.setState({ current: { key, state: 'recording', seconds: seconds(), stream } });
    if (seconds() >= VOICE_SECONDS_MAX) finishRecording('full');
  }, TICK_MS);
  recorder.addEventListener('dataavailable', ({ data }) => slices.push(data));
  recorder.addEventListener('stop', () => {
    clearInterval(ticking);
    removeEventListener('beforeunload', askToStay);
    release(stream);
    if (running === own) running = null;
    useRecording.setState({ current: null });
    const recorded = new Blob(slices, { type: type.replace(/;.*/, '') });
    if (own.end !== 'cancelled' && recorded.size > 0 && seconds() >= SHORTEST_SECONDS)
      onEnd(recorded, seconds(), own.end);
  });
  recorder.start(SLICE_MS);
  running = own;
  addEventListener('beforeunload', askToStay);
  useRecording.setState({ current: { key, state: 'recording', seconds: 0, stream } });
}

/** Leaving the page would lose the recording. */
function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

export function finishRecording(end: RecordingEnd = 'finished'): void {
  stop(end);
}

export function cancelRecording(): void {
  stop('cancelled');
}

function stop(end: Running['end']): void {
  if (!running) {
    useRecording.setState({ current: null });
    return;
  }
  running.end = end;
  if (running.recorder.state !== 'inactive') running.recorder.stop();
}

function supportedType(): string | undefined {
  return typeof MediaRecorder === 'undefined'
    ? undefined
    : TYPES.find((type) => MediaRecorder.isTypeSupported(type));
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function problemOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return 'Le micro est refusé. Autorise-le pour Guilde dans les réglages de ton navigateur ou de ton appareil, puis réessaie.';
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return 'Aucun micro trouvé. Branche-en un, puis réessaie.';
  if (name === 'NotReadableError') return 'Une autre application se sert du micro. Ferme-la, puis réessaie.';
  return 'Le micro n’a pas pu être ouvert. Réessaie, ou écris ton message.';
}
