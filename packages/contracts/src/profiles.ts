export const SPECIALTIES = [
  { id: 'ads', label: 'Publicité (Ads)', group: 'Acquisition & Growth' },
  { id: 'tiktok', label: 'TikTok', group: 'Acquisition & Growth' },
  { id: 'seo', label: 'SEO', group: 'Acquisition & Growth' },
  { id: 'email', label: 'E-mailing', group: 'Acquisition & Growth' },
  { id: 'influence', label: 'Influence', group: 'Acquisition & Growth' },
  { id: 'cro', label: 'Conversion (CRO)', group: 'Opérations & Logistique' },
  { id: 'logistics', label: 'Logistique', group: 'Opérations & Logistique' },
  { id: 'sourcing', label: 'Sourcing', group: 'Opérations & Logistique' },
  { id: 'marketplace', label: 'Marketplaces', group: 'Opérations & Logistique' },
  { id: 'cross-border', label: 'International', group: 'Opérations & Logistique' },
  { id: 'brand', label: 'Marque', group: 'Marque & Expérience' },
  { id: 'community', label: 'Communauté', group: 'Marque & Expérience' },
  { id: 'data', label: 'Data', group: 'Marque & Expérience' },
] as const;

export const CMS = [
  { id: 'shopify', label: 'Shopify' },
  { id: 'woocommerce', label: 'WooCommerce' },
  { id: 'prestashop', label: 'PrestaShop' },
  { id: 'magento', label: 'Magento' },
  { id: 'custom', label: 'Développement sur mesure' },
  { id: 'other', label: 'Autre' },
] as const;

export const SECTORS = [
  { id: 'fashion', label: 'Mode' },
  { id: 'beauty', label: 'Beauté' },
  { id: 'home', label: 'Maison' },
  { id: 'tech', label: 'High-tech' },
  { id: 'sports', label: 'Sport' },
  { id: 'kids', label: 'Enfants' },
  { id: 'food', label: 'Alimentation' },
  { id: 'health', label: 'Santé' },
  { id: 'other', label: 'Autre' },
] as const;

export const MONTHLY_ORDERS = [
  { id: '0-50', label: 'Moins de 50' },
  { id: '50-500', label: 'De 50 à 500' },
  { id: '500+', label: 'Plus de 500' },
] as const;

export const MAIN_CHANNELS = [
  { id: 'meta-ads', label: 'Meta Ads' },
  { id: 'google-ads', label: 'Google Ads' },
  { id: 'tiktok-ads', label: 'TikTok Ads' },
  { id: 'seo', label: 'SEO' },
  { id: 'email', label: 'E-mailing' },
  { id: 'influencers', label: 'Influenceurs' },
  { id: 'marketplace', label: 'Marketplaces' },
  { id: 'other', label: 'Autre' },
] as const;

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
export type MemberRef = {
  id: string;
  firstName: string;
  lastName: string;
  storeName: string;
  avatarUrl: string | null;
  isCertified: boolean;
};

/** One's own profile, complete or under way; a field not yet answered is an empty text. */
export type Profile = MemberRef & {
  email: string;
  storeUrl: string;
  cms: Cms | '';
  sector: Sector | '';
  monthlyOrders: MonthlyOrders | '';
  mainChannel: MainChannel | '';
  specialties: Specialty[];
  bio: string;
  avatarLargeUrl: string | null;
  totalHelpCount: number;
  completedAt: string | null;
  createdAt: string;
};

/** A card of « Héros du moment ». */
export type TopHelper = MemberRef & { totalHelpCount: number };

/** A line of the directory. `totalHelpCount`: resolved SOS of others in which the member helped. */
export type DirectoryMember = MemberRef & { specialties: Specialty[]; totalHelpCount: number };

/** How many members of a list have a first name with this initial (« # »: no letter), and where they begin. */
export type DirectoryInitial = { initial: string; count: number; offset: number };

/**
 * A part of the directory, with what must be known of the whole list: its initials in order, and their sum. `named`:
 * the specialties that the search names.
 */
export type DirectoryPage = {
  items: DirectoryMember[];
  total: number;
  initials: DirectoryInitial[];
  named: Specialty[];
};

/** A member as the others see them. The e-mail address is not part of it. */
export type MemberProfile = MemberRef & {
  specialties: Specialty[];
  storeUrl: string;
  cms: Cms | '';
  sector: Sector | '';
  bio: string;
  avatarLargeUrl: string | null;
  createdAt: string;
  /** Who invited them; null for the founder, or when that person is no longer there. */
  sponsor: MemberRef | null;
};

/** « Prénom Nom », or « Utilisateur inconnu » for somebody who has left. */
export function memberName(member: Pick<MemberRef, 'firstName' | 'lastName'> | null | undefined): string {
  const name = member ? `${member.firstName} ${member.lastName}`.trim() : '';
  return name || 'Utilisateur inconnu';
}

/** Label of an option by its id; the id itself for one that this version does not know. */
export function optionLabel(options: readonly { id: string; label: string }[], id: string): string {
  return options.find((option) => option.id === id)?.label ?? id;
}
