import { bytesLabel, FILE_MAX_BYTES, SOS_FILES_MAX } from '@guilde/contracts/files/rules.ts';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import { Paperclip } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { isRefusal } from '../api.ts';
import { useMember } from '../auth/account.ts';
import { type Attaching, AttachingArea, useAttaching } from '../files/attaching.tsx';
import { changeAttachments, UNKEPT } from '../files/attachments.ts';
import { PickButton } from '../files/pick-button.tsx';
import { FieldGroup } from '../kit/field.tsx';

const UPLOADS = { path: '/api/sos/files', max: SOS_FILES_MAX };
export const FILE_NOT_SENT = 'Un fichier n’a pas été envoyé\u00a0: réessaie, ou retire-le.';

/** The files are kept with the draft of the SOS. */
export function useNewSosFiles() {
  const { id: memberId } = useMember();
  return useSosFiles(useAttaching({ key: `${memberId}/new-sos`, ...UPLOADS }));
}

export function useCorrectedSosFiles({ id, files }: SosDetail) {
  const { id: memberId } = useMember();
  const key = `${memberId}/sos/${id}${UNKEPT}`;
  const attaching = useAttaching({ key, ...UPLOADS });
  const [before] = useState(files);
  const discard = useEffectEvent(attaching.discard);
  useEffect(() => {
    const shownAt = `sos/${id}`;
    changeAttachments(key, () => before.map((file) => ({ ...file, alt: file.alt ?? '', file, shownAt })));
    return () => discard();
  }, [key, id, before]);
  const isChanged = idsOf(attaching.attachments) !== idsOf(before);
  return { ...useSosFiles(attaching), isChanged };
}

const idsOf = (files: readonly { id: string }[]) => files.map(({ id }) => id).join();

export function useSosFiles(attaching: Attaching) {
  const [isWaiting, setWaiting] = useState(false);
  return {
    attaching,
    /** It waits for uploads under way. */
    isWaiting,
    /** The ids go with the SOS; they are null when a file could not be sent. */
    ids: async (): Promise<string[] | null> => {
      setWaiting(true);
      const files = await attaching.whenSent();
      setWaiting(false);
      return files?.map(({ id }) => id) ?? null;
    },
    /** Files that the server no longer has are sent again, or marked as lost. */
    onRefused: (error: unknown) => {
      if (isRefusal(error, 'FILES_GONE')) attaching.recheck();
    },
  };
}

export type SosFiles = ReturnType<typeof useSosFiles>;

export function SosFilesField({
  files: { attaching },
  form,
  error,
}: {
  files: Pick<SosFiles, 'attaching'>;
  form: RefObject<HTMLElement | null>;
  error?: string | undefined;
}) {
  const count = attaching.attachments.length;
  return (
    <FieldGroup
      label="Captures et fichiers"
      optional
      aside={`${count}/${SOS_FILES_MAX}`}
      hint={`Images, PDF, tableaux, ${bytesLabel(FILE_MAX_BYTES)} chacun. Tous les membres les voient\u00a0: floute ce qui ne les regarde pas.`}
      error={error}
      className="relative"
    >
      <AttachingArea files={attaching} form={form} />
      <PickButton
        onPick={attaching.add}
        variant="outline"
        disabled={count >= SOS_FILES_MAX}
        className="justify-self-start"
      >
        <Paperclip />
        Ajouter des fichiers
      </PickButton>
    </FieldGroup>
  );
}
