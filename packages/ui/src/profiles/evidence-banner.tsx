import { Link } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { Note } from '../kit/states.tsx';
import { paths } from '../paths.ts';

/** It is shown until something was sent. */
export function EvidenceBanner() {
  if (!useMember().toProve) return null;
  return (
    <Note tone="warning" className="mb-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-medium">L’équipe vous demande un justificatif pour garder votre badge.</p>
        <Button asChild size="sm" variant="outline">
          <Link to={paths.settings('account')}>Voir la demande</Link>
        </Button>
      </div>
    </Note>
  );
}
