import {
  CMS,
  MAIN_CHANNELS,
  MONTHLY_ORDERS,
  optionLabel,
  type Profile,
  SECTORS,
} from '@guilde/contracts/profiles/rules.ts';
import { Pencil } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Linkified } from '../linkified.tsx';
import { AvatarEditor } from './avatar-editor.tsx';
import { Fact, Facts, IdentityHeading, SpecialtyList, ToolFacts } from './identity.tsx';

export function ProfileCard({ profile, onEdit }: { profile: Profile; onEdit: () => void }) {
  return (
    <Card className="grid grid-cols-1 gap-6">
      <div className="flex flex-col gap-5 sm:flex-row sm:items-start md:max-lg:flex-wrap">
        <AvatarEditor profile={profile} />
        <IdentityHeading member={profile} level={2} />
        <Button variant="outline" className="md:max-lg:w-full" onClick={onEdit}>
          <Pencil />
          Modifier
        </Button>
      </div>
      <SpecialtyList specialties={profile.specialties} />
      {profile.bio ? (
        <Linkified text={profile.bio} className="max-w-prose" />
      ) : (
        <p className="text-muted-foreground">
          Aucune bio pour l’instant. Présente-toi en quelques lignes aux autres membres.
        </p>
      )}
      <Facts columns={2}>
        <Fact name="Plateforme">{optionLabel(CMS, profile.cms)}</Fact>
        <ToolFacts {...profile} />
        <Fact name="Secteur">{optionLabel(SECTORS, profile.sector)}</Fact>
        <Fact name="Commandes par mois">{optionLabel(MONTHLY_ORDERS, profile.monthlyOrders)}</Fact>
        <Fact name="Canal d’acquisition principal">{optionLabel(MAIN_CHANNELS, profile.mainChannel)}</Fact>
        <Fact name="E-mail">
          <span>{profile.email}</span>
          <span className="block text-sm font-normal text-muted-foreground">
            Les autres membres ne le voient pas.
          </span>
        </Fact>
      </Facts>
    </Card>
  );
}
