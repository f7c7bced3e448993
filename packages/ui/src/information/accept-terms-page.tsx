import type { LegalNotice } from '@guilde/contracts/information/legal.ts';
import { Navigate, useSearchParams } from 'react-router-dom';
import { DangerZone } from '../account/danger-zone.tsx';
import { DownloadData } from '../account/download-data.tsx';
import { errorMessage } from '../api.ts';
import { useMember } from '../auth/account.ts';
import { useAcceptLegal } from '../auth/data.ts';
import { Button } from '../kit/button.tsx';
import { formatDate } from '../kit/format.ts';
import { toast } from '../kit/toast.ts';
import { safeReturnPath } from '../paths.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import { LegalChanges, LegalTexts } from './legal-changes.tsx';

/** Each revision is asked once; until then only one's data and the end of the account are open. */
export function Component() {
  const { toAccept } = useMember().legal;
  const [search] = useSearchParams();
  if (!toAccept) return <Navigate to={safeReturnPath(search.get('from'))} replace />;
  return <AcceptTerms revision={toAccept} />;
}

function AcceptTerms({ revision }: { revision: LegalNotice }) {
  const accept = useAcceptLegal();
  const submit = () =>
    accept.mutate(revision.number, {
      onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
    });
  return (
    <PublicLayout
      title="Nos conditions ont changé"
      width="md"
      description={`Elles s’appliquent depuis le ${formatDate(revision.from)}. Lis ce qui change, puis continue.`}
      below={
        <div className="w-full text-foreground">
          <DangerZone title="Tu ne veux pas accepter ?">
            <DownloadData title="Mes données" />
          </DangerZone>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <LegalChanges changes={revision.changes} />
        <LegalTexts />
        <Button variant="hero" size="lg" loading={accept.isPending} onClick={submit}>
          J’accepte
        </Button>
        <p className="text-sm text-muted-foreground">
          Tu acceptes les conditions d’utilisation et déclares avoir lu la politique de confidentialité.
        </p>
      </div>
    </PublicLayout>
  );
}
