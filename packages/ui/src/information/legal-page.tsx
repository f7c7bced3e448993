import { Navigate, useLocation } from 'react-router-dom';
import { useAccount } from '../auth/account.ts';
import { paths } from '../paths.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { LegalDocument } from './legal/legal-document.tsx';
import notice from './legal/notice.md?raw';
import { PublicPage } from './public-frame.tsx';

/** Visitors read it here, members in the information centre (docs/decisions.md#pages). */
export function Component() {
  const { data: account, isPending } = useAccount();
  const { hash } = useLocation();
  if (isPending) return <GuardScreen text="Redirection..." />;
  if (account?.profileComplete && !account.legal.toAccept)
    return <Navigate to={`${paths.information('legal')}${hash}`} replace />;
  return (
    <PublicPage title="Mentions légales">
      <LegalDocument text="terms" source={notice} />
    </PublicPage>
  );
}
