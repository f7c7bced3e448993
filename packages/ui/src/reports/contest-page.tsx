import { CONTEST_MAX, CONTEST_OUTCOMES, type ContestedDecision } from '@guilde/contracts/cases/rules.ts';
import { errorText } from '@guilde/contracts/errors.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError, errorMessage, isTransientError } from '../api.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { Field, FormError } from '../kit/field.tsx';
import { formatDate } from '../kit/format.ts';
import { Input } from '../kit/input.tsx';
import { serverNow } from '../kit/server-time.ts';
import { Note } from '../kit/states.tsx';
import { Textarea } from '../kit/textarea.tsx';
import { paths } from '../paths.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { useLinkSecrets } from '../shell/link-secrets.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { PublicLayout } from '../shell/public-layout.tsx';
import { useContest, useContestedDecision } from './data.ts';
import { DecisionText } from './decision-text.tsx';

const TITLE = 'Contester une décision';

/** Opening the link changes nothing, signed in or not (docs/specification.md#cases-and-measures). */
export function Component() {
  const secrets = useLinkSecrets();
  if (!secrets) return <GuardScreen text="Chargement..." />;
  return <ContestScreen key={secrets.token} token={secrets.token} />;
}

function ContestScreen({ token }: { token: string | undefined }) {
  const decision = useContestedDecision(token);
  if (token === undefined) return <Refused text={errorText('CONTEST_LINK_INVALID')} />;
  if (decision.data) return <Contest token={token} decision={decision.data} />;
  if (!decision.error) return <GuardScreen text="Chargement..." />;
  if (!isTransientError(decision.error)) return <Refused text={errorMessage(decision.error)} />;
  return (
    <PublicLayout title={TITLE}>
      <LoadFailed title="La décision n’a pas pu être chargée" query={decision} />
    </PublicLayout>
  );
}

function Contest({ token, decision }: { token: string; decision: ContestedDecision }) {
  const [openedAt] = useState(serverNow);
  const isLate = openedAt > Date.parse(decision.contestUntil);
  return (
    <PublicLayout title={TITLE} width="md" below={<Link to={paths.terms}>Conditions d’utilisation</Link>}>
      <div className="grid gap-6">
        <DecisionText decision={decision} />
        {decision.contest ? (
          <Sent contest={decision.contest} />
        ) : isLate ? (
          <Note>{errorText('CONTEST_TOO_LATE')}</Note>
        ) : (
          <ContestForm token={token} decision={decision} />
        )}
      </div>
    </PublicLayout>
  );
}

function Sent({ contest }: { contest: NonNullable<ContestedDecision['contest']> }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-base font-semibold">
        {contest.outcome === null
          ? `Contestation reçue le ${formatDate(contest.createdAt)}`
          : optionLabel(CONTEST_OUTCOMES, contest.outcome)}
      </h2>
      <blockquote className="border-l-2 pl-3 text-sm break-words whitespace-pre-line text-muted-foreground">
        {contest.text}
      </blockquote>
      {contest.outcome === null ? (
        <Note>
          Nous vous répondrons par e-mail. Chaque fois que c’est possible, une personne qui n’a pas pris la
          décision la réexamine.
        </Note>
      ) : (
        <p className="text-sm break-words whitespace-pre-line">{contest.answer}</p>
      )}
    </section>
  );
}

function ContestForm({ token, decision }: { token: string; decision: ContestedDecision }) {
  const { mutate, isPending, error } = useContest(token);
  const [text, setText] = useState('');
  const [email, setEmail] = useState('');
  const fields = error instanceof ApiError ? error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      { text, ...(decision.asksEmail && { email }) },
      { onSuccess: () => announce('Contestation envoyée') },
    );
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Field
        label="Pourquoi contestez-vous cette décision ?"
        hint={`Vous pouvez la contester une fois, gratuitement, jusqu’au ${formatDate(decision.contestUntil)}. Rappelez les faits.`}
        error={fields.text}
      >
        <Textarea
          rows={6}
          className="min-h-36"
          maxLength={CONTEST_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {decision.asksEmail && (
        <Field
          label="E-mail"
          hint="Votre compte n’existe plus : nous vous répondrons à cette adresse, puis nous l’effacerons."
          error={fields.email}
        >
          <Input
            type="email"
            autoComplete="email"
            inputMode="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
      )}
      <FormError>{error && !fields.text && !fields.email && errorMessage(error)}</FormError>
      <Button type="submit" loading={isPending}>
        Envoyer la contestation
      </Button>
    </form>
  );
}

function Refused({ text }: { text: string }) {
  return (
    <PublicLayout title={TITLE} description={text}>
      <Button asChild variant="outline" className="w-full">
        <Link to={paths.contact}>Nous écrire</Link>
      </Button>
    </PublicLayout>
  );
}
