import { CONTEST_OUTCOMES } from '@guilde/contracts/cases/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { formatDate } from '../kit/format.ts';
import { paths } from '../paths.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { DecisionText } from './decision-text.tsx';
import { useDecisions } from './decisions.ts';

/** Renders nothing while there is no decision. */
export function DecisionsSection() {
  const query = useDecisions();
  const { data: decisions = [] } = query;
  if (query.error && !query.data)
    return <LoadFailed title="Impossible de charger les décisions de l’équipe" query={query} />;
  if (decisions.length === 0) return null;
  return (
    <section aria-label="Décisions de l’équipe">
      <SectionHeader title="Décisions de l’équipe" />
      <Card className="divide-y p-0 md:p-0">
        {decisions.map((decision) => (
          <div key={decision.id} className="grid gap-3 px-4 py-4 md:px-5">
            <DecisionText decision={decision} />
            {decision.contest && (
              <p className="text-sm text-muted-foreground">
                {decision.contest.outcome
                  ? optionLabel(CONTEST_OUTCOMES, decision.contest.outcome)
                  : `Contestée le ${formatDate(decision.contest.createdAt)}, en cours d’examen`}
              </p>
            )}
            {decision.contestToken && (
              <Button asChild size="sm" variant="outline" className="justify-self-start">
                <Link to={paths.contest({ token: decision.contestToken })}>
                  {`Contester avant le ${formatDate(decision.contestUntil)}`}
                </Link>
              </Button>
            )}
          </div>
        ))}
      </Card>
    </section>
  );
}
