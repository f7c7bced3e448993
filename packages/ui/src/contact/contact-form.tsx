import type { DataRight } from '@guilde/contracts/account/rules.ts';
import type { Account } from '@guilde/contracts/auth/rules.ts';
import { contactInput } from '@guilde/contracts/contact/input.ts';
import {
  CONTACT_ANSWER_HOURS,
  CONTACT_EMAIL_MAX,
  CONTACT_MESSAGE_MAX,
  CONTACT_NAME_MAX,
  CONTACT_SUBJECT_MAX,
} from '@guilde/contracts/contact/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Clock } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { EmailInput } from '../kit/email-input.tsx';
import { Field, RequiredFields } from '../kit/field.tsx';
import { Honeypot } from '../kit/honeypot.tsx';
import { Input } from '../kit/input.tsx';
import { Note } from '../kit/states.tsx';
import { Textarea } from '../kit/textarea.tsx';
import { showFieldErrors } from '../refusals.ts';
import { contactDrafts, draftKeyOf, type ContactForm as Values } from './contact-draft.ts';
import { CONTACT_FIELDS } from './contact-failure.ts';
import { useSendContactMessage } from './data.ts';

type Form = UseFormReturn<Values, unknown, z.output<typeof contactInput>>;
type Writer = Pick<Account, 'id' | 'email' | 'profile'> | null;

/** `writer` is null for a visitor. */
export function ContactForm({ writer }: { writer: Writer }) {
  return (
    <MessageForm
      kind="contact"
      writer={writer}
      topic={({ register, formState }) => (
        <Field label="Sujet" error={formState.errors.subject?.message}>
          <Input maxLength={CONTACT_SUBJECT_MAX} {...register('subject')} />
        </Field>
      )}
      note={`Nous répondons sous ${CONTACT_ANSWER_HOURS} heures ouvrées, à l’adresse indiquée.`}
      label="Envoyer le message"
    />
  );
}

type MessageFormProps = {
  kind: Parameters<typeof draftKeyOf>[0];
  writer: Writer;
  /** The field says what the message is about. */
  topic: (form: Form) => ReactNode;
  note: string;
  label: string;
  schema?: z.ZodType<z.output<typeof contactInput>, Values>;
  /** The subject stays empty until it is written. */
  subjectOf?: (right: DataRight | null) => string;
};

export function MessageForm({
  kind,
  writer,
  topic,
  note,
  label,
  schema = contactInput,
  subjectOf,
}: MessageFormProps) {
  const draftKey = draftKeyOf(kind, writer);
  const empty = () => blank(writer, subjectOf?.(null));
  const [defaultValues] = useState(() => contactDrafts(draftKey).byWriter[draftKey] ?? empty());
  const form: Form = useForm({ resolver: zodResolver(schema), defaultValues });
  useSaveDraft(form, draftKey);
  const { mutate, isPending } = useSendContactMessage(draftKey);
  const send = form.handleSubmit((message) =>
    mutate(subjectOf ? { ...message, subject: subjectOf(message.right) } : message, {
      onSuccess: () => {
        const next = empty();
        form.reset(next);
        contactDrafts(draftKey).drop(draftKey, next.id);
      },
      onError: (error) => void showFieldErrors(form, error, CONTACT_FIELDS),
    }),
  );
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="relative grid gap-5">
      <RequiredFields>
        <ContactFields form={form} topic={topic(form)} />
        <Note icon={<Clock />}>{note}</Note>
        <Button type="submit" size="lg" className="sm:justify-self-start" loading={isPending}>
          {isPending ? 'Envoi en cours...' : label}
        </Button>
      </RequiredFields>
    </form>
  );
}

function ContactFields({ form, topic }: { form: Form; topic: ReactNode }) {
  const { errors } = form.formState;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Nom complet" error={errors.name?.message}>
          <Input autoComplete="name" maxLength={CONTACT_NAME_MAX} {...form.register('name')} />
        </Field>
        <Field label="Email" error={errors.email?.message}>
          <EmailInput maxLength={CONTACT_EMAIL_MAX} {...form.register('email')} />
        </Field>
      </div>
      {topic}
      <Field label="Message" error={errors.message?.message}>
        <Textarea
          rows={7}
          className="min-h-44"
          maxLength={CONTACT_MESSAGE_MAX}
          {...form.register('message')}
        />
      </Field>
      <Honeypot {...form.register('homepage')} />
    </>
  );
}

function useSaveDraft({ subscribe }: Pick<Form, 'subscribe'>, draftKey: string): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => contactDrafts(draftKey).keep(draftKey, structuredClone(values)),
      }),
    [subscribe, draftKey],
  );
}

function blank(writer: Writer, subject = ''): Values {
  return {
    id: newUuid(),
    name: writer?.profile ? memberName(writer.profile) : '',
    email: writer?.email ?? '',
    subject,
    message: '',
    right: null,
    homepage: '',
  };
}
