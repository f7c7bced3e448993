import { z } from 'zod';
import { atMost, plainText, requiredName, uuid } from './validation.ts';
import { webAddress } from './web-address.ts';

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
/** How many members « Héros du moment » shows (specification, section 9). */
export const TOP_HELPERS = 4;
/** Members in one answer of the directory. */
export const DIRECTORY_PAGE = 60;
const DIRECTORY_OFFSET_MAX = 1_000_000;

function oneOf<T extends string>(options: readonly { id: T }[]) {
  return z.enum(options.map((option) => option.id) as [T, ...T[]]);
}

export const specialty = oneOf(SPECIALTIES);
const specialties = z
  .array(specialty)
  .transform((list) => [...new Set(list)])
  .pipe(z.array(specialty).max(SPECIALTIES_MAX, 'Trois spécialités au plus.'));

/** A shop's address: `https://` is put before one typed without a scheme; only public web sites are accepted. */
export const storeUrl = z
  .string()
  .trim()
  .min(1)
  .check(atMost(STORE_URL_MAX))
  .transform((url) => (/^[a-z][a-z\d+.-]*:/i.test(url) ? url : `https://${url}`))
  .pipe(
    z
      .string()
      .check(atMost(STORE_URL_MAX))
      .refine((url) => webAddress(url) !== null, 'Cette adresse web n’est pas valable.'),
  );

/** The wizard's six steps (specification, /profile-setup): what each must hold before one goes on. */
export const wizardSteps = {
  1: z.object({ firstName: requiredName(NAME_MAX), lastName: requiredName(NAME_MAX) }),
  2: z.object({ storeName: requiredName(STORE_NAME_MAX), storeUrl }),
  3: z.object({ cms: oneOf(CMS) }),
  4: z.object({ sector: oneOf(SECTORS) }),
  5: z.object({ monthlyOrders: oneOf(MONTHLY_ORDERS), mainChannel: oneOf(MAIN_CHANNELS) }),
  6: z.object({
    specialties: specialties.pipe(z.array(specialty).length(SPECIALTIES_MAX, 'Choisis trois spécialités.')),
  }),
} as const;

export type WizardStep = keyof typeof wizardSteps;

/** One saved step: `{ step: 3, values: { cms: 'shopify' } }`. */
export const wizardInput = z.discriminatedUnion('step', [
  z.object({ step: z.literal(1), values: wizardSteps[1] }),
  z.object({ step: z.literal(2), values: wizardSteps[2] }),
  z.object({ step: z.literal(3), values: wizardSteps[3] }),
  z.object({ step: z.literal(4), values: wizardSteps[4] }),
  z.object({ step: z.literal(5), values: wizardSteps[5] }),
  z.object({ step: z.literal(6), values: wizardSteps[6] }),
]);

/** Editing one's own profile: all fields of the wizard, one to three specialties, and the bio. */
export const profileInput = z.object({
  ...wizardSteps[1].shape,
  ...wizardSteps[2].shape,
  ...wizardSteps[3].shape,
  ...wizardSteps[4].shape,
  ...wizardSteps[5].shape,
  specialties: specialties.pipe(z.array(specialty).min(1, 'Choisis au moins une spécialité.')),
  bio: plainText.trim().check(atMost(BIO_MAX)),
});

export const memberParams = z.object({ memberId: uuid });

/** `?cms=shopify&cms=magento`: none, one or several of a list, each once. */
function several<T extends string>(options: readonly { id: T }[]) {
  const one = oneOf(options);
  return z
    .union([one.transform((value) => [value]), z.array(one).max(options.length)])
    .default([])
    .transform((list) => [...new Set(list)].sort());
}

/**
 * The directory's search and filters, as they stand in the address; of several values of one filter, one is enough.
 * `offset` reaches any place of the list, so that a letter can be jumped to.
 */
export const directoryQuery = z.object({
  q: z.string().trim().check(atMost(100)).default(''),
  specialty: several(SPECIALTIES),
  cms: several(CMS),
  sector: several(SECTORS),
  offset: z.coerce.number().int().min(0).max(DIRECTORY_OFFSET_MAX).default(0),
  limit: z.coerce.number().int().min(1).max(DIRECTORY_PAGE).default(DIRECTORY_PAGE),
});

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

/** The first step that still lacks an answer, or null when all six are done. */
export function firstMissingStep(
  profile: Omit<Profile, 'email' | 'avatarLargeUrl'> | Profile,
): WizardStep | null {
  const steps = Object.keys(wizardSteps).map(Number) as WizardStep[];
  return steps.find((step) => !wizardSteps[step].safeParse(profile).success) ?? null;
}

/** « Prénom Nom », or « Utilisateur inconnu » for somebody who has left. */
export function memberName(member: Pick<MemberRef, 'firstName' | 'lastName'> | null | undefined): string {
  const name = member ? `${member.firstName} ${member.lastName}`.trim() : '';
  return name || 'Utilisateur inconnu';
}

/** Label of an option by its id; the id itself for one that this version does not know. */
export function optionLabel(options: readonly { id: string; label: string }[], id: string): string {
  return options.find((option) => option.id === id)?.label ?? id;
}
