import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { AVATAR_MAX_BYTES, memberName, type Profile } from '@guilde/contracts/profiles/rules.ts';
import { Camera, Trash2 } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { Avatar } from '../kit/avatar.tsx';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { SpinnerIcon } from '../kit/spinner.tsx';
import { toast } from '../kit/toast.ts';
import { failureText } from '../refusals.ts';
import { useRemoveAvatar, useUploadAvatar } from './data.ts';

/** The formats are named, so that a phone converts its own to one of them. */
const ACCEPTED = 'image/jpeg,image/png,image/gif,image/webp';

/** Returns null when the file is acceptable, as far as the client can tell. */
function pictureProblem(file: File): string | null {
  if (!file.type.startsWith('image/')) return shownErrorText('AVATAR_NOT_AN_IMAGE');
  if (file.size > AVATAR_MAX_BYTES) return shownErrorText('AVATAR_TOO_LARGE');
  return null;
}

export function AvatarEditor({ profile }: { profile: Profile }) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadAvatar();
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    const refused = pictureProblem(file);
    setProblem(refused);
    if (refused) return;
    const address = URL.createObjectURL(file);
    setPreview(address);
    upload.mutate(file, {
      onSuccess: () => toast.success('Photo mise à jour', { shownByPage: true }),
      onError: (error) => setProblem(failureText(error, 'Impossible de mettre à jour le profil')),
      onSettled: () => {
        setPreview(null);
        URL.revokeObjectURL(address);
      },
    });
  };
  return (
    <div className="grid grid-cols-1 gap-3 sm:max-w-32 sm:gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:flex-col sm:items-start sm:gap-3">
        <div className="relative shrink-0">
          <Avatar name={memberName(profile)} src={preview ?? profile.avatarLargeUrl} size="xl" />
          {upload.isPending && (
            <output className="absolute inset-0 flex items-center justify-center rounded-full bg-scrim text-white">
              <SpinnerIcon className="size-7" />
              <span className="sr-only">Envoi de la photo…</span>
            </output>
          )}
        </div>
        <div className="flex items-center gap-1">
          <Button
            variant="outline"
            size="sm"
            disabled={upload.isPending}
            onClick={() => input.current?.click()}
          >
            <Camera className={profile.avatarUrl ? 'sm:hidden' : ''} />
            <span>
              {profile.avatarUrl ? (
                'Changer'
              ) : (
                <span>
                  Ajouter<span className="sm:sr-only"> une photo</span>
                </span>
              )}
            </span>
          </Button>
          {profile.avatarUrl && <RemoveAvatar disabled={upload.isPending} />}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        aria-label="Photo de profil"
        className="sr-only"
        tabIndex={-1}
        onChange={choose}
      />
      <p className="text-xs text-muted-foreground">JPG, PNG ou GIF, 5 Mo au plus</p>
      <div role="alert" className="text-sm text-danger empty:hidden">
        {problem}
      </div>
    </div>
  );
}

function RemoveAvatar({ disabled }: { disabled: boolean }) {
  const remove = useRemoveAvatar();
  const confirm = async () => {
    try {
      await remove.mutateAsync();
      toast.success('Photo supprimée', { shownByPage: true });
    } catch (error) {
      toast.error('Erreur', { description: failureText(error, 'Impossible de supprimer la photo') });
      throw error;
    }
  };
  return (
    <ConfirmDialog
      trigger={
        <Button
          variant="ghost"
          size="icon"
          className="md:size-8.5"
          aria-label="Supprimer la photo"
          disabled={disabled}
        >
          <Trash2 />
        </Button>
      }
      title="Supprimer ta photo ?"
      description="Tes initiales la remplaceront partout."
      confirmLabel="Supprimer"
      destructive
      onConfirm={confirm}
    />
  );
}
