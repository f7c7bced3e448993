import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Note } from '../kit/states.tsx';
import { paths } from '../paths.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import type { AuthState } from './auth-state.ts';

export function AuthCard({
  title,
  description,
  children,
}: {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}) {
  return (
    <PublicLayout
      title={title}
      description={description}
      below={
        <>
          <SecondaryLink to={paths.invitationInfo}>Comment obtenir une invitation ?</SecondaryLink>
          <SecondaryLink to={paths.landing}>Retour à l’accueil</SecondaryLink>
        </>
      }
    >
      <Notice />
      {children}
    </PublicLayout>
  );
}

const looks = {
  danger: { Icon: CircleAlert, tone: 'danger', className: 'text-danger' },
  warning: { Icon: CircleAlert, tone: 'warning', className: 'text-warning' },
  success: { Icon: CircleCheck, tone: 'primary', className: 'text-primary-strong' },
} as const;

function Notice() {
  const { notice } = (useLocation().state as AuthState | null) ?? {};
  if (!notice) return null;
  const failed = notice.tone === 'danger';
  const { Icon, tone, className } = looks[notice.tone];
  return (
    <div role={notice.tone === 'success' ? 'status' : 'alert'} className="mb-5">
      <Note tone={tone} icon={<Icon className={className} />}>
        <p className="font-medium">{notice.text}</p>
        {failed && (
          <p className="text-muted-foreground">Demande un nouveau lien par « Mot de passe oublié ».</p>
        )}
      </Note>
    </div>
  );
}
