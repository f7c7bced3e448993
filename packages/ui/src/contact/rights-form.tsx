import { DATA_RIGHTS, type DataRight, rightDueAt } from '@guilde/contracts/account/rules.ts';
import { contactInput } from '@guilde/contracts/contact/input.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { type ComponentProps, useState } from 'react';
import { Field } from '../kit/field.tsx';
import { formatDate } from '../kit/format.ts';
import { toOptions } from '../kit/options.ts';
import { Select } from '../kit/select.tsx';
import { serverNow } from '../kit/server-time.ts';
import { type ContactForm, MessageForm } from './contact-form.tsx';

const schema = contactInput.refine(({ right }) => right !== null, {
  path: ['right'],
  message: 'Choisissez ce que vous demandez.',
});

/** Asks the team for something about one’s own data. */
export function RightsForm({ writer }: ComponentProps<typeof ContactForm>) {
  const [openedAt] = useState(serverNow);
  return (
    <MessageForm
      kind="rights"
      writer={writer}
      schema={schema}
      subjectOf={subjectOf}
      topic={({ register, formState }) => (
        <Field label="Votre demande" error={formState.errors.right?.message}>
          <Select placeholder="Choisir" options={toOptions(DATA_RIGHTS)} {...register('right')} />
        </Field>
      )}
      note={`Nous vous répondrons à l’adresse indiquée, au plus tard le ${formatDate(rightDueAt(openedAt))}. Nous ne demandons une preuve d’identité qu’en cas de doute raisonnable.`}
      label="Envoyer la demande"
    />
  );
}

/** The subject says what is asked, once the message is sent. */
function subjectOf(right: DataRight | null): string {
  return right === null ? 'Demande sur les données' : optionLabel(DATA_RIGHTS, right);
}
