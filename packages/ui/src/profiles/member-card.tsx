import {
  CMS,
  type MemberProfile,
  memberName,
  optionLabel,
  SECTORS,
  SPECIALTIES,
} from '@guilde/contracts/profiles.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../kit/avatar.tsx';
import { Badge } from '../kit/badge.tsx';
import { Card } from '../kit/card.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { formatDate } from '../kit/format.ts';
import { Linkified } from '../kit/linkified.tsx';
import { paths } from '../paths.ts';
import { StoreLink } from './store-link.tsx';

/** Who a member is to the others. */
export function MemberCard({ member, aside }: { member: MemberProfile; aside?: ReactNode }) {
  const name = memberName(member);
  return (
    <Card className="grid grid-cols-1 gap-6 md:p-6">
      <div className="flex flex-col gap-5 sm:flex-row sm:items-center">
        <Avatar name={name} src={member.avatarLargeUrl} size="xl" />
        <div className="grid min-w-0 flex-1 gap-1">
          <h1 className="text-2xl wrap-anywhere md:text-3xl">
            {name}
            {member.isCertified && <CertifiedBadge className="ml-1.5" />}
          </h1>
          <p>
            <StoreLink name={member.storeName} url={member.storeUrl} />
          </p>
          <p className="text-sm text-muted-foreground">Membre depuis le {formatDate(member.createdAt)}</p>
        </div>
        {aside}
      </div>
      <ul aria-label="Spécialités" className="flex flex-wrap gap-2">
        {member.specialties.map((id) => (
          <li key={id}>
            <Badge tone="primary">{optionLabel(SPECIALTIES, id)}</Badge>
          </li>
        ))}
      </ul>
      {member.bio && <Linkified text={member.bio} className="max-w-prose" />}
      <dl className="grid gap-x-8 gap-y-4 border-t pt-5 sm:grid-cols-3 md:max-lg:grid-cols-2">
        <Fact name="Plateforme">{optionLabel(CMS, member.cms)}</Fact>
        <Fact name="Secteur">{optionLabel(SECTORS, member.sector)}</Fact>
        {member.sponsor && (
          <Fact name="Parrainage">
            <Link
              to={paths.member(member.sponsor.id)}
              className="flex items-center gap-2 rounded-sm underline-offset-4 hover:underline"
            >
              <Avatar name={memberName(member.sponsor)} src={member.sponsor.avatarUrl} size="xs" />
              <span className="min-w-0 wrap-anywhere">{memberName(member.sponsor)}</span>
            </Link>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
