import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type {
  CARRIERS,
  CMS,
  MAIN_CHANNELS,
  MONTHLY_ORDERS,
  PAYMENTS,
  SECTORS,
  SPECIALTIES,
} from './profiles-options.ts';
import type * as output from './profiles-output.ts';

export type Specialty = (typeof SPECIALTIES)[number]['id'];
export type Cms = (typeof CMS)[number]['id'];
export type Payment = (typeof PAYMENTS)[number]['id'];
export type Carrier = (typeof CARRIERS)[number]['id'];
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
/** See docs/specification.md#home. */
export const TOP_HELPERS = 4;
export const DIRECTORY_PAGE = 60;
/** See docs/specification.md#blocks. */
export const BLOCKS_MAX = 200;
/** Names are empty until the first step of the profile. */
export type MemberRef = z.infer<typeof output.memberRefOutput>;

/** A field not yet answered is an empty text. */
export type Profile = z.infer<typeof output.profileOutput>;

export type TopHelper = z.infer<typeof output.topHelperOutput>;

/** `totalHelpCount`: resolved SOS of others in which the member helped. */
export type DirectoryMember = z.infer<typeof output.directoryMemberOutput>;

/** « # »: no letter. */
export type DirectoryInitial = z.infer<typeof output.directoryInitialOutput>;

/** `initials` are of the whole list. `named`: specialties that the search names. */
export type DirectoryPage = z.infer<typeof output.directoryPageOutput>;

/** Without the e-mail address, which members never see. */
export type MemberProfile = z.infer<typeof output.memberProfileOutput>;

export type Certification = z.infer<typeof output.certificationOutput>;

export function denyCertification(
  { isCertified }: Pick<Certification, 'isCertified'>,
  certified: boolean,
): ErrorCode | null {
  return isCertified === certified ? 'CERTIFICATION_UNCHANGED' : null;
}

export type BlockedMember = z.infer<typeof output.blockedMemberOutput>;

/** Whether the viewer may see the member, the server decides. */
export function denyBlock(viewerId: string, memberId: string): ErrorCode | null {
  return viewerId === memberId ? 'BLOCK_SELF' : null;
}

export function memberName(member: Pick<MemberRef, 'firstName' | 'lastName'> | null | undefined): string {
  const name = member ? `${member.firstName} ${member.lastName}`.trim() : '';
  return name || 'Utilisateur inconnu';
}

export function firstNameOf(member: Pick<MemberRef, 'firstName' | 'lastName'> | null | undefined): string {
  return member?.firstName || memberName(member);
}

/** An unknown option, perhaps of a newer version, is its id. */
export function optionLabel(options: readonly { id: string; label: string }[], id: string): string {
  return options.find((option) => option.id === id)?.label ?? id;
}
