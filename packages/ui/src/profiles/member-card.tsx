import {
  CMS,
  type MemberProfile,
  memberName,
  optionLabel,
  SECTORS,
} from '@guilde/contracts/profiles/rules.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../kit/avatar.tsx';
import { Card } from '../kit/card.tsx';
import { Linkified } from '../linkified.tsx';
import { paths } from '../paths.ts';
import { Fact, Facts, IdentityHeading, SpecialtyList, ToolFacts } from './identity.tsx';

export function MemberCard({ member, aside }: { member: MemberProfile; aside?: ReactNode }) {
  return (
    <Card className="grid grid-cols-1 gap-6 md:p-6">
      <div className="flex flex-col gap-5 sm:flex-row sm:items-center">
        <Avatar name={memberName(member)} src={member.avatarLargeUrl} size="xl" />
        <IdentityHeading member={member} level={1} />
        {aside}
      </div>
      <SpecialtyList specialties={member.specialties} />
      {member.bio && <Linkified text={member.bio} className="max-w-prose" />}
      <Facts columns={3}>
        {member.cms && <Fact name="Plateforme">{optionLabel(CMS, member.cms)}</Fact>}
        <ToolFacts {...member} />
        <Fact name="Secteur">{optionLabel(SECTORS, member.sector)}</Fact>
        {member.sponsor && (
          <Fact name="Parrainage">
            <Link
              to={paths.member(member.sponsor.id)}
              className="flex items-center gap-2 rounded-sm underline-offset-4 hover:underline max-md:min-h-11"
            >
              <Avatar name={memberName(member.sponsor)} src={member.sponsor.avatarUrl} size="xs" />
              <span className="min-w-0 wrap-anywhere">{memberName(member.sponsor)}</span>
            </Link>
          </Fact>
        )}
      </Facts>
    </Card>
  );
}
