import { Navigate } from 'react-router-dom';
import { useAccount } from '../auth/account.ts';
import { PublicPage } from '../information/public-frame.tsx';
import { paths } from '../paths.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { ContactForm } from './contact-form.tsx';

/** Members with a profile write in the information centre. */
export function Component() {
  const { data: account, isPending } = useAccount();
  if (isPending) return <GuardScreen text="Redirection..." />;
  if (account?.profileComplete && !account.legal.toAccept)
    return <Navigate to={paths.information('contact')} replace />;
  return (
    <PublicPage
      title="Contact"
      description="Une question sur Guilde, un contenu à signaler, vos données ? Écrivez-nous."
    >
      <ContactForm key={account?.id ?? 'visitor'} writer={account ?? null} />
    </PublicPage>
  );
}
