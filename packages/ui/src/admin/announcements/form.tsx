import { announcementChangeInput } from '@guilde/contracts/announcements/input.ts';
import {
  type AdminAnnouncement,
  ANNOUNCEMENT_AUDIENCES,
  ANNOUNCEMENT_HANDFUL,
  ANNOUNCEMENT_LINK_MAX,
  ANNOUNCEMENT_TEXT_MAX,
  ANNOUNCEMENT_TITLE_MAX,
} from '@guilde/contracts/announcements/rules.ts';
import { savedMemberFilters } from '@guilde/contracts/member-filters/input.ts';
import { parisInstant, parisLocal } from '@guilde/contracts/paris-time.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useForm } from '../../form.ts';
import { Button } from '../../kit/button.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../kit/dialog.tsx';
import { Field, FieldGroup } from '../../kit/field.tsx';
import { plural } from '../../kit/format.ts';
import { Input } from '../../kit/input.tsx';
import { toOptions } from '../../kit/options.ts';
import { Select } from '../../kit/select.tsx';
import { serverNow } from '../../kit/server-time.ts';
import { Textarea } from '../../kit/textarea.tsx';
import { showFieldErrors } from '../../refusals.ts';
import { acts, useAct } from '../acts.ts';
import { useAnnouncementPreview } from '../data.ts';
import { filterLabels, MemberFilterFields } from '../users/filters.tsx';
import { AnnouncementPreview, type Shown } from './preview.tsx';

type FormInput = z.input<typeof announcementChangeInput>;
type WrittenAnnouncement = z.output<typeof announcementChangeInput>;

const EVERYBODY = savedMemberFilters.parse({});
const EMPTY: FormInput = {
  title: '',
  text: '',
  link: '',
  audience: 'everyone',
  filters: EVERYBODY,
  memberIds: [],
  push: true,
  mail: true,
  scheduledAt: null,
};

const DESCRIPTION =
  'Elle s’affiche en haut de Guilde jusqu’à lecture. Chacun reçoit aussi une notification ou un e-mail, selon ses réglages.';

type Props = {
  announcement?: AdminAnnouncement;
  /** The dialog proposes these receivers first. */
  receivers?: Pick<FormInput, 'audience' | 'filters' | 'memberIds'>;
  onSent?: () => void;
  trigger: ReactNode;
};

