import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Note } from '../kit/states.tsx';
import { paths } from '../paths.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import type { AuthState } from './auth-state.ts';
import { QuietLink } from './quiet-link.tsx';

/** The card of every mode of /auth, with what another page had to say above the form. */
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
          <QuietLink to={paths.invitationInfo}>Comment obtenir une invitation ?</QuietLink>
          <QuietLink to={paths.landing}>Retour à l’accueil</QuietLink>
        </>
      }
    >
      <Notice />
      {children}
    </PublicLayout>
  );
}

function Notice() {
  const { notice } = (useLocation().state as AuthState | null) ?? {};
  if (!notice) return null;
  const failed = notice.tone === 'danger';
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    <div role={failed ? 'alert' : 'status'} className="mb-5">
      <Note
        tone={failed ? 'danger' : 'primary'}
        icon={<Icon strokeWidth={1.75} className={failed ? 'text-danger' : 'text-primary-strong'} />}
      >
        <p className="font-medium">{notice.text}</p>
        {failed && (
          <p className="text-muted-foreground">Demande un nouveau lien par « Mot de passe oublié ».</p>
        )}
      </Note>
    </div>
  );
}
