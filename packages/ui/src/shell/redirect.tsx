import { Navigate, type NavigateProps, useNavigation } from 'react-router-dom';
import { GuardScreen } from './guard-screen.tsx';

/** It waits for a navigation under way, because a link may have started the app. */
export function Redirect(props: Pick<NavigateProps, 'to' | 'state'>) {
  const { state } = useNavigation();
  return state === 'idle' ? <Navigate {...props} replace /> : <GuardScreen text="Redirection..." />;
}
