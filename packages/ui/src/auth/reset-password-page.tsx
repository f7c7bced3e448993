import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { isRefusal } from '../api.ts';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { useLinkSecrets } from '../shell/link-secrets.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { PublicLayout } from '../shell/public-layout.tsx';
import { useAccount } from './account.ts';
import type { AuthState } from './auth-state.ts';
import { useResetLink } from './data.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

export function Component() {
  const secrets = useLinkSecrets();
  if (!secrets) return <GuardScreen text="Chargement..." />;
  if (!secrets.token) return <BackToSignIn text={shownErrorText('RESET_LINK_EXPIRED')} />;
  return <ResetLink token={secrets.token} />;
}

function ResetLink({ token }: { token: string }) {
  const { data, error, refetch, isFetching } = useResetLink(token);
  if (data) return <ResetPasswordForm token={token} />;
  if (!error) return <GuardScreen text="Chargement..." />;
  if (isRefusal(error, 'RESET_LINK_EXPIRED')) return <BackToSignIn text={error.message} />;
  if (isRefusal(error, 'RESET_LINK_INVALID', 'INVALID_INPUT')) {
    return <BackToSignIn text={shownErrorText('RESET_LINK_INVALID')} />;
  }
  return (
    <PublicLayout title="Nouveau mot de passe">
      <LoadFailed title="Le lien n’a pas pu être vérifié" query={{ error, refetch, isFetching }} />
    </PublicLayout>
  );
}

/** Whoever is signed in goes on home, where the page of the sign-in cannot say it. */
function BackToSignIn({ text }: { text: string }) {
  const { data: account, isPending } = useAccount();
  useEffect(() => {
    if (account) toast.error(text);
  }, [account, text]);
  if (isPending) return <GuardScreen text="Redirection..." />;
  const state: AuthState = { notice: { tone: 'danger', text } };
  return <Navigate to={paths.auth()} state={state} replace />;
}
