import { INITIAL_INVITATIONS } from '@guilde/contracts/invitations/rules.ts';
import { type MemberRef, memberName } from '@guilde/contracts/profiles/rules.ts';
import {
  CalendarDays,
  ChartColumn,
  LifeBuoy,
  LockKeyhole,
  type LucideIcon,
  MailPlus,
  Tags,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { FirstSteps } from '../home/first-steps.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { Button } from '../kit/button.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { Note } from '../kit/states.tsx';
import { paths } from '../paths.ts';
import { PublicLayout } from '../shell/public-layout.tsx';

/** It serves /welcome and, with a complete profile, /profile-completed (docs/decisions.md#profile). */
export function Component() {
  const { profileComplete, profile, sponsor } = useMember();
  return profileComplete ? <Congratulations firstName={profile?.firstName} /> : <Welcome sponsor={sponsor} />;
}

function Welcome({ sponsor }: { sponsor: MemberRef | null }) {
  return (
    <PublicLayout
      title="Bienvenue sur Guilde"
      above={<Certified>Membre certifié</Certified>}
      description={
        sponsor
          ? 'Un membre s’est porté garant de toi. Présente-toi maintenant.'
          : 'Ton compte est ouvert. Présente-toi maintenant.'
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {sponsor && (
          <div className="flex items-center gap-3 rounded-lg border p-4">
            <Avatar name={memberName(sponsor)} src={sponsor.avatarUrl} />
            <p className="min-w-0">
              <span className="block text-sm text-muted-foreground">Parrainage</span>
              <strong className="font-semibold">{memberName(sponsor)}</strong>
              {sponsor.isCertified && <CertifiedBadge className="ml-1" />}
              {sponsor.storeName && <span className="text-muted-foreground">{`, ${sponsor.storeName}`}</span>}
            </p>
          </div>
        )}
        <Note tone="warning" icon={<LockKeyhole className="text-warning" />}>
          <p className="font-medium">L’accès est bloqué tant que ton profil n’est pas complet à 100 %.</p>
          <p className="text-muted-foreground">Six questions, deux minutes, une seule fois.</p>
        </Note>
        <p className="flex items-start gap-3 px-4">
          <MailPlus className="mt-0.5 size-5 shrink-0 text-primary" />
          <span>
            À la clé : <strong className="font-semibold">{INITIAL_INVITATIONS} invitations</strong> pour
            parrainer à ton tour les marchands que tu estimes.
          </span>
        </p>
        <Button asChild variant="hero" size="lg">
          <Link to={paths.profileSetup}>Compléter mon profil</Link>
        </Button>
      </div>
    </PublicLayout>
  );
}

const unlocked: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: LifeBuoy,
    title: 'Aide SOS',
    text: 'Tu bloques ? Des marchands qui ont déjà réglé ce problème te répondent.',
  },
  { icon: Tags, title: 'Deals groupés', text: 'Les conditions que l’on n’obtient qu’à plusieurs.' },
  {
    icon: ChartColumn,
    title: 'Benchmarks anonymisés',
    text: 'Tes chiffres comparés à ceux d’autres marchands.',
  },
  {
    icon: CalendarDays,
    title: 'Événements & Rooms',
    text: 'Des rendez-vous entre marchands, en petit comité.',
  },
];

function Congratulations({ firstName }: { firstName: string | undefined }) {
  return (
    <PublicLayout
      width="md"
      title={firstName ? `Félicitations, ${firstName} !` : 'Félicitations !'}
      above={<Certified>Membre Officiel</Certified>}
      description="Ton profil est complet à 100 %. Tu as accès à toute la communauté."
    >
      <div className="grid grid-cols-1 gap-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg bg-gold-soft p-4">
          <span className="font-title text-4xl font-bold tracking-tight text-gold-strong">
            {INITIAL_INVITATIONS}
          </span>
          <p className="min-w-0 flex-1 basis-[10rem]">
            <strong className="block font-semibold">invitations à offrir</strong>
            <span className="text-sm">Une de plus pour chaque marchand invité qui complète son profil.</span>
          </p>
        </div>
        <FirstSteps />
        <Button asChild variant="hero" size="lg">
          <Link to={paths.home}>Commencer</Link>
        </Button>
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {unlocked.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-3">
              <Icon className="mt-0.5 size-5 shrink-0 text-primary" />
              <span className="min-w-0">
                <strong className="block font-semibold">{title}</strong>
                <span className="text-sm text-muted-foreground">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </PublicLayout>
  );
}

function Certified({ children }: { children: ReactNode }) {
  return (
    <p className="mb-4 inline-flex items-center gap-2 rounded-full bg-gold-soft py-1.5 pr-3.5 pl-2.5 text-sm font-medium text-gold-strong">
      <CertifiedBadge decorative className="size-5" />
      {children}
    </p>
  );
}
