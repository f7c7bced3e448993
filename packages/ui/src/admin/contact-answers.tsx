import { type AdminContactDetail, ANSWER_MAX } from '@guilde/contracts/admin/rules.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { formatDateTime } from '../kit/format.ts';
import { Textarea } from '../kit/textarea.tsx';
import { acts, useAct } from './acts.ts';
import { Part } from './panel.tsx';
import { usePanelDraft } from './panel-drafts.ts';

export function ContactAnswers({ contact }: { contact: AdminContactDetail }) {
  return (
    <>
      {contact.answers.length > 0 && (
        <Part title="Réponses">
          <ol className="grid gap-3">
            {contact.answers.map(({ id, authorName, text, createdAt }) => (
              <li key={id} className="rounded-lg border bg-card px-3 py-2 text-sm">
                <p className="mb-1 text-xs text-muted-foreground">
                  {`${authorName}, ${formatDateTime(createdAt)}`}
                </p>
                <p className="break-words whitespace-pre-line">{text}</p>
              </li>
            ))}
          </ol>
        </Part>
      )}
      <AnswerForm contact={contact} />
    </>
  );
}

function AnswerForm({ contact }: { contact: AdminContactDetail }) {
  const { text, change, forget } = usePanelDraft(`answer ${contact.id}`, '');
  // Each text has one id, so that sending it again makes no second mail.
  const [answerId, setAnswerId] = useState(newUuid);
  const [isMissing, setMissing] = useState(false);
  const { run, isPending } = useAct(acts.answerContact);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return setMissing(true);
    await run({ id: contact.id, answerId, text });
    forget();
    setAnswerId(newUuid());
  };
  return (
    <form className="grid gap-2" onSubmit={(event) => void send(event).catch(() => undefined)}>
      <Field
        label={`Répondre à ${contact.email}`}
        hint="Guilde ajoute la formule d’appel, la signature et le message d’origine. Vouvoie la personne à qui tu réponds."
        error={isMissing && 'Écris une réponse.'}
      >
        <Textarea
          value={text}
          maxLength={ANSWER_MAX}
          rows={5}
          onChange={(event) => {
            change(event.target.value);
            setAnswerId(newUuid());
            setMissing(false);
          }}
        />
      </Field>
      <Button type="submit" variant="secondary" className="justify-self-start" loading={isPending}>
        <Send />
        Envoyer la réponse
      </Button>
    </form>
  );
}
