import {
  CMS,
  MAIN_CHANNELS,
  MONTHLY_ORDERS,
  memberName,
  optionLabel,
  type Profile,
  SECTORS,
  SPECIALTIES,
} from '@guilde/contracts/profiles.ts';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { formatDate } from '../kit/format.ts';
import { Linkified } from '../kit/linkified.tsx';
import { AvatarEditor } from './avatar-editor.tsx';
import { StoreLink } from './store-link.tsx';

/** One's profile as it stands. */
export function ProfileCard({ profile, onEdit }: { profile: Profile; onEdit: () => void }) {
  return (
    <Card className="grid grid-cols-1 gap-6">
      <div className="flex flex-col gap-5 sm:flex-row sm:items-start md:max-lg:flex-wrap">
        <AvatarEditor profile={profile} />
        <div className="grid min-w-0 flex-1 gap-1">
          <h2 className="text-2xl wrap-anywhere">
            {memberName(profile)}
            {profile.isCertified && <CertifiedBadge className="ml-1.5" />}
          </h2>
          <p>
            <StoreLink name={profile.storeName} url={profile.storeUrl} />
          </p>
          <p className="text-sm text-muted-foreground">Membre depuis le {formatDate(profile.createdAt)}</p>
        </div>
        <Button variant="outline" className="md:max-lg:w-full" onClick={onEdit}>
          <Pencil aria-hidden strokeWidth={1.75} />
          Modifier
        </Button>
      </div>
      <ul aria-label="Spécialités" className="flex flex-wrap gap-2">
        {profile.specialties.map((id) => (
          <li key={id}>
            <Badge tone="primary">{optionLabel(SPECIALTIES, id)}</Badge>
          </li>
        ))}
      </ul>
      {profile.bio ? (
        <Linkified text={profile.bio} className="max-w-prose" />
      ) : (
        <p className="text-muted-foreground">
          Aucune bio pour l’instant. Quelques lignes suffisent pour que les autres sachent à qui ils parlent.
        </p>
      )}
      <dl className="grid gap-x-8 gap-y-4 border-t pt-5 sm:grid-cols-2 [&>:last-child]:col-span-full">
        <Fact name="Plateforme">{optionLabel(CMS, profile.cms)}</Fact>
        <Fact name="Secteur">{optionLabel(SECTORS, profile.sector)}</Fact>
        <Fact name="Commandes par mois">{optionLabel(MONTHLY_ORDERS, profile.monthlyOrders)}</Fact>
        <Fact name="Canal d’acquisition principal">{optionLabel(MAIN_CHANNELS, profile.mainChannel)}</Fact>
        <Fact name="Email">
          {profile.email}
          <span className="block text-sm font-normal text-muted-foreground">
            Les autres membres ne le voient pas.
          </span>
        </Fact>
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
