import type { LegalNotice } from '@guilde/contracts/information/legal.ts';
import { Link } from 'react-router-dom';
import { NewTabHint } from '../kit/new-tab-hint.tsx';
import { paths } from '../paths.ts';

export function LegalChanges({ changes }: Pick<LegalNotice, 'changes'>) {
  return (
    <ul className="grid list-disc gap-1 pl-5 marker:text-muted-foreground">
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}

/** The links open other tabs, so that nothing typed is lost. */
export function LegalTexts() {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm [&_a]:rounded-sm [&_a]:underline [&_a]:underline-offset-4">
      <Link to={paths.terms} target="_blank">
        Conditions d’utilisation
        <NewTabHint />
      </Link>
      <Link to={paths.privacy} target="_blank">
        Politique de confidentialité
        <NewTabHint />
      </Link>
    </p>
  );
}
