import { CloudOff, LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

type StateProps = {
  title: ReactNode;
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  className?: string;
};

export function EmptyState({
  title,
  children,
  icon,
  action,
  className,
  role,
}: StateProps & { role?: 'alert' }) {
  return (
    <div
      role={role}
      className={cn(
        'flex flex-col items-center gap-2 rounded-lg border border-dashed px-6 py-12 text-center',
        className,
      )}
    >
      {icon && (
        <span
          aria-hidden
          className="mb-2 flex size-12 items-center justify-center rounded-full bg-muted text-muted-foreground [&_svg]:size-6"
        >
          {icon}
        </span>
      )}
      <p className="font-title text-lg font-bold tracking-tight text-balance">{title}</p>
      {children && <div className="max-w-md text-sm text-balance text-muted-foreground">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

export function RefusedState(props: Omit<StateProps, 'icon'>) {
  return <EmptyState role="alert" icon={<LockKeyhole />} {...props} />;
}

export function ErrorState({
  title = 'Le serveur ne répond pas.',
  children = 'Vérifie ta connexion, puis réessaie.',
  onRetry,
  retrying = false,
  className,
}: Partial<StateProps> & { onRetry?: () => void; retrying?: boolean }) {
  return (
    <EmptyState
      role="alert"
      title={title}
      icon={<CloudOff className="text-danger" />}
      action={
        onRetry && (
          <Button variant="outline" loading={retrying} onClick={onRetry}>
            Réessayer
          </Button>
        )
      }
      {...(className ? { className } : {})}
    >
      {children}
    </EmptyState>
  );
}

const noteTones = {
  neutral: 'border bg-muted',
  primary: 'bg-primary-soft',
  gold: 'bg-gold-soft',
  warning: 'bg-warning-soft',
  danger: 'bg-danger-soft',
};

export function Note({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  tone?: keyof typeof noteTones;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cn('flex items-start gap-3 rounded-lg px-4 py-3 text-sm', noteTones[tone], className)}>
      {icon && (
        <span aria-hidden className="mt-px [&_svg]:size-4.5">
          {icon}
        </span>
      )}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
