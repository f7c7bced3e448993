import type { z } from 'zod';
import type { CMS, MAIN_CHANNELS, MONTHLY_ORDERS, SECTORS, SPECIALTIES } from './profiles-options.ts';
import type * as output from './profiles-output.ts';

export type Specialty = (typeof SPECIALTIES)[number]['id'];
export type Cms = (typeof CMS)[number]['id'];
export type Sector = (typeof SECTORS)[number]['id'];
export type MonthlyOrders = (typeof MONTHLY_ORDERS)[number]['id'];
export type MainChannel = (typeof MAIN_CHANNELS)[number]['id'];

export const NAME_MAX = 60;
export const STORE_NAME_MAX = 80;
export const STORE_URL_MAX = 300;
export const BIO_MAX = 600;
export const SPECIALTIES_MAX = 3;
export const WIZARD_STEPS = 6;
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;
/** Side of the stored squares, in pixels. */
export const AVATAR_SIZES = { small: 96, large: 384 } as const;
/** How many members « Héros du moment » shows (docs/specification.md#home). */
export const TOP_HELPERS = 4;
/** Members in one answer of the directory. */
export const DIRECTORY_PAGE = 60;
/** A member as shown beside what they write. Names are empty until the first step of the profile. */
export type MemberRef = z.infer<typeof output.memberRefOutput>;

/** One's own profile, complete or under way; a field not yet answered is an empty text. */
export type Profile = z.infer<typeof output.profileOutput>;

/** A card of « Héros du moment ». */
export type TopHelper = z.infer<typeof output.topHelperOutput>;

/** A line of the directory. `totalHelpCount`: resolved SOS of others in which the member helped. */
export type DirectoryMember = z.infer<typeof output.directoryMemberOutput>;

/** How many members of a list have a first name with this initial (« # »: no letter), and where they begin. */
export type DirectoryInitial = z.infer<typeof output.directoryInitialOutput>;

/**
 * A part of the directory, with what must be known of the whole list: its initials in order, and their sum. `named`:
 * the specialties that the search names.
 */
export type DirectoryPage = z.infer<typeof output.directoryPageOutput>;

/** A member as the others see them. The e-mail address is not part of it. */
export type MemberProfile = z.infer<typeof output.memberProfileOutput>;

/** « Prénom Nom », or « Utilisateur inconnu » for somebody who has left. */
export function memberName(member: Pick<MemberRef, 'firstName' | 'lastName'> | null | undefined): string {
  const name = member ? `${member.firstName} ${member.lastName}`.trim() : '';
  return name || 'Utilisateur inconnu';
}

/** Label of an option by its id; the id itself for one that this version does not know. */
export function optionLabel(options: readonly { id: string; label: string }[], id: string): string {
  return options.find((option) => option.id === id)?.label ?? id;
}
