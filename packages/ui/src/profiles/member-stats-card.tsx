import { memberOutcomesText } from '@guilde/contracts/outcomes/rules.ts';
import { averageInWords, type MemberStats } from '@guilde/contracts/ratings/rules.ts';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { formatDecimal, formatNumber, plural, pluralWord } from '../kit/format.ts';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { StarAverage } from '../kit/star-rating.tsx';
import { useMemberOutcomes } from '../outcomes/data.ts';
import { useMemberStats } from './data.ts';

/** It is shown when loading fails (docs/specification.md#profile). */
const NOTHING: MemberStats = { averageRating: 0, totalRatings: 0, resolvedSOS: 0, totalResolvedSOS: 0 };

export function MemberStatsCard({ memberId, children }: { memberId: string; children?: ReactNode }) {
  const isOwn = useMember().id === memberId;
  const { data, error, refetch, isFetching } = useMemberStats(memberId);
  if (!data && !error) {
    return (
      <SkeletonGroup>
        <Skeleton className="h-52 rounded-lg" />
      </SkeletonGroup>
    );
  }
  return (
    <Card asChild>
      <section>
        <SectionHeader title="Statistiques" />
        <Figures stats={data ?? NOTHING} isOwn={isOwn} />
        <LastingSolutions memberId={memberId} />
        <div className="empty:hidden">{children}</div>
        {!data && (
          <p role="alert" className="mt-4 text-sm text-muted-foreground">
            Les statistiques n’ont pas pu être chargées.{' '}
            <Button variant="link" loading={isFetching} onClick={() => void refetch()}>
              Réessayer
            </Button>
          </p>
        )}
      </section>
    </Card>
  );
}

function Figures({ stats, isOwn }: { stats: MemberStats; isOwn: boolean }) {
  const { averageRating, totalRatings, resolvedSOS, totalResolvedSOS, seenByOthers } = stats;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid gap-1">
        {totalRatings > 0 && (
          <p className="flex items-center gap-2">
            <StarAverage average={averageRating} className="font-title text-3xl font-bold tracking-tight" />
            <span className="text-sm text-muted-foreground">
              {isOwn
                ? `note moyenne, ${plural(totalRatings, 'évaluation')}`
                : `· ${formatNumber(totalRatings)} avis`}
            </span>
          </p>
        )}
        <p className="text-sm">{averageInWords(stats, { isOwn })}</p>
        {seenByOthers && <p className="text-sm text-muted-foreground">{seenText(seenByOthers)}</p>}
      </div>
      <dl className="grid grid-cols-2 gap-4 border-t pt-4">
        <Figure value={resolvedSOS} name={`SOS ${pluralWord(resolvedSOS, 'résolu')} pour d’autres`} />
        <Figure value={totalResolvedSOS} name={`SOS ${pluralWord(totalResolvedSOS, 'résolu')} au total`} />
      </dl>
    </div>
  );
}

function seenText({ averageRating, totalRatings }: NonNullable<MemberStats['seenByOthers']>): string {
  if (totalRatings === 0) return 'Les autres voient ta note à partir de cinq avis qui comptent.';
  return `Les autres voient ${formatDecimal(averageRating)}\u00a0: avec peu d’avis, la note se rapproche de la moyenne.`;
}

/** Renders nothing before a few answers. */
function LastingSolutions({ memberId }: { memberId: string }) {
  const { data } = useMemberOutcomes(memberId);
  const text = data && memberOutcomesText(data);
  if (!text) return null;
  return (
    <p className="mt-4 flex items-start gap-2 border-t pt-4 text-sm font-medium">
      <ShieldCheck className="mt-px size-4.5 shrink-0 text-primary" />
      <span>{text}</span>
    </p>
  );
}

function Figure({ value, name }: { value: number; name: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="font-title text-2xl font-bold tracking-tight tabular-nums">{formatNumber(value)}</dd>
    </div>
  );
}
