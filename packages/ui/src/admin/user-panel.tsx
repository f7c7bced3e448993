import { type AdminUserDetail, accountName, denyActOnSelf } from '@guilde/contracts/admin/rules.ts';
import { denyEvidenceRequest, EVIDENCE_DAYS } from '@guilde/contracts/evidence/rules.ts';
import { type MemberRef, memberName, optionLabel, SPECIALTIES } from '@guilde/contracts/profiles/rules.ts';
import { WEIGHT_REASONS } from '@guilde/contracts/ratings/rules.ts';
import { EllipsisVertical } from 'lucide-react';
import { useMember } from '../auth/account.ts';
import { Avatar } from '../kit/avatar.tsx';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import {
  formatDate,
  formatDateTime,
  formatDecimal,
  formatNumber,
  formatSince,
  plural,
} from '../kit/format.ts';
import { type Act, ActButton } from '../kit/reason-dialog.tsx';
import { Note } from '../kit/states.tsx';
import { paths } from '../paths.ts';
import { StoreLink } from '../profiles/store-link.tsx';
import { ActMenu } from './act-menu.tsx';
import { acts, useAct } from './acts.ts';
import { useMeasures } from './cases/measure-acts.tsx';
import { requiredReason } from './cases/reasons.ts';
import { useUser } from './data.ts';
import { EvidencePart } from './evidence-part.tsx';
import { useHandOver } from './hand-over.tsx';
import { liftingAct } from './lifting-act.ts';
import { Facts, type OpenRow, Panel, PanelLink, Part, PlaceButton, ProfileButton } from './panel.tsx';
import { useRoleActs } from './role-acts.tsx';
import { SirenLink } from './siren-link.tsx';
import { UserBadges } from './user-badges.tsx';
import { MemberNotes } from './users/notes.tsx';

export function UserPanel(open: OpenRow) {
  return (
    <Panel
      {...open}
      query={useUser(open.openId)}
      name="Utilisateur"
      failed="Erreur lors du chargement des utilisateurs"
      title={accountName}
      actions={(one) => <UserActs user={one} onDeleted={open.onClose} />}
    >
      {(one) => <UserFacts user={one} />}
    </Panel>
  );
}

function UserFacts({ user }: { user: AdminUserDetail }) {
  const viewer = useMember();
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar name={accountName(user)} src={user.avatarLargeUrl} size="lg" />
        <UserBadges user={user} />
      </div>
      {user.suspension && (
        <Note tone="danger">
          <span>{`Suspendu par ${user.suspension.by}, le ${formatDateTime(user.suspension.at)}${user.suspension.until ? `, jusqu’au ${formatDateTime(user.suspension.until)}` : ''}\u00a0:`}</span>{' '}
          <span className="whitespace-pre-line">{user.suspension.reason}</span>
        </Note>
      )}
      {user.emailBouncedAt && (
        <Note tone="danger">
          {`Nos e-mails à ${user.email} reviennent ${formatSince(user.emailBouncedAt)}. Seuls partent encore ceux qui concernent le compte.`}
        </Note>
      )}
      <EvidencePart user={user} />
      <Facts facts={factsOf(user)} />
      {user.lowered.length > 0 && <LoweredRatings user={user} />}
      <Part title="Spécialités">
        <div className="flex flex-wrap gap-1.5">
          {user.specialties.length === 0 && (
            <p className="text-sm text-muted-foreground">Aucune spécialité</p>
          )}
          {user.specialties.map((id) => (
            <Badge key={id}>{optionLabel(SPECIALTIES, id)}</Badge>
          ))}
        </div>
      </Part>
      <Part title="Bio">
        <p className="text-sm break-words whitespace-pre-line text-muted-foreground">
          {user.bio || 'Aucune bio'}
        </p>
      </Part>
      {!denyActOnSelf(viewer, user.id) && <MemberNotes memberId={user.id} />}
    </>
  );
}

