import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';

type OwnerLineProps = { icon: LucideIcon; text: string; to: string; link: string };

/** It stays above the messages and leads to what they are about. */
export function OwnerLine({ icon: Icon, text, to, link }: OwnerLineProps) {
  return (
    <div className="flex shrink-0 items-center gap-2 border-b bg-card px-4 py-2 text-sm md:px-5">
      <Icon className="size-4 shrink-0 text-muted-foreground" />
      <p className="min-w-0 flex-1 text-pretty first-letter:uppercase">{text}</p>
      <Link to={to} className="shrink-0 font-medium text-primary hover:underline">
        {link}
      </Link>
    </div>
  );
}
