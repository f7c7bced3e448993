import { formatSiren } from '@guilde/contracts/profiles/rules.ts';
import { NewTabHint } from '../kit/new-tab-hint.tsx';

/** The public register says whether the company exists. */
export function SirenLink({ siren }: { siren: string }) {
  return (
    <a
      href={`https://annuaire-entreprises.data.gouv.fr/entreprise/${siren}`}
      target="_blank"
      rel="noopener noreferrer"
      className="text-primary underline decoration-primary/40 underline-offset-4 hover:decoration-current"
    >
      <span>{formatSiren(siren)}</span>
      <NewTabHint />
    </a>
  );
}
