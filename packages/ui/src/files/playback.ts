import { create } from 'zustand';
import { toast } from '../kit/toast.ts';

/** `source` is the address of the sound. */
export type Voice = { id: string; source: string };

const RATES = [1, 1.5, 2];

/** The page has one audio element: one message plays at a time, also while its row is scrolled away. */
type Playback = { id: string | null; isPlaying: boolean; at: number; rate: number };

const NOTHING = { id: null, isPlaying: false, at: 0 };

const usePlayback = create<Playback>(() => ({ ...NOTHING, rate: 1 }));

let element: HTMLAudioElement | null = null;

export function usePlaybackOf(id: string): Omit<Playback, 'id'> {
  const isPlaying = usePlayback((playback) => playback.id === id && playback.isPlaying);
  const at = usePlayback((playback) => (playback.id === id ? playback.at : 0));
  const rate = usePlayback((playback) => playback.rate);
  return { isPlaying, at, rate };
}

export function playOrPause(voice: Voice): void {
  const audio = choose(voice);
  if (audio.paused) void play(audio);
  else audio.pause();
}

/** A message that does not play yet will begin there. */
export function seek(voice: Voice, seconds: number): void {
  choose(voice).currentTime = seconds;
  usePlayback.setState({ at: seconds });
}

export function nextRate(): void {
  const { rate } = usePlayback.getState();
  const next = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1;
  usePlayback.setState({ rate: next });
  if (element) element.playbackRate = next;
}

export function stopPlayback(): void {
  if (usePlayback.getState().id === null) return;
  element?.pause();
  element?.removeAttribute('src');
  usePlayback.setState(NOTHING);
}

function choose({ id, source }: Voice): HTMLAudioElement {
  element ??= made();
  if (usePlayback.getState().id !== id) {
    element.pause();
    element.src = source;
    element.playbackRate = usePlayback.getState().rate;
    usePlayback.setState({ id, isPlaying: false, at: 0 });
  }
  return element;
}

async function play(audio: HTMLAudioElement): Promise<void> {
  try {
    await audio.play();
  } catch (error) {
    // The browser aborts a message when another one is played; nothing has failed.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    stopPlayback();
    toast.error('Ce message vocal n’a pas pu être lu', {
      description: 'Vérifie ta connexion, puis réessaie.',
    });
  }
}

function made(): HTMLAudioElement {
  const audio = new Audio();
  audio.preload = 'auto';
  const follow = () => {
    usePlayback.setState({ isPlaying: !audio.paused && !audio.ended, at: audio.currentTime });
  };
  for (const event of ['play', 'pause', 'timeupdate', 'seeked']) audio.addEventListener(event, follow);
  audio.addEventListener('ended', () => usePlayback.setState({ isPlaying: false, at: 0 }));
  // The element forgets the rate with each source.
  audio.addEventListener('loadeddata', () => {
    audio.playbackRate = usePlayback.getState().rate;
  });
  return audio;
}
