import { MEMBERS_EXPORT_MAX, type MemberFilters } from '@guilde/contracts/member-filters/rules.ts';
import { memberName, optionLabel, SPECIALTIES } from '@guilde/contracts/profiles/rules.ts';
import type { Role, Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { members, userRoles } from '../../auth/tables.ts';
import { invitations } from '../../invitations/tables.ts';
import { iso } from '../../platform/clock.ts';
import { csv } from '../../platform/csv.ts';
import type { Queries } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { profiles } from '../../profiles/tables.ts';
import { administer } from '../journal/administer.ts';
import { momentText } from '../journal/cells.ts';
import { matchingMembers, ORDERS, recordedFilters } from './filters.ts';

const HEADINGS = [
  'Prénom',
  'Nom',
  'E-mail',
  'Boutique',
  'Adresse de la boutique',
  'Rôle',
  'État',
  'Certifié',
  'Spécialités',
  'SOS résolus',
  'Parrainage',
  'Inscription',
  'Dernière visite',
] as const;

const ROLES: Record<Role, string> = {
  member: 'Membre',
  moderator: 'Modérateur',
  admin: 'Administrateur',
};

/** The export is recorded with the filters that are not personal data. */
export async function exportMembers(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  viewer: Viewer,
  filters: MemberFilters,
): Promise<string> {
  const rows = await exportedRows(deps.db.orm, filters, deps.clock.now());
  await administer(deps, viewer, ({ record }) =>
    record({
      action: 'users.export',
      subject: { type: 'list', id: 'users', label: 'Liste des membres' },
      after: { rows: rows.length, ...recordedFilters(filters) },
    }),
  );
  return csv([HEADINGS, ...rows.map(cells)]);
}

const sponsor = alias(profiles, 'sponsor');

function exportedRows(queries: Queries, filters: MemberFilters, now: number) {
  return queries
    .select({
      member: members,
      profile: profiles,
      role: userRoles.role,
      sponsorFirstName: sponsor.firstName,
      sponsorLastName: sponsor.lastName,
    })
    .from(members)
    .innerJoin(profiles, eq(profiles.userId, members.id))
    .leftJoin(userRoles, eq(userRoles.userId, members.id))
    .leftJoin(invitations, eq(invitations.invitedUserId, members.id))
    .leftJoin(sponsor, eq(sponsor.userId, invitations.inviterId))
    .where(matchingMembers(queries, filters, now))
    .orderBy(...ORDERS[filters.order])
    .limit(MEMBERS_EXPORT_MAX);
}

type Row = Awaited<ReturnType<typeof exportedRows>>[number];

function cells({ member, profile, role, sponsorFirstName, sponsorLastName }: Row): string[] {
  const sponsored =
    sponsorFirstName === null
      ? ''
      : memberName({ firstName: sponsorFirstName, lastName: sponsorLastName ?? '' });
  return [
    profile.firstName,
    profile.lastName,
    member.email,
    profile.storeName,
    profile.storeUrl,
    ROLES[role ?? 'member'],
    stateOf(member, profile),
    profile.isCertified ? 'Oui' : 'Non',
    profile.specialties.map((id) => optionLabel(SPECIALTIES, id)).join(', '),
    String(profile.totalHelpCount),
    sponsored,
    momentText(iso(member.createdAt.getTime())),
    member.lastUsedAt === null ? '' : momentText(iso(member.lastUsedAt)),
  ];
}

function stateOf(member: Row['member'], profile: Row['profile']): string {
  if (member.suspendedAt !== null) return 'Suspendu';
  if (!member.emailVerified) return 'Adresse non confirmée';
  return profile.completedAt === null ? 'Profil incomplet' : 'Actif';
}
