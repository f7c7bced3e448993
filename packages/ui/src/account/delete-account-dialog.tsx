import { passwordInput } from '@guilde/contracts/auth/input.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useEndSession } from '../auth/sign-out.ts';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from '../kit/dialog.tsx';
import { Field } from '../kit/field.tsx';
import { PasswordInput } from '../kit/password-input.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { failureText, showFieldErrors } from '../refusals.ts';
import { useDeleteAccount } from './data.ts';

export function DeleteAccountDialog({ trigger }: { trigger: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent
        size="sm"
        title="Supprimer ton compte ?"
        description="Cette action est irréversible : ton profil, ta photo et tes données sont effacés. Tes messages sont conservés sous le nom « Utilisateur inconnu »."
      >
        <DeletionForm />
      </DialogContent>
    </Dialog>
  );
}

function DeletionForm() {
  const remove = useDeleteAccount();
  const endSession = useEndSession();
  const form = useForm({ defaultValues: { password: '' }, resolver: zodResolver(passwordInput) });
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await endSession(paths.landing, () => remove.mutateAsync(password));
      toast.success('Compte supprimé', { description: 'Tes données personnelles sont effacées.' });
    } catch (error) {
      if (!showFieldErrors(form, error, ['password'], { PASSWORD_WRONG: 'password' }))
        toast.error('Erreur', { description: failureText(error, 'Impossible de supprimer le compte') });
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
      <Field label="Ton mot de passe" error={form.formState.errors.password?.message}>
        <PasswordInput {...form.register('password')} />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline" disabled={remove.isPending}>
            Annuler
          </Button>
        </DialogClose>
        <Button type="submit" variant="destructive" loading={remove.isPending}>
          Supprimer définitivement
        </Button>
      </DialogFooter>
    </form>
  );
}
