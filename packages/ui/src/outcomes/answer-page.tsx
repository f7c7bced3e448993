import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import {
  lastOutcomeText,
  type OutcomeAnswer,
  type OutcomeQuestion,
} from '@guilde/contracts/outcomes/rules.ts';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { errorMessage, isTransientError } from '../api.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { FormError } from '../kit/field.tsx';
import { formatDate } from '../kit/format.ts';
import { paths } from '../paths.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { useLinkSecrets } from '../shell/link-secrets.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { PublicLayout } from '../shell/public-layout.tsx';
import { AfterAnswer, thanksText } from './after-answer.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { useAnswerByLink, useOutcomeQuestion } from './data.ts';

const TITLE = 'Est-ce que ça tient\u202f?';

/** A link works signed in or not; opening it changes nothing (docs/specification.md#did-it-hold). */
export function Component() {
  const secrets = useLinkSecrets();
  if (!secrets) return <GuardScreen text="Chargement..." />;
  return <AnswerScreen key={secrets.token} token={secrets.token} />;
}

function AnswerScreen({ token }: { token: string | undefined }) {
  const question = useOutcomeQuestion(token);
  if (token === undefined) return <Refused text={shownErrorText('OUTCOME_LINK_INVALID')} />;
  if (question.data) return <Question token={token} question={question.data} />;
  if (!question.error) return <GuardScreen text="Chargement..." />;
  if (!isTransientError(question.error)) return <Refused text={errorMessage(question.error)} />;
  return (
    <PublicLayout title={TITLE}>
      <LoadFailed title="La question n’a pas pu être chargée" query={question} />
    </PublicLayout>
  );
}

function Question({ token, question }: { token: string; question: OutcomeQuestion }) {
  const { mutate, isPending, variables, data: given, error } = useAnswerByLink(token);
  useEffect(() => {
    if (given) announce(thanksText(given));
  }, [given]);
  if (given) {
    return (
      <PublicLayout
        title="Merci"
        description={thanksText(given)}
        below={<Link to={paths.sosDetail(question.sosId)}>Voir mon SOS</Link>}
      >
        <AfterAnswer given={given} />
      </PublicLayout>
    );
  }
  if (question.answer !== null) return <Answered question={question} answer={question.answer} />;
  return (
    <PublicLayout
      title={TITLE}
      description={
        <p>
          Ton SOS <strong className="font-semibold wrap-anywhere text-foreground">{question.title}</strong>
          <span>{` a été résolu le ${formatDate(question.resolvedAt)}.`}</span>
        </p>
      }
      below={<p>Une réponse suffit, sans te connecter. Le lien ne marche qu’une fois.</p>}
    >
      <div className="grid gap-4">
        <AnswerButtons pending={isPending ? variables : undefined} onAnswer={mutate} />
        <FormError>{error && errorMessage(error)}</FormError>
      </div>
    </PublicLayout>
  );
}

function Answered({ question, answer }: { question: OutcomeQuestion; answer: OutcomeAnswer }) {
  const { sosId, title, afterDays } = question;
  return (
    <PublicLayout title="Déjà répondu" description={shownErrorText('OUTCOME_ANSWERED')}>
      <p className="mb-4 wrap-anywhere">
        <strong className="font-semibold">{title}</strong>
        <span>{`\u00a0: «\u00a0${lastOutcomeText({ answer, afterDays })}\u00a0».`}</span>
      </p>
      <Button asChild variant="outline" className="w-full">
        <Link to={paths.sosDetail(sosId)}>Voir mon SOS</Link>
      </Button>
    </PublicLayout>
  );
}

function Refused({ text }: { text: string }) {
  return (
    <PublicLayout title={TITLE} description={text}>
      <Button asChild variant="outline" className="w-full">
        <Link to={paths.home}>Aller à l’accueil</Link>
      </Button>
    </PublicLayout>
  );
}
