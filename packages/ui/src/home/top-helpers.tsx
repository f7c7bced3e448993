import { memberName, type TopHelper } from '@guilde/contracts/profiles/rules.ts';
import { Link } from 'react-router-dom';
import { Avatar } from '../kit/avatar.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { plural } from '../kit/format.ts';
import { paths } from '../paths.ts';

export function TopHelpers({ helpers }: { helpers: TopHelper[] }) {
  return (
    <section aria-label="Héros du moment">
      <SectionHeader title="Héros du moment" />
      <Card className="p-2 md:p-2">
        {helpers.length === 0 ? (
          <p className="p-3 text-sm text-muted-foreground">
            Les membres qui aident à résoudre des SOS apparaissent ici. La première place est libre.
          </p>
        ) : (
          <ol>
            {helpers.map((helper, index) => (
              <li key={helper.id}>
                <Link
                  to={paths.member(helper.id)}
                  className="flex min-h-11 items-center gap-3 rounded-md px-3 py-1.5 transition-colors duration-150 hover:bg-muted lg:min-h-14 lg:py-2"
                >
                  <span
                    aria-hidden
                    className="w-3 text-center font-title text-sm font-bold text-muted-foreground tabular-nums"
                  >
                    {index + 1}
                  </span>
                  <Avatar name={memberName(helper)} src={helper.avatarUrl} size="sm" />
                  <span className="min-w-0 flex-1 text-sm max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:justify-between max-lg:gap-x-3">
                    <span className="flex items-center gap-1">
                      <span className="line-clamp-2 min-w-0 font-medium wrap-anywhere">
                        {memberName(helper)}
                      </span>
                      {helper.isCertified && <CertifiedBadge />}
                    </span>
                    <span className="block text-muted-foreground">
                      {plural(helper.totalHelpCount, 'SOS résolu', 'SOS résolus')}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </section>
  );
}
