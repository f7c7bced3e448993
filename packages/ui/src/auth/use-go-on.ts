import type { Account } from '@guilde/contracts/auth/rules.ts';
import { useNavigate } from 'react-router-dom';
import type { AuthFormProps } from './auth-state.ts';
import { toastWelcome } from './auth-toasts.ts';

/** The first proof leads to a welcome, or to the second factor, from which Back restarts the sign-in. */
export function useGoOn(linkTo: AuthFormProps['linkTo']) {
  const navigate = useNavigate();
  return (account: Account | null) => {
    if (account) toastWelcome(account.profile?.firstName);
    else void navigate(linkTo('second-factor'), { replace: true });
  };
}
