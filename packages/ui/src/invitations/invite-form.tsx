import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { inviteInput } from '@guilde/contracts/invitations/input.ts';
import { denyInvite } from '@guilde/contracts/invitations/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Send } from 'lucide-react';
import { Link } from 'react-router-dom';
import { isRefusal } from '../api.ts';
import { useMember } from '../auth/account.ts';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { EmailInput } from '../kit/email-input.tsx';
import { Field, RequiredFields } from '../kit/field.tsx';
import { Note } from '../kit/states.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { failureText, showFieldErrors } from '../refusals.ts';
import { useInvite } from './data.ts';

export function InviteForm({ left }: { left: number }) {
  const { profile } = useMember();
  const invite = useInvite();
  const form = useForm({ defaultValues: { email: '', vouched: false }, resolver: zodResolver(inviteInput) });
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    invite.mutate(input, {
      onSuccess: () => {
        form.reset();
        toast.success('Invitation envoyée', { description: input.email, shownByPage: true });
      },
      onError: (error) => {
        if (isRefusal(error, 'INVITEE_IS_MEMBER', 'INVITEE_OBJECTED', 'INVITATION_PENDING')) {
          form.setError('email', { message: error.message }, { shouldFocus: true });
        } else if (!showFieldErrors(form, error, ['email', 'vouched'])) {
          toast.error('Erreur', { description: failureText(error, "Impossible d'envoyer l'invitation") });
        }
      },
    }),
  );
  if (denyInvite({ isCertified: profile?.isCertified ?? false, left }) === 'NOT_CERTIFIED') {
    return (
      <Note tone="warning">
        <p className="font-medium">{shownErrorText('NOT_CERTIFIED')}</p>
        <p className="text-muted-foreground">
          Ton compte n’est pas certifié. L’équipe te dira pourquoi et comment y remédier{'\u00a0'}: écris-lui
          par le{' '}
          <Link to={paths.contact} className="underline underline-offset-4">
            formulaire de contact
          </Link>
          .
        </p>
      </Note>
    );
  }
  if (left === 0) {
    return (
      <Note tone="warning">
        <p className="font-medium">Aucune invitation disponible</p>
        <p className="text-muted-foreground">Une invitation expirée ou supprimée t’est recréditée.</p>
      </Note>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-3">
      <RequiredFields>
        {' '}
        <div className="flex flex-col gap-2 sm:flex-row sm:items-start">
          <Field label="E-mail du marchand à inviter" error={errors.email?.message} className="flex-1">
            <EmailInput autoComplete="off" placeholder="prenom@boutique.fr" {...form.register('email')} />
          </Field>
          <Button type="submit" className="sm:mt-6.5" loading={invite.isPending}>
            {!invite.isPending && <Send />}
            <span>Inviter</span>
          </Button>
        </div>
        <div className="grid gap-1">
          <Checkbox
            label="Je connais ce marchand et je me porte garant de lui."
            description="Son profil affichera ton nom comme parrain."
            aria-required
            aria-invalid={errors.vouched !== undefined}
            {...form.register('vouched')}
          />
          {errors.vouched && (
            <p role="alert" className="text-sm text-danger">
              {errors.vouched.message}
            </p>
          )}
        </div>
      </RequiredFields>
    </form>
  );
}
