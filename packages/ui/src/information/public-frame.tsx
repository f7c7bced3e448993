import type { ReactNode } from 'react';
import { useAccount } from '../auth/account.ts';
import { paths } from '../paths.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import { SecondaryLink } from '../shell/secondary-link.tsx';

export function PublicPage({
  title,
  description,
  children,
}: {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}) {
  const { data: account } = useAccount();
  return (
    <PublicLayout
      width="lg"
      steady
      title={title}
      description={description}
      below={
        account ? (
          <SecondaryLink to={paths.home}>Retour à Guilde</SecondaryLink>
        ) : (
          <SecondaryLink to={paths.landing}>Retour à l’accueil</SecondaryLink>
        )
      }
    >
      {children}
    </PublicLayout>
  );
}
