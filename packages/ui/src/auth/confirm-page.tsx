import type { LinkSecrets } from '@guilde/contracts/links.ts';
import { Navigate } from 'react-router-dom';
import { isRefusal } from '../api.ts';
import { paths } from '../paths.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { useLinkSecrets } from '../shell/link-secrets.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { PublicLayout } from '../shell/public-layout.tsx';
import { useAccount } from './account.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { ConfirmSignedIn } from './confirm-signed-in.tsx';
import { ConfirmationRequestForm } from './confirmation-request-form.tsx';
import { useConfirm, useConfirmationLink } from './data.ts';

/** Opening the link changes nothing (docs/security.md#confirming-an-address). */
export function Component() {
  const secrets = useLinkSecrets();
  if (!secrets) return <GuardScreen text="Chargement..." />;
  return <ConfirmScreen key={secrets.token} token={secrets.token} />;
}

function ConfirmScreen({ token }: LinkSecrets) {
  const account = useAccount();
  const link = useConfirmationLink(token, account.data?.id ?? null);
  const confirm = useConfirm();
  if (confirm.isSuccess && confirm.data === null)
    return <Navigate to={paths.auth({ mode: 'second-factor' })} replace />;
  if (confirm.isSuccess && account.data) return <Navigate to={paths.profileSetup} replace />;
  const failed = account.error ? account : link;
  if (failed.error && !isRefusal(failed.error, 'CONFIRMATION_INVALID', 'INVALID_INPUT')) {
    return (
      <PublicLayout title="Confirme ton adresse">
        <LoadFailed title="Le lien n’a pas pu être vérifié" query={failed} />
      </PublicLayout>
    );
  }
  if (account.isPending || (token && link.isPending)) return <GuardScreen text="Chargement..." />;
  if (account.data) return <ConfirmSignedIn account={account.data} token={token} offer={link.data} />;
  if (!token || !link.data) return <ConfirmationRequestForm />;
  return <ConfirmForm token={token} offer={link.data} confirm={confirm} />;
}
