import { announcementChangeInput } from '@guilde/contracts/announcements/input.ts';
import {
  type AdminAnnouncement,
  ANNOUNCEMENT_AUDIENCES,
  ANNOUNCEMENT_LINK_MAX,
  ANNOUNCEMENT_TEXT_MAX,
  ANNOUNCEMENT_TITLE_MAX,
} from '@guilde/contracts/announcements/rules.ts';
import { parisInstant, parisLocal } from '@guilde/contracts/paris-time.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useForm } from '../../form.ts';
import { Button } from '../../kit/button.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../kit/dialog.tsx';
import { Field, FieldGroup } from '../../kit/field.tsx';
import { Input } from '../../kit/input.tsx';
import { Select } from '../../kit/select.tsx';
import { Textarea } from '../../kit/textarea.tsx';
import { showFieldErrors } from '../../refusals.ts';
import { acts, useAct } from '../acts.ts';

type FormInput = z.input<typeof announcementChangeInput>;
type WrittenAnnouncement = z.output<typeof announcementChangeInput>;

const AUDIENCES = ANNOUNCEMENT_AUDIENCES.map(({ id, label }) => ({ value: id, label }));
const EMPTY: FormInput = {
  title: '',
  text: '',
  link: '',
  audience: 'everyone',
  push: true,
  mail: true,
  scheduledAt: null,
};

/** Writes an announcement, or changes one that is not sent yet. Closing or a failure keeps the text. */
export function AnnouncementDialog({
  announcement,
  trigger,
}: {
  announcement?: AdminAnnouncement;
  trigger: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [id, setId] = useState(announcement?.id ?? newUuid());
  const create = useAct(acts.createAnnouncement);
  const change = useAct(acts.changeAnnouncement);
  const form = useForm<FormInput, unknown, WrittenAnnouncement>({
    resolver: zodResolver(announcementChangeInput),
    defaultValues: announcement ?? EMPTY,
  });
  const isSending = create.isPending || change.isPending;
  const send = async (written: WrittenAnnouncement) => {
    try {
      await (announcement ? change : create).run({ id, ...written });
    } catch (error) {
      showFieldErrors(form, error, ['title', 'text', 'link', 'audience', 'scheduledAt']);
      return;
    }
    setOpen(false);
    form.reset(announcement ? written : EMPTY);
    if (!announcement) setId(newUuid());
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !isSending && setOpen(next)}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent
        size="lg"
        title={announcement ? 'Modifier l’annonce' : 'Nouvelle annonce'}
        description="Elle s’affiche en haut de Guilde jusqu’à ce que chacun l’ait lue. Ses réglages décident s’il est aussi prévenu autrement, une seule fois."
      >
        <form noValidate className="grid gap-4" onSubmit={(event) => void form.handleSubmit(send)(event)}>
          <AnnouncementFields form={form} />
          <DialogFooter>
            <Button variant="outline" disabled={isSending} onClick={() => setOpen(false)}>
              Annuler
            </Button>
            <Button type="submit" loading={isSending}>
              {sendLabel(announcement !== undefined, form.watch('scheduledAt') !== null)}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function sendLabel(isChange: boolean, isScheduled: boolean): string {
  if (isChange) return 'Enregistrer';
  return isScheduled ? 'Programmer' : 'Envoyer maintenant';
}

function AnnouncementFields({
  form,
}: {
  form: ReturnType<typeof useForm<FormInput, unknown, WrittenAnnouncement>>;
}) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Titre" error={errors.title?.message}>
        <Input maxLength={ANNOUNCEMENT_TITLE_MAX} {...form.register('title')} />
      </Field>
      <Field label="Texte" error={errors.text?.message}>
        <Textarea
          rows={5}
          className="min-h-32"
          maxLength={ANNOUNCEMENT_TEXT_MAX}
          {...form.register('text')}
        />
      </Field>
      <Field
        label="Lien dans Guilde"
        optional
        hint="Par exemple /knowledge, ou une adresse copiée depuis Guilde."
        error={errors.link?.message}
      >
        <Input
          maxLength={ANNOUNCEMENT_LINK_MAX}
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('link', { setValueAs: pathInGuilde })}
        />
      </Field>
      <Field label="Destinataires" error={errors.audience?.message}>
        <Select options={AUDIENCES} {...form.register('audience')} />
      </Field>
      <FieldGroup label="Prévenir aussi">
        <Checkbox
          label="Par notification"
          description="Sur les appareils de qui les accepte, hors des heures calmes."
          {...form.register('push')}
        />
        <Checkbox
          label="Par e-mail"
          description="À qui n’a pas lu l’annonce après une demi-heure et n’a pas pu être notifié."
          {...form.register('mail')}
        />
      </FieldGroup>
      <ScheduleField
        value={form.watch('scheduledAt')}
        error={errors.scheduledAt?.message}
        onChange={(at) => form.setValue('scheduledAt', at, { shouldValidate: form.formState.isSubmitted })}
      />
    </>
  );
}

/** An address of this site becomes a path. */
function pathInGuilde(value: string): string {
  const text = value.trim();
  return text.startsWith(`${window.location.origin}/`) ? text.slice(window.location.origin.length) : text;
}

/** An empty field sends at once. The time is that of Paris, wherever the administrator is. */
function ScheduleField({
  value,
  error,
  onChange,
}: {
  value: string | null;
  error: string | undefined;
  onChange: (at: string | null) => void;
}) {
  const [local, setLocal] = useState(value === null ? '' : parisLocal(Date.parse(value)));
  return (
    <Field label="Envoi" optional hint="Heure de Paris. Vide : tout de suite." error={error}>
      <Input
        type="datetime-local"
        value={local}
        onChange={(event) => {
          setLocal(event.target.value);
          const at = parisInstant(event.target.value);
          onChange(Number.isNaN(at) ? null : new Date(at).toISOString());
        }}
      />
    </Field>
  );
}
