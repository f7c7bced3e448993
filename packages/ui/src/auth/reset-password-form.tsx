import { newPassword } from '@guilde/contracts/auth/input.ts';
import { PASSWORD_MAX } from '@guilde/contracts/auth/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { accountKey } from '../api.ts';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { RequiredFields } from '../kit/field.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { failureText, showFieldErrors } from '../refusals.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import type { AuthState } from './auth-state.ts';
import { useResetPassword } from './data.ts';
import { CONFIRMED, isConfirmed, NewPasswordFields } from './new-password-fields.tsx';

const REDIRECT_MS = 1000;

const schema = z
  .object({
    password: z.string().min(1, 'Veuillez saisir un mot de passe').max(PASSWORD_MAX),
    confirmation: z.string(),
  })
  .refine(isConfirmed, { path: CONFIRMED.path, error: CONFIRMED.error });

export function ResetPasswordForm({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const reset = useResetPassword();
  const form = useForm({
    defaultValues: { password: '', confirmation: '' },
    resolver: zodResolver(schema),
    mode: 'onTouched',
  });
  const [password, confirmation] = useWatch({ control: form.control, name: ['password', 'confirmation'] });
  const ready = password !== '' && password === confirmation;
  useReturnToSignIn(reset.isSuccess);
  const submit = form.handleSubmit((input) => {
    const strength = newPassword.safeParse(input.password);
    if (strength.error) {
      toast.error('Mot de passe trop court', { description: strength.error.issues[0]?.message });
      form.setFocus('password');
      return;
    }
    reset.mutate(
      { token, password: input.password },
      {
        onSuccess: () => {
          // The new password ended every session of the account.
          queryClient.setQueryData(accountKey, null);
          toast.success('Succès !', { description: 'Votre mot de passe a été mis à jour avec succès' });
        },
        onError: (error) => {
          if (showFieldErrors(form, error, ['password'])) return;
          const description = failureText(error, 'Impossible de mettre à jour le mot de passe');
          toast.error('Erreur', { description });
        },
      },
    );
  });
  return (
    <PublicLayout
      title="Nouveau mot de passe"
      description="Choisis-en un que tu n’utilises nulle part ailleurs."
      below={<SecondaryLink to={paths.auth()}>Retour à la connexion</SecondaryLink>}
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
          <RequiredFields>
            <NewPasswordFields label="Nouveau mot de passe" />
            <Button
              type="submit"
              variant="hero"
              size="lg"
              disabled={!ready || reset.isSuccess}
              loading={reset.isPending}
            >
              {reset.isPending ? 'Mise à jour...' : 'Mettre à jour le mot de passe'}
            </Button>
          </RequiredFields>
        </form>
      </FormProvider>
    </PublicLayout>
  );
}

/** The delay of a second lets the toast be read. */
function useReturnToSignIn(done: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return;
    const text = 'Mot de passe mis à jour ! Vous pouvez maintenant vous connecter.';
    const state: AuthState = { notice: { tone: 'success', text } };
    const timer = setTimeout(() => void navigate(paths.auth(), { replace: true, state }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);
}
