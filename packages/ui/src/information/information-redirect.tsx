import { Navigate, useLocation } from 'react-router-dom';
import { type InformationTab, paths } from '../paths.ts';

/** The guard of the information centre asks visitors to sign in (docs/specification.md#pages-and-guards). */
export function InformationRedirect({ tab }: { tab: InformationTab }) {
  const { hash } = useLocation();
  return <Navigate to={`${paths.information(tab)}${hash}`} replace />;
}
