import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { secondsLabel } from '@guilde/contracts/files/rules.ts';
import { Mic } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { stopPlayback } from '../files/playback.ts';
import type { RecordingEnd } from '../files/recorder.ts';
import { useIsRecording, useRecording } from '../files/recording-state.ts';
import type { UploadPlace } from '../files/uploading.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { toast } from '../kit/toast.ts';
import { useCommunitySettings } from '../settings/community.ts';
import { lazyPart } from '../shell/lazy-screen.tsx';

export const RecordingBar = lazyPart(async () => (await import('../files/recording-bar.tsx')).RecordingBar);

/** A shorter press begins a recording, which another press ends; a longer one ends with the press. */
const HOLD_MS = 500;

const recorder = () => import('../files/recorder.ts');

/** Records for this conversation. Leaving it ends the recording, which stays in the draft. */
export function useComposerVoice(
  { title }: Pick<Conversation, 'title'>,
  place: UploadPlace,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const isOn = useCommunitySettings().voiceMessages;
  const isRecording = useIsRecording(place.key);
  const { key } = place;
  useEffect(
    () => () => {
      stopPlayback();
      if (useRecording.getState().current?.key !== key) return;
      void recorder().then(({ finishRecording }) => finishRecording('left'));
    },
    [key],
  );
  const keep = async (recorded: Blob, about: number, end: RecordingEnd) => {
    const { attachVoice } = await import('../files/uploading.ts');
    const length = secondsLabel(await attachVoice(place, recorded, about));
    if (end === 'left')
      toast.info('Enregistrement arrêté', {
        description: `Ton message vocal (${length}) t’attend dans «\u00a0${title}\u00a0».`,
      });
    else if (end === 'full')
      toast.info('Deux minutes\u00a0: l’enregistrement s’est arrêté', {
        description: 'Écoute-le, puis envoie-le.',
      });
    else if (end === 'cut')
      toast.info('Le micro s’est coupé', { description: 'Ce qui était enregistré est prêt à partir.' });
    else announce(`Enregistrement terminé, ${length}. Écoute-le ou envoie-le.`);
    if (matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  };
  const start = async () => {
    stopPlayback();
    // The code that follows the recording must be loaded before it.
    const loaded = Promise.all([recorder(), import('../files/uploading.ts'), import('../files/waveform.ts')]);
    const problem = await loaded.then(
      ([{ startRecording }]) => startRecording(key, (...recorded) => void keep(...recorded)),
      () => 'Vérifie ta connexion, puis réessaie.',
    );
    if (problem) toast.error('Pas d’enregistrement', { description: problem });
  };
  return { isOn, isRecording, start };
}

/** The button is tapped, held, or pressed by keyboard. */
export function VoiceButton({ onStart, className }: { onStart: () => Promise<void>; className?: string }) {
  const isPressed = useRef(false);
  const press = () => {
    isPressed.current = true;
    const from = performance.now();
    const started = onStart();
    const release = () => {
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', release);
      if (performance.now() - from >= HOLD_MS)
        void started.then(recorder).then(({ finishRecording }) => finishRecording());
    };
    addEventListener('pointerup', release);
    addEventListener('pointercancel', release);
  };
  return (
    <Button
      type="button"
      variant="ghost"
      size="icon"
      aria-label="Enregistrer un message vocal"
      title="Enregistrer un message vocal"
      className={cn('size-11 shrink-0 touch-none', className)}
      onPointerEnter={() => void recorder()}
      onPointerDown={({ button }) => button === 0 && press()}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        // The click came by keyboard or from a screen reader.
        if (!isPressed.current) void onStart();
        isPressed.current = false;
      }}
    >
      <Mic />
    </Button>
  );
}
