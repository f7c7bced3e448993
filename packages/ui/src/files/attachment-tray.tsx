import { bytesLabel, secondsLabel } from '@guilde/contracts/files/rules.ts';
import { EyeOff, FileText, Pencil, RotateCw, X } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { toast } from '../kit/toast.ts';
import { lazyPart } from '../shell/lazy-screen.tsx';
import {
  type Attachment,
  type AttachmentState,
  contentOf,
  isStillPicture,
  stillAddress,
  useAttachmentStates,
  useProgress,
} from './attachments.ts';
import { DescribeDialog } from './describe-dialog.tsx';
import { fileAddress } from './file-address.ts';
import { PickButton } from './pick-button.tsx';
import { attachAgain, detach, replaceAttachment, resend, type UploadPlace } from './uploading.ts';
import { VoicePlayer, Waveform } from './voice-player.tsx';

const BlurEditor = lazyPart(async () => (await import('./blur-editor.tsx')).BlurEditor);

export function AttachmentTray({
  place,
  attachments,
  className,
  onEmptied,
}: {
  place: UploadPlace;
  attachments: Attachment[];
  className?: string | undefined;
  /** The last file was removed, and its button had the focus. */
  onEmptied: () => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const states = useAttachmentStates(attachments);
  const [describedId, setDescribedId] = useState<string | null>(null);
  const described = attachments.find(({ id }) => id === describedId);
  const [blurredId, setBlurredId] = useState<string | null>(null);
  const blurredAt = attachments.findIndex(({ id }) => id === blurredId);
  const blurred = attachments[blurredAt];
  const blob = blurredId === null ? undefined : contentOf(blurredId)?.blob;
  const focusTool = (index: number, tool: Tool) => {
    const button = list.current?.children[index]?.querySelector<HTMLElement>(`[data-tool="${tool}"]`);
    button?.focus();
    return button;
  };
  const remove = (index: number, id: string) => {
    // The buttons of the neighbours stay, and this one goes.
    if (!focusTool(index + 1, 'remove') && !focusTool(index - 1, 'remove')) onEmptied();
    detach(place, id);
  };
  return (
    <>
      <ul ref={list} aria-label="Fichiers à envoyer" className={cn('flex flex-wrap gap-2 pt-1', className)}>
        {attachments.map((attachment, index) => (
          <li key={attachment.id} className="max-w-full">
            <Attached
              place={place}
              attachment={attachment}
              state={states[index] ?? 'lost'}
              onDescribe={() => setDescribedId(attachment.id)}
              onBlur={() => setBlurredId(attachment.id)}
              onRemove={() => remove(index, attachment.id)}
            />
          </li>
        ))}
      </ul>
      {blurred && blob && (
        <Suspense fallback={null}>
          <BlurEditor
            attachment={blurred}
            blob={blob}
            onDone={(painted) => void replaceAttachment(place, blurred, painted)}
            onClose={() => setBlurredId(null)}
            onReturnFocus={() => focusTool(blurredAt, 'blur')}
          />
        </Suspense>
      )}
      {described && (
        <DescribeDialog place={place} attachment={described} onClose={() => setDescribedId(null)} />
      )}
    </>
  );
}

type Tool = 'blur' | 'remove';

function Attached({
  place,
  attachment,
  state,
  onDescribe,
  onBlur,
  onRemove,
}: {
  place: UploadPlace;
  attachment: Attachment;
  state: AttachmentState;
  onDescribe: () => void;
  onBlur: () => void;
  onRemove: () => void;
}) {
  const { id, name, bytes, alt, file, voice } = attachment;
  const called = voice ? 'ton message vocal' : name;
  const url = stillAddress(id) ?? previewOf(attachment);
  const { problem, isRefused = false } = useProgress(({ byId }) => byId[id]) ?? {};
  const isPicture = file ? file.kind === 'picture' : isStillPicture(id);
  // Text and button keep their room while the picture is sent: the other buttons must not move under a finger.
  const isDescribable = isPicture && attachment.shownAt === undefined;
  return (
    <div className="relative flex max-w-full items-center gap-2 rounded-md border bg-card py-1 pr-1 pl-1.5">
      {voice && <RecordedVoice id={id} url={url ?? null} voice={voice} />}
      {!voice && url && <img src={url} alt="" className="size-11 shrink-0 rounded-sm object-cover" />}
      {!voice && !url && (
        <FileText strokeWidth={1.5} className="mx-2 size-6 shrink-0 text-muted-foreground" />
      )}
      {!(voice && state === 'ready') && (
        <div
          className={cn(
            'grid min-w-0 grid-cols-[minmax(0,auto)] gap-0.5 text-xs',
            isDescribable && 'max-sm:w-28 sm:min-w-28',
          )}
        >
          {!voice && <span className="max-w-48 truncate font-medium">{name}</span>}
          <State
            state={state}
            id={id}
            bytes={bytes}
            problem={problem ?? null}
            alt={alt}
            isVoice={Boolean(voice)}
          />
        </div>
      )}
      <div className="flex shrink-0">
        {state === 'lost' && !voice && <AddAgainButton place={place} lost={attachment} />}
        {state === 'failed' && !isRefused && (
          <IconButton label={`Réessayer d’envoyer ${called}`} onClick={() => resend(place, id)}>
            <RotateCw className="size-4" />
          </IconButton>
        )}
        {state !== 'lost' && !isRefused && isStillPicture(id) && (
          <IconButton label={`Flouter ${name}`} tool="blur" onClick={onBlur}>
            <EyeOff className="size-4" />
          </IconButton>
        )}
        {isDescribable && (
          <IconButton
            label={`Décrire ${name}`}
            onClick={onDescribe}
            className={cn(state !== 'ready' && 'invisible')}
          >
            <Pencil className="size-4" />
          </IconButton>
        )}
        <IconButton label={`Retirer ${called}`} tool="remove" onClick={onRemove}>
          <X className="size-4" />
        </IconButton>
      </div>
    </div>
  );
}

function AddAgainButton({ place, lost }: { place: UploadPlace; lost: Attachment }) {
  const onPick = ([file]: readonly File[]) => {
    const problem = file ? attachAgain(place, lost, file) : null;
    if (problem) toast.error(problem);
  };
  return (
    <PickButton isForOne onPick={onPick} variant="outline" size="sm" className="self-center">
      Ajouter à nouveau<span className="sr-only">{`\u00a0: ${lost.name}`}</span>
    </PickButton>
  );
}

function previewOf({ file, shownAt }: Attachment): string | undefined {
  return file?.kind === 'picture' && shownAt !== undefined
    ? fileAddress(shownAt, file, 'preview')
    : undefined;
}

/** After a restart the page has no sound of it, and only its length is known. */
function RecordedVoice({
  id,
  url,
  voice: { seconds, waveform },
}: {
  id: string;
  url: string | null;
  voice: NonNullable<Attachment['voice']>;
}) {
  if (url)
    return (
      <VoicePlayer
        voice={{ id, source: url }}
        seconds={seconds}
        waveform={waveform}
        label="Ton message vocal"
        hasRate={false}
        className="w-56"
      />
    );
  return (
    <span className="flex h-11 w-40 items-center gap-2 text-xs tabular-nums">
      <span className="sr-only">Ton message vocal</span>
      <span className="flex-1">
        <Waveform bars={waveform} played={0} />
      </span>
      <span>{secondsLabel(seconds)}</span>
    </span>
  );
}

function IconButton({
  label,
  tool,
  ...props
}: {
  label: string;
  tool?: Tool;
  onClick: () => void;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <Button
      type="button"
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      data-tool={tool}
      {...props}
    />
  );
}

function State({
  state,
  id,
  bytes,
  problem,
  alt,
  isVoice,
}: {
  state: AttachmentState;
  id: string;
  bytes: number;
  problem: string | null;
  alt: string;
  isVoice: boolean;
}) {
  const sent = useProgress(({ byId }) => byId[id]?.sent ?? 0);
  if (state === 'lost')
    return (
      <span className="max-w-64 text-danger">
        <span>Pas encore envoyé à la fermeture</span>
        <span>{isVoice && '\u00a0: enregistre-le de nouveau'}</span>
        <span>.</span>
      </span>
    );
  if (state === 'failed') return <span className="max-w-64 text-danger">{problem}</span>;
  if (state === 'ready')
    return (
      <span className="max-w-48 truncate text-muted-foreground">
        {alt === '' ? bytesLabel(bytes) : `« ${alt} »`}
      </span>
    );
  const percent = Math.round((sent / bytes) * 100);
  return (
    <span className="flex items-center gap-1.5 text-muted-foreground">
      <span
        role="progressbar"
        aria-label="Envoi du fichier"
        aria-valuenow={percent}
        className="h-1 w-16 overflow-hidden rounded-full bg-muted max-sm:absolute max-sm:inset-x-1.5 max-sm:bottom-0 max-sm:w-auto"
      >
        <span className="block h-full bg-primary transition-[width]" style={{ width: `${percent}%` }} />
      </span>
      <span className="tabular-nums max-sm:hidden">{`${percent}\u00a0%`}</span>
    </span>
  );
}
