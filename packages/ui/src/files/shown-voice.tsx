import type { FileRef } from '@guilde/contracts/files/rules.ts';
import { contentOf } from './attachments.ts';
import { fileAddress } from './file-address.ts';
import { VoicePlayer } from './voice-player.tsx';

export function ShownVoice({
  place,
  file,
  caption,
  isPending,
}: {
  place: string;
  file: FileRef;
  caption: string;
  isPending: boolean;
}) {
  const source = contentOf(file.id)?.url ?? (isPending ? null : fileAddress(place, file, 'full'));
  return (
    <VoicePlayer
      voice={source === null ? null : { id: file.id, source }}
      seconds={file.seconds ?? 0}
      waveform={file.waveform ?? []}
      label={`Message vocal ${caption}`}
      className="rounded-md border bg-card pr-0.5 pl-2"
    />
  );
}
