import {
  CARRIERS,
  type MemberProfile,
  memberName,
  optionLabel,
  PAYMENTS,
  SPECIALTIES,
} from '@guilde/contracts/profiles/rules.ts';
import type { ReactNode } from 'react';
import { Badge } from '../kit/badge.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { cn } from '../kit/cn.ts';
import { formatDate } from '../kit/format.ts';
import { StoreLink } from './store-link.tsx';

type Shown = Pick<
  MemberProfile,
  'firstName' | 'lastName' | 'isCertified' | 'storeName' | 'storeUrl' | 'createdAt'
>;

export function IdentityHeading({ member, level }: { member: Shown; level: 1 | 2 }) {
  const Heading = `h${level}` as const;
  return (
    <div className="grid min-w-0 flex-1 gap-1">
      <Heading className={cn('text-2xl wrap-anywhere', level === 1 && 'md:text-3xl')}>
        <span>{memberName(member)}</span>
        {member.isCertified && <CertifiedBadge className="ml-1.5" />}
      </Heading>
      <p>
        <StoreLink name={member.storeName} url={member.storeUrl} />
      </p>
      <p className="text-sm text-muted-foreground">{`Membre depuis le ${formatDate(member.createdAt)}`}</p>
    </div>
  );
}

export function SpecialtyList({ specialties }: Pick<MemberProfile, 'specialties'>) {
  return (
    <ul aria-label="Spécialités" className="flex flex-wrap gap-2">
      {specialties.map((id) => (
        <li key={id}>
          <Badge tone="primary">{optionLabel(SPECIALTIES, id)}</Badge>
        </li>
      ))}
    </ul>
  );
}

export function Facts({ columns, children }: { columns: 2 | 3; children: ReactNode }) {
  return (
    <dl
      className={cn(
        'grid gap-x-8 gap-y-4 border-t pt-5',
        columns === 2
          ? 'grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] sm:grid-cols-2 [&>:last-child:nth-child(odd)]:col-span-full'
          : 'grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] sm:grid-cols-3 md:max-lg:grid-cols-2',
      )}
    >
      {children}
    </dl>
  );
}

export function ToolFacts({ payments, carriers }: Pick<MemberProfile, 'payments' | 'carriers'>) {
  const named = (options: Parameters<typeof optionLabel>[0], ids: readonly string[]) =>
    ids.map((id) => optionLabel(options, id)).join(', ');
  return (
    <>
      {payments.length > 0 && <Fact name="Paiement">{named(PAYMENTS, payments)}</Fact>}
      {carriers.length > 0 && <Fact name="Transporteurs">{named(CARRIERS, carriers)}</Fact>}
    </>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
