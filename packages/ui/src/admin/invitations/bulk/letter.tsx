import type { TypedRow } from '@guilde/contracts/bulk-invitations/columns.ts';
import { bulkLetterInput } from '@guilde/contracts/bulk-invitations/input.ts';
import {
  BULK_INVITATION_DAYS,
  BULK_MESSAGE_MAX,
  BULK_REMINDER_DAYS,
  BULK_TITLE_MAX,
  BULK_VOUCHING,
} from '@guilde/contracts/bulk-invitations/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Send } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useForm } from '../../../form.ts';
import { Button } from '../../../kit/button.tsx';
import { Card, SectionHeader } from '../../../kit/card.tsx';
import { Checkbox } from '../../../kit/checkbox.tsx';
import { Field, RequiredFields } from '../../../kit/field.tsx';
import { plural } from '../../../kit/format.ts';
import { Input } from '../../../kit/input.tsx';
import { Textarea } from '../../../kit/textarea.tsx';
import { paths } from '../../../paths.ts';
import { showFieldErrors } from '../../../refusals.ts';
import { useAct } from '../../acts.ts';
import { batchActs } from './acts.ts';

/** The dialog for the second factor follows the button; then the list leaves. */
export function Letter({ rows, ready, named }: { rows: TypedRow[]; ready: number; named: number }) {
  const navigate = useNavigate();
  const send = useAct(batchActs.send);
  const form = useForm({
    defaultValues: { title: '', message: '', vouched: false },
    resolver: zodResolver(bulkLetterInput),
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (letter) => {
    try {
      const { id } = await send.run({ ...letter, rows });
      await navigate(paths.admin('invitations', id, { view: 'bulk' }));
    } catch (error) {
      showFieldErrors(form, error, ['title', 'message', 'vouched']);
    }
  });
  return (
    <section aria-label="Ta lettre">
      <SectionHeader title="Ta lettre" />
      <Card className="max-w-3xl">
        <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
          <RequiredFields>
            <Field
              label="Nom de la liste"
              hint="L’e-mail le cite, pour que chacun sache d’où vient son adresse."
              error={errors.title?.message}
            >
              <Input maxLength={BULK_TITLE_MAX} placeholder="Groupe de Lyon" {...form.register('title')} />
            </Field>
            <Field
              label="Ton mot aux marchands"
              hint={'Sans lien\u00a0: le bouton de l’invitation suffit.'}
              error={errors.message?.message}
            >
              <Textarea rows={5} maxLength={BULK_MESSAGE_MAX} {...form.register('message')} />
            </Field>
            <div className="grid gap-1">
              <Checkbox
                label={BULK_VOUCHING}
                description="Leur profil affichera ton nom comme parrain."
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
            <Button type="submit" size="lg" className="justify-self-start" loading={send.isPending}>
              {!send.isPending && <Send />}
              <span>
                {ready > 0 ? `Envoyer ${plural(ready, 'invitation')}` : `Enregistrer ${plural(named, 'nom')}`}
              </span>
            </Button>
            <p className="text-sm text-muted-foreground">
              {`Valables ${BULK_INVITATION_DAYS} jours, avec un rappel le ${BULK_REMINDER_DAYS[0]}ᵉ et le ${BULK_REMINDER_DAYS[1]}ᵉ jour. Elles ne comptent pas parmi tes invitations.`}
            </p>
          </RequiredFields>
        </form>
      </Card>
    </section>
  );
}