function LoweredRatings({ user }: { user: AdminUserDetail }) {
  return (
    <Part title="Évaluations qui comptent moins">
      <ul className="grid gap-2">
        {user.lowered.map(({ id, giver, percent, reason, createdAt }) => (
          <li key={id} className="grid gap-0.5 rounded-lg border bg-card px-3 py-2 text-sm">
            <span className="font-medium">{giver ? memberName(giver) : 'Ancien membre'}</span>
            <span className="text-xs text-muted-foreground">
              {`${formatDate(createdAt)} · ${percent === 0 ? 'Ne compte pas' : `Compte pour ${percent}\u00a0%`}`}
            </span>
            {reason && <span>{optionLabel(WEIGHT_REASONS, reason)}</span>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function factsOf(user: AdminUserDetail) {
  const { counts } = user;
  return [
    ['E-mail', `${user.email}${user.emailConfirmed ? '' : ' (non confirmé)'}`],
    ['Boutique', user.storeName ? <StoreLink key="store" name={user.storeName} url={user.storeUrl} /> : '—'],
    ['SIREN', user.siren ? <SirenLink key="siren" siren={user.siren} /> : 'Non renseigné'],
    ['SOS résolus', formatNumber(user.totalHelpCount)],
    [
      'Note',
      user.totalRatings === 0
        ? 'Aucune évaluation'
        : `${formatDecimal(user.averageRating)} / 5 (${plural(user.totalRatings, 'évaluation')})`,
    ],
    ['SOS publiés', formatNumber(counts.sos)],
    [
      'Messages',
      <Count
        key="messages"
        count={counts.messages}
        of="message"
        to={paths.admin('messages', undefined, { q: user.email })}
      />,
    ],
    [
      'Personnes invitées',
      <Count
        key="invited"
        count={counts.invited}
        of="filleul"
        to={paths.admin('users', undefined, { sponsor: user.id })}
      />,
    ],
    [
      'Signalements',
      <Count
        key="reports"
        count={counts.reports}
        of="signalement"
        to={paths.admin('users', undefined, { view: 'reported', member: user.id })}
      />,
    ],
    [
      'Certification',
      `${user.certification.isCertified ? 'Depuis le' : 'Retirée le'} ${formatDateTime(user.certification.since)}`,
    ],
    [
      'Parrainage',
      user.sponsor ? <Sponsorship key="sponsor" user={user.sponsor} vouchedAt={user.vouchedAt} /> : '—',
    ],
    [
      'Invitations',
      <PanelLink key="chain" to={paths.admin('invitations', undefined, { view: 'tree', member: user.id })}>
        Parrains et filleuls
      </PanelLink>,
    ],
    ['Inscription', formatDateTime(user.createdAt)],
    ['Dernière visite', user.lastSeenAt ? formatDateTime(user.lastSeenAt) : '—'],
    [
      'Journal',
      <PanelLink key="journal" to={paths.admin('journal', undefined, { subject: user.id })}>
        Décisions
      </PanelLink>,
    ],
  ] as const;
}

/** A number alone is no link name, so `of` names what is counted, in the singular. */
function Count({ count, of, to }: { count: number; of: string; to: string }) {
  return count === 0 ? (
    '0'
  ) : (
    <PanelLink to={to} label={plural(count, of)}>
      {formatNumber(count)}
    </PanelLink>
  );
}

function Sponsorship({ user, vouchedAt }: { user: MemberRef; vouchedAt: string | null }) {
  return (
    <>
      <PanelLink to={paths.admin('users', user.id)}>{memberName(user)}</PanelLink>
      <span>{vouchedAt && `, garant depuis le ${formatDate(vouchedAt)}`}</span>
    </>
  );
}

function UserActs({ user, onDeleted }: { user: AdminUserDetail; onDeleted: () => void }) {
  const isSelf = denyActOnSelf(useMember(), user.id) !== null;
  const measures = useMeasures({ member: measured(user), onDeleted });
  const { restore, accept, others } = useAccountActs(user);
  const roles = useRoleActs(user);
  const handOver = useHandOver(user);
  return (
    <>
      {user.openCaseId && (
        <PlaceButton variant="default" to={paths.admin('queue', `report.${user.openCaseId}`)}>
          Décider…
        </PlaceButton>
      )}
      {!isSelf && user.evidence && <ActButton {...accept} />}
      {!isSelf && user.suspendedAt && <ActButton {...restore} />}
      {user.profileComplete && <ProfileButton memberId={user.id} />}
      <ActMenu
        acts={[...measures, ...(isSelf ? [] : others), ...roles, ...handOver]}
        trigger={
          <Button size="icon" variant="ghost" aria-label="Autres actions" className="ml-auto">
            <EllipsisVertical />
          </Button>
        }
      />
    </>
  );
}

function useAccountActs(user: AdminUserDetail): { restore: Act; accept: Act; others: Act[] } {
  const certify = useAct(acts.returnCertification);
  const ask = useAct(acts.askForEvidence);
  const accept = useAct(acts.acceptEvidence);
  const restore = useAct(acts.restore);
  const lift = useAct(acts.liftMemberBounce);
  const name = accountName(user);
  const { id } = user;
  const certification: Act = {
    label: 'Rétablir la certification',
    title: `${name}\u00a0: rétablir la certification\u202f?`,
    description: 'Le badge revient, et la personne peut de nouveau inviter. Elle reçoit le motif par e-mail.',
    reason: requiredReason,
    onConfirm: (reason) => certify.run({ id, reason }),
  };
  const bounce = liftingAct(user.email, () => lift.run({ id }));
  const evidence: Act = {
    label: 'Demander un justificatif',
    title: `Demander un justificatif à ${name}\u202f?`,
    description: `La personne reçoit le motif et a ${EVIDENCE_DAYS}\u00a0jours pour envoyer un justificatif, effacé avec ta décision.`,
    reason: requiredReason,
    onConfirm: (reason) => ask.run({ id, reason }),
  };
  return {
    restore: {
      label: 'Rétablir',
      title: `Rétablir ${name}\u202f?`,
      description: 'Cette personne pourra de nouveau se connecter. Elle reçoit le motif par e-mail.',
      reason: requiredReason,
      onConfirm: (reason) => restore.run({ id, reason }),
    },
    accept: {
      label: 'Accepter le justificatif',
      title: `${name}\u00a0: accepter le justificatif\u202f?`,
      description:
        'Le membre garde son badge. Le fichier est effacé tout de suite, et la personne en est informée par e-mail.',
      onConfirm: () => accept.run({ id }),
    },
    others: [
      ...(!user.isCertified && user.profileComplete ? [certification] : []),
      ...(denyEvidenceRequest(user) ? [] : [evidence]),
      ...(user.emailBouncedAt ? [bounce] : []),
    ],
  };
}

function measured(user: AdminUserDetail) {
  const { id, role, suspendedAt, isCertified, profileComplete } = user;
  return { id, role, suspendedAt, name: accountName(user), isCertified: isCertified && profileComplete };
}
