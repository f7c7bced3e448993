import type { InvitationOffer } from '@guilde/contracts/invitations/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { Avatar } from '../kit/avatar.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { Logo } from '../shell/logo.tsx';
import { timeLeft } from './time-left.ts';

export function InviterCard({ offer }: { offer: InvitationOffer }) {
  const { inviter } = offer;
  return (
    <div className="mb-6 flex items-center gap-4 rounded-lg bg-primary-soft p-4">
      {inviter ? (
        <Avatar name={memberName(inviter)} src={inviter.avatarUrl} size="lg" />
      ) : (
        <Logo className="size-14" />
      )}
      <div className="grid min-w-0 gap-0.5">
        <p>{inviter ? <Sponsor inviter={inviter} /> : <WithoutSponsor founder={offer.email === null} />}</p>
        <p className="text-sm text-muted-foreground">{timeLeft(offer.expiresAt)}</p>
      </div>
    </div>
  );
}

function Sponsor({ inviter }: { inviter: NonNullable<InvitationOffer['inviter']> }) {
  return (
    <>
      <strong className="font-semibold">{memberName(inviter)}</strong>
      {inviter.isCertified && <CertifiedBadge className="ml-1" />}
      <span>{`${inviter.storeName ? `, ${inviter.storeName}` : ''}, te parraine`}</span>
    </>
  );
}

function WithoutSponsor({ founder }: { founder: boolean }) {
  return founder ? (
    <>
      <strong className="font-semibold">Tu crées le premier compte :</strong> tu administreras la communauté.
    </>
  ) : (
    <strong className="font-semibold">Une invitation à rejoindre Guilde</strong>
  );
}
