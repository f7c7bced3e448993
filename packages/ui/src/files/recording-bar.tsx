import { secondsLabel, VOICE_SECONDS_MAX } from '@guilde/contracts/files/rules.ts';
import { Square, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { useMedia } from '../kit/use-media.ts';
import { cancelRecording, finishRecording } from './recorder.ts';
import { useRecording } from './recording-state.ts';

const WARNING_SECONDS = 15;
const BARS = 24;

/** Replaces the field while a voice message is recorded. */
export function RecordingBar() {
  const current = useRecording((recording) => recording.current);
  const end = useRef<HTMLButtonElement>(null);
  const state = current?.state;
  const seconds = current?.seconds ?? 0;
  const isEnding = seconds >= VOICE_SECONDS_MAX - WARNING_SECONDS;
  useEffect(() => {
    end.current?.focus({ preventScroll: true });
    if (state === 'recording') announce('Enregistrement en cours, deux minutes au plus.');
  }, [state]);
  useEffect(() => {
    if (isEnding) announce(`Encore ${WARNING_SECONDS} secondes.`);
  }, [isEnding]);
  const isAsking = state === 'asking';
  return (
    <fieldset className="flex min-w-0 flex-1 items-center gap-2">
      <legend className="sr-only">Message vocal</legend>
      <Button
        type="button"
        variant="ghost"
        size="icon"
        className="size-11"
        aria-label="Annuler l’enregistrement"
        title="Annuler l’enregistrement"
        onClick={cancelRecording}
      >
        <Trash2 />
      </Button>
      <div className="flex h-11 min-w-0 flex-1 items-center gap-2.5 rounded-md border border-input bg-card px-3 text-sm">
        <span
          aria-hidden
          className="size-2.5 shrink-0 animate-pulse rounded-full bg-danger motion-reduce:animate-none"
        />
        {isAsking ? (
          <span className="truncate">Autorise le micro…</span>
        ) : (
          <>
            <span role="timer" className="shrink-0 tabular-nums">
              <span>{secondsLabel(Math.floor(seconds))}</span>
              <span className="text-muted-foreground">{` / ${secondsLabel(VOICE_SECONDS_MAX)}`}</span>
            </span>
            <Levels stream={current?.stream ?? null} />
          </>
        )}
      </div>
      <Button
        ref={end}
        type="button"
        className="h-11 max-md:w-11 max-md:px-0"
        aria-label="Terminer l’enregistrement"
        disabled={isAsking}
        onClick={() => finishRecording()}
      >
        <Square fill="currentColor" className="size-4" />
        <span className="max-md:hidden">Terminer</span>
      </Button>
    </fieldset>
  );
}

/** Shows how loud the sound is, with the newest level at the right. */
function Levels({ stream }: { stream: MediaStream | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    if (!stream || isStill) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 512;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Uint8Array(analyser.fftSize);
    const levels = new Array<number>(BARS).fill(0);
    const drawing = setInterval(() => {
      analyser.getByteTimeDomainData(samples);
      levels.shift();
      levels.push(Math.max(...samples.map((sample) => Math.abs(sample - 128))) / 128);
      draw(canvas.current, levels);
    }, 80);
    return () => {
      clearInterval(drawing);
      void context.close();
    };
  }, [stream, isStill]);
  if (isStill) return null;
  return (
    <canvas
      ref={canvas}
      aria-hidden
      width={BARS * 8}
      height={48}
      className="ml-auto h-6 min-w-0 text-primary"
    />
  );
}

function draw(canvas: HTMLCanvasElement | null, levels: readonly number[]): void {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = getComputedStyle(canvas).color;
  for (const [index, level] of levels.entries()) {
    const height = Math.max(4, level * canvas.height);
    context.fillRect(index * 8 + 2, (canvas.height - height) / 2, 4, height);
  }
}