/** Writes an announcement, or changes one that is not sent yet. Closing or a failure keeps the text. */
export function AnnouncementDialog({ announcement, receivers, onSent, trigger }: Props) {
  const [open, setOpen] = useState(false);
  const [id, setId] = useState(announcement?.id ?? newUuid());
  const [shown, setShown] = useState<Shown | null>(null);
  const preview = useAnnouncementPreview();
  const create = useAct(acts.createAnnouncement);
  const change = useAct(acts.changeAnnouncement);
  const form = useForm<FormInput, unknown, WrittenAnnouncement>({
    resolver: zodResolver(announcementChangeInput),
    defaultValues: announcement ? { ...announcement, filters: announcement.filters ?? EVERYBODY } : EMPTY,
  });
  const isSending = create.isPending || change.isPending;
  const changeOpen = (next: boolean) => {
    if (isSending) return;
    // The list may show other members than when the dialog was open before.
    if (next && receivers) form.reset({ ...form.getValues(), ...receivers });
    setShown(null);
    setOpen(next);
  };
  const store = async (written: WrittenAnnouncement) => {
    await (announcement ? change : create).run({ id, ...written });
    setOpen(false);
    form.reset(announcement ? written : EMPTY);
    if (!announcement) setId(newUuid());
    onSent?.();
  };
  /** What leaves at once is shown first, with the number of members, unless it reaches a handful. */
  const submit = (isPreview: boolean) =>
    form.handleSubmit(async (written) => {
      try {
        if (isPreview || leavesNow(written)) {
          const found = await preview.mutateAsync(written);
          if (isPreview || found.receivers > ANNOUNCEMENT_HANDFUL) return setShown({ written, ...found });
        }
        await store(written);
      } catch (error) {
        setShown(null);
        showFieldErrors(form, error, ['title', 'text', 'link', 'audience', 'filters', 'scheduledAt']);
      }
    });
  return (
    <Dialog open={open} onOpenChange={changeOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent
        size="lg"
        title={announcement ? 'Modifier l’annonce' : 'Nouvelle annonce'}
        description={!shown && DESCRIPTION}
      >
        {shown ? (
          <AnnouncementPreview
            {...shown}
            sendLabel={sendLabel(announcement !== undefined, shown.written, shown.receivers)}
            isSending={isSending}
            onBack={() => setShown(null)}
            onSend={() => store(shown.written).catch(() => undefined)}
          />
        ) : (
          <form noValidate className="grid gap-4" onSubmit={(event) => void submit(false)(event)}>
            <AnnouncementFields form={form} />
            <DialogFooter>
              <Button variant="outline" disabled={isSending} onClick={() => changeOpen(false)}>
                Annuler
              </Button>
              <Button variant="outline" disabled={isSending} onClick={(event) => void submit(true)(event)}>
                Aperçu
              </Button>
              <Button type="submit" loading={isSending || preview.isPending}>
                {sendLabel(announcement !== undefined, form.watch())}
              </Button>
            </DialogFooter>
          </form>
        )}
      </DialogContent>
    </Dialog>
  );
}

function leavesNow({ scheduledAt }: WrittenAnnouncement): boolean {
  return scheduledAt === null || Date.parse(scheduledAt) <= serverNow();
}

/** « Envoyer à 287 membres » once the number is known. */
function sendLabel(isChange: boolean, { scheduledAt }: FormInput, receivers?: number): string {
  if (scheduledAt !== null) return isChange ? 'Enregistrer' : 'Programmer';
  return receivers === undefined ? 'Envoyer maintenant' : `Envoyer à ${plural(receivers, 'membre')}`;
}

function AnnouncementFields({
  form,
}: {
  form: ReturnType<typeof useForm<FormInput, unknown, WrittenAnnouncement>>;
}) {
  const { errors } = form.formState;
  const { audience, memberIds = [], filters: chosen } = form.watch();
  const filters = { ...EVERYBODY, ...chosen };
  // Members are chosen in the list of users.
  const audiences = ANNOUNCEMENT_AUDIENCES.filter(({ id }) => id !== 'selection' || memberIds.length > 0);
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
      <Field
        label="Destinataires"
        hint={audience === 'selection' && plural(memberIds.length, 'membre choisi', 'membres choisis')}
        error={errors.audience?.message ?? errors.filters?.message}
      >
        <Select options={toOptions(audiences)} {...form.register('audience')} />
      </Field>
      {audience === 'filter' && (
        <FilterPart
          filters={filters}
          onChange={(name, value) => form.setValue('filters', { ...filters, [name]: value })}
        />
      )}
      <FieldGroup label="Prévenir aussi">
        <Checkbox
          label="Par notification"
          description="Aux membres qui ont activé les notifications, hors heures calmes."
          {...form.register('push')}
        />
        <Checkbox
          label="Par e-mail"
          description="Aux membres qui ne l’ont pas lue après une demi-heure, faute de notification."
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

/** A filter that the list of users brought is said in one line; the fields are one click further. */
function FilterPart({ filters, onChange }: ComponentProps<typeof MemberFilterFields>) {
  const [labels] = useState(() => filterLabels(filters).map(([, label]) => label));
  return (
    <details open={labels.length === 0} className="group rounded-lg border">
      <summary className="flex min-h-11 items-center justify-between gap-3 rounded-lg px-4 py-2 text-sm [&::-webkit-details-marker]:hidden">
        <span>{labels.join(' · ') || 'Filtre'}</span>
        <ChevronDown className="size-5 shrink-0 text-muted-foreground transition-transform duration-200 group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 border-t p-4 sm:grid-cols-2">
        <MemberFilterFields filters={filters} onChange={onChange} />
      </div>
    </details>
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
