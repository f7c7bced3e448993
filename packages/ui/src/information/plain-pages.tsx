import { Navigate } from 'react-router-dom';
import { useAccount } from '../auth/account.ts';
import { type InformationTab, paths } from '../paths.ts';
import { GuardScreen } from '../shell/guard-screen.tsx';
import { PlainPage, PublicPlainPage } from './plain-text.tsx';

export const DirectoryPage = () => (
  <PlainPage title="Annuaire">
    Tu retrouveras ici tous les marchands certifiés, avec leur boutique et leurs spécialités.
  </PlainPage>
);

export const MemberPage = () => (
  <PlainPage title="Profil">Les profils des membres seront présentés sur cette page.</PlainPage>
);

export const KnowledgePage = () => (
  <PlainPage title="Base de connaissances">
    Ce que les SOS résolus nous apprennent sera rassemblé ici, une fois relu.
  </PlainPage>
);

export const InformationPage = () => (
  <PlainPage title="Centre d'information">
    Tout ce qu’il faut savoir sur Guilde sera réuni sur cette page.
  </PlainPage>
);

export const TermsPage = () => (
  <PublicPlainPage title="Conditions générales d’utilisation">
    Le texte des conditions générales d’utilisation est en cours de rédaction.
  </PublicPlainPage>
);

export const PrivacyPage = () => (
  <PublicPlainPage title="Politique de confidentialité">
    Le texte de la politique de confidentialité est en cours de rédaction.
  </PublicPlainPage>
);

/** A page for visitors that sends members to the same subject in the information centre (specification, section 2). */
export function InformationRedirect({ tab, title }: { tab: InformationTab; title: string }) {
  const { data: account, isPending } = useAccount();
  if (isPending) return <GuardScreen text="Redirection..." />;
  if (account) return <Navigate to={paths.information(tab)} replace />;
  return <PublicPlainPage title={title}>Cette page est en cours de rédaction.</PublicPlainPage>;
}
