import type { Sponsored, SponsoredPage } from '@guilde/contracts/home/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { Link } from 'react-router-dom';
import { Avatar } from '../kit/avatar.tsx';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { formatNumber, formatShortDate } from '../kit/format.ts';
import { type State, StateBadge } from '../kit/state-badge.tsx';
import { paths } from '../paths.ts';
import { useSponsored } from './data.ts';

const STATES: Record<Sponsored['state'], { label: string; state: State; since: string }> = {
  account: { label: 'Compte créé', state: 'waiting', since: 'Depuis le' },
  complete: { label: 'Profil complet', state: 'active', since: 'Membre depuis le' },
  active: { label: 'A demandé ou aidé', state: 'done', since: 'Membre depuis le' },
};

/** It stays away before the first invitee has an account, and without an answer, as the invitations say that. */
export function SponsoredBlock() {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSponsored();
  const [first] = data?.pages ?? [];
  if (!first || first.accounts === 0) return null;
  // Somebody may have moved to the next page while it was loading.
  const items = [...new Map(data?.pages.flatMap((page) => page.items).map((one) => [one.id, one])).values()];
  return (
    <section aria-label="Marchands parrainés">
      <SectionHeader title="Marchands parrainés" />
      <Card className="grid grid-cols-1 gap-5">
        <Figures page={first} />
        <div className="-mb-2">
          <ul className="divide-y border-t">
            {items.map((one) => (
              <SponsoredRow key={one.id} sponsored={one} />
            ))}
          </ul>
          {hasNextPage && (
            <Button
              variant="ghost"
              size="sm"
              className="mt-2"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              Afficher la suite
            </Button>
          )}
        </div>
      </Card>
    </section>
  );
}

function Figures({ page: { accounts, complete, active } }: { page: SponsoredPage }) {
  const figures = [
    { label: 'Comptes', value: accounts },
    { label: 'Profils complets', value: complete },
    { label: 'Ont demandé ou aidé', value: active },
  ];
  return (
    <dl className="grid grid-cols-3 gap-4">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse justify-end gap-0.5">
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd className="font-title text-2xl font-bold tabular-nums">{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function SponsoredRow({ sponsored: { state, since, member, email } }: { sponsored: Sponsored }) {
  const name = member ? memberName(member) : (email ?? '');
  const shown = STATES[state];
  const line = (
    <>
      <Avatar name={name} src={member?.avatarUrl ?? null} size="sm" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1.5">
        <span className="min-w-0 flex-1 basis-40">
          <span className="block font-medium wrap-anywhere">{name}</span>
          <span className="block text-sm text-muted-foreground">{`${shown.since} ${formatShortDate(since)}`}</span>
        </span>
        <StateBadge state={shown.state}>{shown.label}</StateBadge>
      </span>
    </>
  );
  const look = '-mx-2 flex min-h-14 items-center gap-3 rounded-md px-2 py-2';
  return (
    <li className="py-1">
      {member ? (
        <Link to={paths.member(member.id)} className={`${look} hover:bg-muted`}>
          {line}
        </Link>
      ) : (
        <div className={look}>{line}</div>
      )}
    </li>
  );
}
