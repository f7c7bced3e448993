import { correctSosInput, sosAdditionInput } from '@guilde/contracts/sos/input.ts';
import {
  SOS_ADDITION_MAX,
  SOS_DESCRIPTION_MAX,
  SOS_TITLE_MAX,
  type SosDetail,
} from '@guilde/contracts/sos/rules.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ClipboardEventHandler, type FormEvent, type ReactNode, useRef } from 'react';
import { errorMessage } from '../api.ts';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '../kit/dialog.tsx';
import { Field } from '../kit/field.tsx';
import { CountedInput, Textarea } from '../kit/textarea.tsx';
import { toast } from '../kit/toast.ts';
import { showFieldErrors } from '../refusals.ts';
import { useAddToSos, useCorrectSos } from './data.ts';
import { FILE_NOT_SENT, SosFilesField, useCorrectedSosFiles } from './sos-files.tsx';

type Props = {
  sos: SosDetail;
  isOpen: boolean;
  onClose: () => void;
  /** It is sent, or there is nothing to keep. */
  onDone: () => void;
};

export function CorrectSosDialog({ sos, isOpen, onClose, onDone }: Props) {
  const { mutate, isPending } = useCorrectSos(sos.id);
  const { title, description } = sos;
  const form = useForm({ resolver: zodResolver(correctSosInput), defaultValues: { title, description } });
  const { errors, isDirty } = form.formState;
  const files = useCorrectedSosFiles(sos);
  const element = useRef<HTMLDivElement>(null);
  const save = form.handleSubmit(async (input) => {
    const ids = await files.ids();
    if (!ids) return toastFailure(FILE_NOT_SENT);
    const corrected = { ...input, files: ids };
    mutate(corrected, {
      onSuccess: () => {
        files.attaching.clear();
        onDone();
      },
      onError: (error) => {
        if (!showFieldErrors(form, error, ['title', 'description'])) toastFailure(errorMessage(error));
        files.onRefused(error);
      },
    });
  });
  return (
    <FormDialog
      title="Corriger ton SOS"
      description="Les membres voient qu’il a été modifié, et quand."
      isPending={isPending || files.isWaiting}
      onSubmit={save}
      onPaste={files.attaching.onPaste}
      isOpen={isOpen}
      onClose={isDirty || files.isChanged ? onClose : onDone}
    >
      <Field label="Titre" error={errors.title?.message}>
        <CountedInput maxLength={SOS_TITLE_MAX} autoComplete="off" {...form.register('title')} />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <Textarea className="min-h-44" maxLength={SOS_DESCRIPTION_MAX} {...form.register('description')} />
      </Field>
      <div ref={element}>
        <SosFilesField files={files} form={element} />
      </div>
    </FormDialog>
  );
}

export function AddToSosDialog({ sos, isOpen, onClose, onDone }: Props) {
  const { mutate, isPending } = useAddToSos(sos.id);
  const form = useForm({
    resolver: zodResolver(sosAdditionInput),
    defaultValues: { id: newUuid(), content: '' },
  });
  const save = form.handleSubmit((input) =>
    mutate(input, {
      onSuccess: onDone,
      onError: (error) => {
        if (!showFieldErrors(form, error, ['content'])) toastFailure(errorMessage(error));
      },
    }),
  );
  return (
    <FormDialog
      title="Ajouter une précision"
      description="Elle s’affiche sous ta description, avec sa date."
      isPending={isPending}
      onSubmit={save}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Field label="Précision" error={form.formState.errors.content?.message}>
        <Textarea className="min-h-32" maxLength={SOS_ADDITION_MAX} {...form.register('content')} />
      </Field>
    </FormDialog>
  );
}

function FormDialog({
  title,
  description,
  isPending,
  onSubmit,
  onPaste,
  isOpen,
  onClose,
  children,
}: {
  title: string;
  description: string;
  isPending: boolean;
  onSubmit: (event: FormEvent) => Promise<void>;
  onPaste?: ClipboardEventHandler;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && !isPending && onClose()}>
      <DialogContent title={title} description={description}>
        <form noValidate className="grid gap-4" onSubmit={(event) => void onSubmit(event)} onPaste={onPaste}>
          {children}
          <DialogFooter>
            <Button variant="outline" disabled={isPending} onClick={onClose}>
              Annuler
            </Button>
            <Button type="submit" loading={isPending}>
              Enregistrer
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function toastFailure(description: string): void {
  toast.error('SOS non modifié', { description });
}
