import type { GivenOutcome, Outcome } from '@guilde/contracts/outcomes/rules.ts';
import type { Sos } from '@guilde/contracts/sos/rules.ts';
import { CircleHelp, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { errorMessage } from '../api.ts';
import { useMember } from '../auth/account.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { FormError } from '../kit/field.tsx';
import { paths } from '../paths.ts';
import { AfterAnswer, thanksText } from './after-answer.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { useAnswerAsAuthor, useSosOutcomes } from './data.ts';
import { OutcomeList } from './outcome-list.tsx';

/** The author of a resolved SOS also sees the question that is open. */
export function SosOutcome({ sos, heading: Heading }: { sos: Sos; heading: 'h2' | 'h3' }) {
  const { data } = useSosOutcomes(sos.status === 'resolved' ? sos.id : null);
  const [given, setGiven] = useState<GivenOutcome | null>(null);
  if (!data || sos.status !== 'resolved') return null;
  return (
    <>
      {(data.question || given) && (
        <OpenQuestion sosId={sos.id} heading={Heading} given={given} onGiven={setGiven} />
      )}
      {data.answers.length > 0 && (
        <Answers outcomes={data.answers} sos={sos} heading={Heading} canRetry={!given} />
      )}
    </>
  );
}

function OpenQuestion({
  sosId,
  heading: Heading,
  given,
  onGiven,
}: {
  sosId: string;
  heading: 'h2' | 'h3';
  given: GivenOutcome | null;
  onGiven: (given: GivenOutcome | null) => void;
}) {
  const { mutate, isPending, variables, error } = useAnswerAsAuthor(sosId);
  const answer = (chosen: GivenOutcome['standing']['answer']) =>
    mutate(chosen, {
      onSuccess: (stored) => {
        onGiven(stored);
        announce(thanksText(stored));
      },
    });
  return (
    <Card asChild edge="primary" className="grid gap-4 md:p-4">
      <section aria-labelledby="sos-outcome">
        <Heading id="sos-outcome" className="flex items-center gap-2 text-base">
          <CircleHelp className="size-4.5 text-primary" />
          <span>{given ? 'Merci' : 'Est-ce que ça tient\u202f?'}</span>
        </Heading>
        {given ? (
          <>
            <p className="text-sm text-muted-foreground">{thanksText(given)}</p>
            <AfterAnswer given={given} />
          </>
        ) : (
          <AnswerButtons
            pending={isPending ? variables : undefined}
            onAnswer={answer}
            className="sm:grid-cols-3"
          />
        )}
        <FormError>{error && errorMessage(error)}</FormError>
      </section>
    </Card>
  );
}

/** `canRetry` means that nothing else on the page offers its author a new SOS. */
function Answers({
  outcomes,
  sos,
  heading: Heading,
  canRetry,
}: {
  outcomes: readonly Outcome[];
  sos: Sos;
  heading: 'h2' | 'h3';
  canRetry: boolean;
}) {
  const { id: viewerId } = useMember();
  const hasFailed = outcomes.at(-1)?.answer === 'no' && sos.author?.id === viewerId;
  return (
    <section aria-labelledby="sos-outcomes">
      <Heading id="sos-outcomes" className="mb-3 text-base">
        La suite
      </Heading>
      <OutcomeList outcomes={outcomes} />
      {hasFailed && canRetry && (
        <Button asChild variant="outline" className="mt-4">
          <Link to={paths.sosCiting(sos.id)}>
            <RotateCcw />
            Lancer un nouveau SOS
          </Link>
        </Button>
      )}
    </section>
  );
}
