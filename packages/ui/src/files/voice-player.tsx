import { secondsLabel, VOICE_BAR_MAX } from '@guilde/contracts/files/rules.ts';
import { Pause, Play } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { nextRate, playOrPause, seek, usePlaybackOf, type Voice } from './playback.ts';

const STEP_SECONDS = 1;
const HEIGHT = 100;
/** This height keeps a silence visible. */
const LOWEST_BAR = 8;

type VoicePlayerProps = {
  /** It is null while nothing can be played. */
  voice: Voice | null;
  seconds: number;
  waveform: readonly number[];
  /** « Message vocal de Karim, hier 14:02 » */
  label: string;
  hasRate?: boolean;
  className?: string;
};

export function VoicePlayer({
  voice,
  seconds,
  waveform,
  label,
  hasRate = true,
  className,
}: VoicePlayerProps) {
  const { isPlaying, at, rate } = usePlaybackOf(voice?.id ?? '');
  const isBegun = isPlaying || at > 0;
  const length = secondsLabel(seconds);
  return (
    <fieldset disabled={!voice} className={cn('w-72 max-w-full min-w-0', className)}>
      <legend className="sr-only">{`${label}, ${length}`}</legend>
      <div className="flex h-14 items-center gap-2">
        <Button
          type="button"
          size="icon"
          className="rounded-full"
          aria-label={isPlaying ? 'Mettre en pause' : 'Écouter'}
          onClick={() => voice && playOrPause(voice)}
        >
          {isPlaying ? (
            <Pause fill="currentColor" />
          ) : (
            <Play fill="currentColor" className="translate-x-px" />
          )}
        </Button>
        <div className="grid min-w-0 flex-1 gap-0.5">
          <div className="relative rounded-sm has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-ring">
            <Waveform bars={waveform} played={isBegun ? at / seconds : 0} />
            <input
              type="range"
              aria-label="Position"
              aria-valuetext={`${secondsLabel(at)} sur ${length}`}
              min={0}
              max={seconds}
              step={STEP_SECONDS}
              value={Math.min(seconds, Math.round(at))}
              className="absolute -inset-y-1 inset-x-0 h-9 w-full cursor-pointer touch-pan-y opacity-0 disabled:cursor-default"
              onChange={({ currentTarget }) => voice && seek(voice, Number(currentTarget.value))}
            />
          </div>
          <span className="text-left text-xs text-muted-foreground tabular-nums">
            {isBegun ? `${secondsLabel(at)} / ${length}` : length}
          </span>
        </div>
        {hasRate && (
          <Button
            type="button"
            variant="ghost"
            size="icon"
            className="text-xs tabular-nums"
            aria-label={`Vitesse de lecture\u00a0: ${rateLabel(rate)}`}
            onClick={nextRate}
          >
            {rateLabel(rate)}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

/** « 1,5× » */
function rateLabel(rate: number): string {
  return `${rate.toLocaleString('fr-FR')}×`;
}

/** `played` is a share from 0 to 1. */
export function Waveform({ bars, played }: { bars: readonly number[]; played: number }) {
  const path = bars
    .map((bar, index) => {
      const height = Math.max(LOWEST_BAR, (bar / VOICE_BAR_MAX) * HEIGHT);
      return `M${index + 0.5} ${(HEIGHT - height) / 2}v${height}`;
    })
    .join('');
  const lines = (className: string) => (
    <svg
      aria-hidden
      viewBox={`0 0 ${bars.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cn('absolute inset-0 size-full', className)}
    >
      <path d={path} stroke="currentColor" strokeWidth={0.55} />
    </svg>
  );
  return (
    <span aria-hidden className="relative block h-7">
      {lines('text-muted-foreground/50')}
      <span className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - played * 100}% 0 0)` }}>
        {lines('text-primary')}
      </span>
    </span>
  );
}
