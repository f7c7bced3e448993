import { type GivenOutcome, lastOutcomeText } from '@guilde/contracts/outcomes/rules.ts';
import { RotateCcw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { paths } from '../paths.ts';
import { DetailsForm } from './details-form.tsx';

/** « Non » leads on to a new SOS that cites this one. */
export function AfterAnswer({ given, onDone }: { given: GivenOutcome; onDone?: () => void }) {
  const { sosId, standing, detailsToken } = given;
  return (
    <div className="grid gap-5">
      {standing.answer === 'no' && (
        <div className="grid gap-3 rounded-lg bg-primary-soft p-4">
          <p className="text-sm">
            Le problème est revenu ? Lance un nouveau SOS{'\u00a0'}: il cite celui-ci, et ceux qui t’aideront
            sauront d’où tu pars.
          </p>
          <Button asChild className="justify-self-start">
            <Link to={paths.sosCiting(sosId)}>
              <RotateCcw />
              Lancer un nouveau SOS
            </Link>
          </Button>
        </div>
      )}
      <DetailsForm
        token={detailsToken}
        hasGained={standing.answer !== 'no'}
        {...(onDone ? { onDone } : {})}
      />
    </div>
  );
}

export function thanksText({ standing }: GivenOutcome): string {
  return `Ta réponse est enregistrée\u00a0: «\u00a0${lastOutcomeText(standing)}\u00a0».`;
}
