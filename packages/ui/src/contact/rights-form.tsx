import { DATA_RIGHTS, type DataRight, rightDueAt } from '@guilde/contracts/account/rules.ts';
import type { Account } from '@guilde/contracts/auth/rules.ts';
import { contactInput } from '@guilde/contracts/contact/input.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { Field, RequiredFields } from '../kit/field.tsx';
import { formatDate } from '../kit/format.ts';
import { toOptions } from '../kit/options.ts';
import { Select } from '../kit/select.tsx';
import { serverNow } from '../kit/server-time.ts';
import { Note } from '../kit/states.tsx';
import { showFieldErrors } from '../refusals.ts';
import { contactDrafts, draftKeyOf, type ContactForm as Values } from './contact-draft.ts';
import { CONTACT_FIELDS } from './contact-failure.ts';
import { blank, ContactFields, type Form, useSaveDraft } from './contact-form.tsx';
import { useSendContactMessage } from './data.ts';

const schema = contactInput.refine(({ right }) => right !== null, {
  path: ['right'],
  message: 'Choisissez ce que vous demandez.',
});

/** Asks the team for something about one’s own data. `writer` is null for a visitor. */
export function RightsForm({ writer }: { writer: Pick<Account, 'id' | 'email' | 'profile'> | null }) {
  const draftKey = draftKeyOf('rights', writer);
  const [openedAt] = useState(serverNow);
  const [defaultValues] = useState(() => contactDrafts(draftKey).byWriter[draftKey] ?? blankRequest(writer));
  const form: Form = useForm<Values, unknown, z.output<typeof contactInput>>({
    resolver: zodResolver(schema),
    defaultValues,
  });
  useSaveDraft(form, draftKey);
  const { mutate, isPending } = useSendContactMessage(draftKey);
  const send = form.handleSubmit((message) =>
    mutate(
      { ...message, subject: subjectOf(message.right) },
      {
        onSuccess: () => {
          const next = blankRequest(writer);
          form.reset(next);
          contactDrafts(draftKey).drop(draftKey, next.id);
        },
        onError: (error) => void showFieldErrors(form, error, CONTACT_FIELDS),
      },
    ),
  );
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="relative grid gap-5">
      <RequiredFields>
        <ContactFields
          form={form}
          topic={
            <Field label="Votre demande" error={form.formState.errors.right?.message}>
              <Select placeholder="Choisir" options={toOptions(DATA_RIGHTS)} {...form.register('right')} />
            </Field>
          }
        />
        <Note icon={<Clock strokeWidth={1.75} />}>
          {`Nous vous répondrons à l’adresse indiquée, au plus tard le ${formatDate(rightDueAt(openedAt))}. Nous ne demandons une preuve d’identité qu’en cas de doute raisonnable.`}
        </Note>
        <Button type="submit" size="lg" className="sm:justify-self-start" loading={isPending}>
          {isPending ? 'Envoi en cours...' : 'Envoyer la demande'}
        </Button>
      </RequiredFields>
    </form>
  );
}

const SUBJECT = 'Demande sur les données';

/** The subject says what is asked, once the message is sent. */
function blankRequest(writer: Parameters<typeof blank>[0]): Values {
  return { ...blank(writer), subject: SUBJECT };
}

function subjectOf(right: DataRight | null): string {
  return right === null ? SUBJECT : optionLabel(DATA_RIGHTS, right);
}
