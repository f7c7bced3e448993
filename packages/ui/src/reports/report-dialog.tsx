import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { reportTextInput } from '@guilde/contracts/reports/input.ts';
import {
  denyReport,
  RATING_REASONS,
  REPORT_DESCRIPTION_MAX,
  REPORT_REASONS,
  type ReportSubject,
} from '@guilde/contracts/reports/rules.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Flag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { isRefusal } from '../api.ts';
import { useMember } from '../auth/account.ts';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../kit/dialog.tsx';
import { Field, FormError, RequiredFields } from '../kit/field.tsx';
import { toOptions } from '../kit/options.ts';
import { Select } from '../kit/select.tsx';
import { Textarea } from '../kit/textarea.tsx';
import { toast } from '../kit/toast.ts';
import { failureText, showFieldErrors } from '../refusals.ts';
import { type Reporting, type ReportText, useReport } from './data.ts';

type ReportForm = z.input<typeof reportTextInput>;
type Form = UseFormReturn<ReportForm, unknown, ReportText>;

const REASONS = toOptions<string>(REPORT_REASONS);
const REASONS_OF_RATING = toOptions<string>(RATING_REASONS);

const TITLES: Partial<Record<ReportSubject, string>> = {
  message: 'Signaler ce message',
  event: 'Signaler cet événement',
  deal: 'Signaler ce deal',
};

const DESCRIPTIONS: Record<ReportSubject, string> = {
  member: 'Les administrateurs liront ton signalement. La personne concernée n’en saura rien.',
  message:
    'Les administrateurs liront ton signalement, ce message tel qu’il est maintenant, et quelques messages autour. Son auteur n’en saura rien.',
  event:
    'Les administrateurs liront ton signalement et l’événement tel qu’il est maintenant. Son hôte n’en saura rien.',
  deal: 'Les administrateurs liront ton signalement et le deal tel qu’il est maintenant. Qui le mène n’en saura rien.',
  rating:
    'L’équipe lira ta demande, et l’évaluation telle qu’elle est maintenant. Qui l’a donnée n’en saura rien.',
};

/** Renders nothing on one’s own profile. */
export function ReportMemberButton({
  member,
}: {
  member: { id: string; firstName: string; lastName: string };
}) {
  const viewer = useMember();
  if (denyReport(viewer.id, member.id)) return null;
  const title = `Signaler ${memberName(member)}`;
  return <ReportButton key={member.id} about="member" id={member.id} title={title} />;
}

/** A member and a rating have a title of their own. */
export function ReportButton(dialog: Reporting & { title?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <ReportDialog
      {...dialog}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="ghost" size="sm" className="text-muted-foreground">
          <Flag className="size-4" />
          <span>{dialog.about === 'rating' ? 'Demander un examen' : 'Signaler'}</span>
        </Button>
      }
    />
  );
}

type DialogProps = Reporting & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title?: string;
  trigger?: ReactNode;
  onCloseAutoFocus?: (event: Event) => void;
};

/** Closing the dialog or a failure keeps the text. */
export function ReportDialog({ about, id, open, onOpenChange, trigger, ...content }: DialogProps) {
  const form: Form = useForm<ReportForm, unknown, ReportText>({
    resolver: zodResolver(reportTextInput),
    defaultValues: emptyReport(),
  });
  const { send, sending, failure } = useSending(form, { about, id }, () => {
    onOpenChange(false);
    form.reset(emptyReport());
  });
  const isRating = about === 'rating';
  return (
    <Dialog open={open} onOpenChange={(next) => !sending && onOpenChange(next)}>
      {trigger && <DialogTrigger asChild>{trigger}</DialogTrigger>}
      <DialogContent title={TITLES[about] ?? ''} description={DESCRIPTIONS[about]} {...content}>
        <form noValidate className="grid gap-4" onSubmit={(event) => void form.handleSubmit(send)(event)}>
          <ReportFields form={form} reasons={isRating ? REASONS_OF_RATING : REASONS} />
          <FormError>{failure}</FormError>
          <DialogFooter>
            <Button variant="outline" disabled={sending} onClick={() => onOpenChange(false)}>
              Annuler
            </Button>
            <Button type="submit" loading={sending}>
              {isRating ? 'Envoyer la demande' : 'Envoyer le signalement'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function ReportFields({ form, reasons }: { form: Form; reasons: typeof REASONS }) {
  const { errors } = form.formState;
  return (
    <RequiredFields>
      <Field label="Motif" error={errors.reason?.message}>
        <Select placeholder="Choisis un motif" options={reasons} {...form.register('reason')} />
      </Field>
      <Field
        label="Description"
        hint="Dis ce qui s’est passé, quand, et où on peut le voir."
        error={errors.description?.message}
      >
        <Textarea
          rows={5}
          className="min-h-32"
          maxLength={REPORT_DESCRIPTION_MAX}
          {...form.register('description')}
        />
      </Field>
    </RequiredFields>
  );
}

function useSending(form: Form, of: Reporting, onSent: () => void) {
  const { mutate, isPending } = useReport(of);
  const [failure, setFailure] = useState<string | null>(null);
  const send = (report: ReportText) => {
    setFailure(null);
    mutate(report, {
      onSuccess: () => {
        onSent();
        toast.success(of.about === 'rating' ? 'Demande envoyée' : 'Signalement envoyé', {
          description: 'Un administrateur va l’examiner.',
        });
      },
      onError: (error) => {
        const refused = REFUSALS.find((code) => isRefusal(error, code));
        if (refused) setFailure(shownErrorText(refused));
        else if (!showFieldErrors(form, error, ['reason', 'description'])) toastFailure(error);
      },
    });
  };
  return { send, sending: isPending, failure };
}

const REFUSALS = [
  'REPORT_PENDING',
  'MESSAGE_REPORT_PENDING',
  'CONTENT_REPORT_PENDING',
  'MESSAGE_DELETED',
] as const;

/** The texts are in docs/specification.md#reports. */
function toastFailure(error: unknown): void {
  const description = isRefusal(error, 'UNAUTHENTICATED')
    ? 'Vous devez être connecté pour signaler un membre'
    : failureText(error, "Impossible d'envoyer le signalement");
  toast.error('Erreur', { description });
}

/** `id` stays until it is sent, so that a retry makes no second report. */
function emptyReport(): Omit<ReportForm, 'reason'> {
  return { id: newUuid(), description: '' };
}
