import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { paths, safeReturnPath } from '../paths.ts';
import { useAccount } from './account.ts';
import type { AuthFormProps } from './auth-state.ts';
import { CodeForm } from './code-form.tsx';
import { ConfirmationForm } from './confirmation-form.tsx';
import { ResetRequestForm } from './reset-request-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The way in for members. A link with an invitation's token goes on to the invitation. */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token');
  if (token) return <Navigate to={paths.invitation(token)} replace />;
  return <AuthScreen />;
}

function AuthScreen() {
  const [search] = useSearchParams();
  const { data: account } = useAccount();
  const [email, setEmail] = useState('');
  const from = search.get('from') ?? undefined;
  if (account) return <Navigate to={safeReturnPath(from)} replace />;
  const form: AuthFormProps = { email, onEmail: setEmail, linkTo: (mode) => paths.auth({ mode, from }) };
  switch (search.get('mode')) {
    case 'reset':
      return <ResetRequestForm {...form} />;
    case 'code':
      return <CodeForm {...form} />;
    default:
      return search.get('confirmation') === 'invalid' ? (
        <ConfirmationForm {...form} />
      ) : (
        <SignInForm {...form} />
      );
  }
}
