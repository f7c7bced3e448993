import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { paths, safeReturnPath } from '../paths.ts';
import { usePushWishes } from '../settings/push-wishes.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { useLinkSecrets } from '../shell/link-secrets.ts';
import { Redirect } from '../shell/redirect.tsx';
import { useAccount } from './account.ts';
import type { AuthFormProps } from './auth-state.ts';
import { CodeForm } from './code-form.tsx';
import { ResetRequestForm } from './reset-request-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function Component() {
  const secrets = useLinkSecrets();
  if (!secrets) return <GuardScreen text="Chargement..." />;
  if (secrets.token) return <Navigate to={paths.invitation()} state={secrets} replace />;
  return <AuthScreen />;
}

function AuthScreen() {
  const [search] = useSearchParams();
  const { data: account } = useAccount();
  const [email, setEmail] = useState('');
  const from = search.get('from') ?? undefined;
  useEffect(() => {
    if (account === null) usePushWishes.getState().endSessions();
  }, [account]);
  if (account) return <Redirect to={safeReturnPath(from)} />;
  const form: AuthFormProps = { email, onEmail: setEmail, linkTo: (mode) => paths.auth({ mode, from }) };
  switch (search.get('mode')) {
    case 'reset':
      return <ResetRequestForm {...form} />;
    case 'second-factor':
      return <SecondFactorForm linkTo={form.linkTo} />;
    case 'code':
      return <CodeForm {...form} />;
    default:
      return <SignInForm {...form} />;
  }
}
