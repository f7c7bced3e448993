import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { isEnded, type Sos } from '@guilde/contracts/sos/rules.ts';
import { Link } from 'react-router-dom';
import { Avatar } from '../kit/avatar.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { paths } from '../paths.ts';
import { seatsText } from './sos-aria-description.tsx';

export function SosHelpers({ sos, heading: Heading }: { sos: Sos; heading: 'h2' | 'h3' }) {
  const { helpers } = sos;
  return (
    <section aria-labelledby="sos-help">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <Heading id="sos-help" className="text-base">
          Qui aide
        </Heading>
        {!isEnded(sos) && <p className="text-sm text-muted-foreground tabular-nums">{seatsText(sos)}</p>}
      </div>
      {helpers.length === 0 ? (
        <p className="text-sm text-muted-foreground">
          {isEnded(sos) ? 'Personne n’aidait à la fin.' : 'Personne n’aide encore.'}
        </p>
      ) : (
        <ul className="grid gap-2 sm:grid-cols-2">
          {helpers.map((helper) => (
            <li
              key={helper.id}
              className="relative flex min-h-11 min-w-0 items-center md:min-h-0 gap-2.5 text-sm"
            >
              <Avatar name={memberName(helper)} src={helper.avatarUrl} size="sm" />
              <span className="min-w-0">
                <span className="flex items-center gap-1">
                  <Link
                    to={paths.member(helper.id)}
                    className="truncate rounded-sm font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
                  >
                    {memberName(helper)}
                  </Link>
                  {helper.isCertified && <CertifiedBadge />}
                </span>
                <span className="block truncate text-muted-foreground">{helper.storeName}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
