import { Navigate, type NavigateProps, useNavigation } from 'react-router-dom';
import { GuardScreen } from './guard-screen.tsx';

/** Leads away, but not from a navigation that has begun: the app may have been started by a link to somewhere else. */
export function Redirect(props: Pick<NavigateProps, 'to' | 'state'>) {
  const { state } = useNavigation();
  return state === 'idle' ? <Navigate {...props} replace /> : <GuardScreen text="Redirection..." />;
}
