import { Navigate, useLocation } from 'react-router-dom';
import { isRefusal } from '../api.ts';
import { useAccount } from '../auth/account.ts';
import { paths } from '../paths.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { useLinkSecrets } from '../shell/link-secrets.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { PublicLayout } from '../shell/public-layout.tsx';
import { ConfirmationSent } from './confirmation-sent.tsx';
import { useInvitationOffer, useSignUp } from './data.ts';
import { InvitationSignedIn } from './invitation-signed-in.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** It is in the navigation state, so that a reload still shows what to do. */
export type InvitationState = { confirmationSentTo?: string };

export function Component() {
  const secrets = useLinkSecrets();
  const { confirmationSentTo } = (useLocation().state as InvitationState | null) ?? {};
  if (!secrets) return <GuardScreen text="Chargement..." />;
  if (confirmationSentTo) return <ConfirmationSent email={confirmationSentTo} />;
  if (!secrets.token) return <WithoutInvitation />;
  return <InvitationScreen token={secrets.token} proof={secrets.proof} />;
}

function WithoutInvitation() {
  const { data: account, isPending } = useAccount();
  if (isPending) return <GuardScreen text="Redirection..." />;
  return <Navigate to={account ? paths.home : paths.landing} replace />;
}

function InvitationScreen({ token, proof }: { token: string; proof: string | undefined }) {
  const account = useAccount();
  const offer = useInvitationOffer({ token, proof });
  const signUp = useSignUp();
  const isRefused = isRefusal(offer.error, 'INVITATION_INVALID', 'INVITATION_EXPIRED', 'INVALID_INPUT');
  if (account.data && (signUp.isPending || signUp.isSuccess)) return <Navigate to={paths.welcome} replace />;
  if (account.isPending || offer.isPending) return <GuardScreen text="Chargement..." />;
  if (account.data && (offer.data || isRefused))
    return <InvitationSignedIn account={account.data} secrets={{ token, proof }} offer={offer.data} />;
  if (offer.data) return <SignUpForm secrets={{ token, proof }} offer={offer.data} signUp={signUp} />;
  if (isRefused) return <Navigate to={paths.landing} replace />;
  return (
    <PublicLayout title="Ton invitation">
      <LoadFailed title="Erreur lors de la vérification de l'invitation" query={offer} />
    </PublicLayout>
  );
}
