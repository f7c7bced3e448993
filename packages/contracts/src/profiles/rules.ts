import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type * as output from './output.ts';

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

/** No id is also one of a platform or carrier, because an incident names any of them. */
export const PAYMENTS = [
  { id: 'stripe', label: 'Stripe' },
  { id: 'paypal', label: 'PayPal' },
  { id: 'shopify-payments', label: 'Shopify Payments' },
  { id: 'mollie', label: 'Mollie' },
  { id: 'adyen', label: 'Adyen' },
  { id: 'payplug', label: 'PayPlug' },
  { id: 'alma', label: 'Alma' },
  { id: 'klarna', label: 'Klarna' },
  { id: 'scalapay', label: 'Scalapay' },
  { id: 'payzen', label: 'PayZen' },
  { id: 'monetico', label: 'Monetico' },
  { id: 'mercanet', label: 'Mercanet' },
] as const;

/** The member may show each of these to the people of their conversations alone (docs/specification.md#who-sees-a-field). */
export const HIDEABLE_FIELDS = [
  { id: 'storeUrl', label: 'Adresse web' },
  { id: 'cms', label: 'Plateforme' },
  { id: 'payments', label: 'Moyens de paiement' },
  { id: 'carriers', label: 'Transporteurs' },
] as const;

export type HideableField = (typeof HIDEABLE_FIELDS)[number]['id'];

export const CARRIERS = [
  { id: 'colissimo', label: 'Colissimo' },
  { id: 'chronopost', label: 'Chronopost' },
  { id: 'mondial-relay', label: 'Mondial Relay' },
  { id: 'relais-colis', label: 'Relais Colis' },
  { id: 'colis-prive', label: 'Colis Privé' },
  { id: 'dpd', label: 'DPD' },
  { id: 'gls', label: 'GLS' },
  { id: 'ups', label: 'UPS' },
  { id: 'dhl', label: 'DHL' },
  { id: 'fedex', label: 'FedEx' },
  { id: 'geodis', label: 'Geodis' },
  { id: 'vinted-go', label: 'Vinted Go' },
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
/** The sides of the stored squares are in pixels. */
export const AVATAR_SIZES = { small: 96, large: 384 } as const;
/** See docs/specification.md#home. */
export const TOP_HELPERS = 4;
export const DIRECTORY_PAGE = 60;
/** See docs/specification.md#blocks. */
export const BLOCKS_MAX = 200;
/** Names are empty until the first step of the profile. */
export type MemberRef = z.infer<typeof output.memberRefOutput>;

export type Profile = z.infer<typeof output.profileOutput>;

export type TopHelper = z.infer<typeof output.topHelperOutput>;

/** `totalHelpCount` counts resolved SOS of others in which the member helped. */
export type DirectoryMember = z.infer<typeof output.directoryMemberOutput>;

/** « # » stands for names without a letter. */
export type DirectoryInitial = z.infer<typeof output.directoryInitialOutput>;

/** `initials` cover the whole list. `named` are specialties that the search names. */
export type DirectoryPage = z.infer<typeof output.directoryPageOutput>;

/** The e-mail address is left out, because members never see it. */
export type MemberProfile = z.infer<typeof output.memberProfileOutput>;

export type Certification = z.infer<typeof output.certificationOutput>;

export function denyCertification(
  { isCertified }: Pick<Certification, 'isCertified'>,
  certified: boolean,
): ErrorCode | null {
  return isCertified === certified ? 'CERTIFICATION_UNCHANGED' : null;
}

export type BlockedMember = z.infer<typeof output.blockedMemberOutput>;

/** The server decides whether the viewer may see the member. */
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

/** An unknown option, perhaps of a newer version, is labelled with its id. */
export function optionLabel(options: readonly { id: string; label: string }[], id: string): string {
  return options.find((option) => option.id === id)?.label ?? id;
}

export const SIREN_DIGITS = 9;

/** SIREN and SIRET numbers and those of payment cards have this checksum (ISO 7812). */
export function isLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => {
      const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

/** The checksum holds for every SIREN (La Poste’s exception is one of its SIRETs). */
export function isSiren(digits: string): boolean {
  return /^\d{9}$/.test(digits) && Number(digits) !== 0 && isLuhn(digits);
}

export function formatSiren(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join('\u00a0');
}
