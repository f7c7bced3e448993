import { CornerUpLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { useSos } from './data.ts';

/** The solution of the earlier SOS has failed. */
export function CitedSos({ sosId }: { sosId: string }) {
  const { data: cited } = useSos(sosId);
  if (!cited) return null;
  return (
    <p className="flex items-start gap-2 text-sm text-muted-foreground">
      <CornerUpLeft className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        Suite de{' '}
        <Link to={paths.sosDetail(sosId)} className="text-primary-strong underline underline-offset-4">
          {cited.title}
        </Link>
        , dont la solution n’a pas tenu.
      </span>
    </p>
  );
}
