import { MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';

export function EmailSent({ email, children }: { email: string; children: ReactNode }) {
  return (
    <div className="mb-4 flex items-start gap-4">
      <span
        aria-hidden
        className="flex size-11 shrink-0 items-center justify-center rounded-full bg-primary-soft text-primary-strong"
      >
        <MailCheck className="size-5" />
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="font-medium wrap-anywhere">{email}</p>
        <div className="text-muted-foreground">{children}</div>
      </div>
    </div>
  );
}
