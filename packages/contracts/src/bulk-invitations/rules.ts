import type { z } from 'zod';
import { CMS, SECTORS } from '../profiles/rules.ts';
import { foldText } from '../text.ts';
import type * as output from './output.ts';

export const BULK_ROWS_MAX = 2000;
export const BULK_BYTES_MAX = 1024 * 1024;
/** A longer cell is cut: no field of an invitation is as long. */
export const BULK_CELL_MAX = 400;
export const BULK_TITLE_MAX = 60;
export const BULK_MESSAGE_MAX = 600;
/** See docs/decisions.md#invitations: whoever is on a list did not ask for the mail, and may be away. */
export const BULK_INVITATION_DAYS = 30;
/** The days count from the sending of the list. */
export const BULK_REMINDER_DAYS = [4, 12] as const;
/** These are the first mail and two more, whoever asks for them. */
export const BULK_MAILS_MAX = 1 + BULK_REMINDER_DAYS.length;
/** Mail providers refuse a sender who writes to many of their users at once. */
export const BULK_MAILS_AN_HOUR = 60;

export const BULK_VOUCHING = 'Je connais ces marchands et je me porte garant d’eux.';

export const BULK_FIELDS = [
  { id: 'email', label: 'E-mail' },
  { id: 'firstName', label: 'Prénom' },
  { id: 'lastName', label: 'Nom' },
  { id: 'name', label: 'Nom complet' },
  { id: 'storeName', label: 'Boutique' },
  { id: 'storeUrl', label: 'Adresse web' },
  { id: 'cms', label: 'Plateforme' },
  { id: 'sector', label: 'Secteur' },
  { id: 'active', label: 'Compte actif' },
  { id: 'stopped', label: 'Compte fermé' },
] as const;

export type BulkField = (typeof BULK_FIELDS)[number]['id'];

/** It is what became of a row once the list was sent. Whoever refused has no row any more. */
export const BATCH_ROW_STATES = [
  { id: 'waiting', label: 'En attente' },
  { id: 'sent', label: 'Envoyée' },
  { id: 'returned', label: 'Revenue' },
  { id: 'account', label: 'Compte créé' },
  { id: 'complete', label: 'Profil complet' },
  { id: 'left', label: 'Compte supprimé' },
  { id: 'expired', label: 'Expirée' },
  { id: 'named', label: 'Sans adresse' },
] as const;

export type BatchRowState = (typeof BATCH_ROW_STATES)[number]['id'];
export type BatchRow = z.infer<typeof output.batchRowOutput>;
export type BatchRows = z.infer<typeof output.batchRowsOutput>;

export type BulkRow = z.infer<typeof output.bulkRowOutput>;
export type BulkPreview = z.infer<typeof output.bulkPreviewOutput>;
export type BulkStatus = BulkRow['status'];
export type InvitationBatch = z.infer<typeof output.invitationBatchOutput>;
export type InvitationBatches = z.infer<typeof output.invitationBatchesOutput>;

/** The list says this of somebody; an empty text is not known. */
export type KnownProfile = z.infer<typeof output.knownProfileOutput>;
export type KnownField = keyof KnownProfile;

/** Formats the reason of a row, as « doublon de la ligne 12 ». */
export function bulkReason({
  status,
  line,
  firstLine,
}: Pick<BulkRow, 'status' | 'line' | 'firstLine'>): string {
  switch (status) {
    case 'ready':
      return 'prête';
    case 'member':
      return 'déjà membre';
    case 'invited':
      return 'déjà invitée';
    case 'objected':
      return 'a refusé les invitations';
    case 'bounced':
      return 'nos e-mails à cette adresse reviennent';
    case 'invalid':
      return `adresse invalide (ligne ${line})`;
    case 'duplicate':
      return `doublon de la ligne ${firstLine ?? ''}`;
    case 'inactive':
      return 'compte inactif dans la liste';
    case 'named':
      return 'sans adresse\u00a0: nom enregistré pour le lien d’accès';
    case 'empty':
      return 'ni adresse ni nom';
  }
}

/** A link or an address in a letter of many looks like bait, and spam filters think so too. */
const LINK =
  /:\/\/|\bwww\.|[^\s@]@[^\s@.]+\.[^\s@]|[\p{L}\p{N}]{2}\.(?:[a-z]{2,24}|[A-Z]{2,24})(?![\p{L}\p{N}])/u;

export function hasLink(text: string): boolean {
  return LINK.test(text);
}

type Known = { cms: (typeof CMS)[number]['id']; sector: (typeof SECTORS)[number]['id'] };

const OTHER_WORDS: Record<string, Known['cms'] | Known['sector']> = {
  woo: 'woocommerce',
  presta: 'prestashop',
  adobecommerce: 'magento',
  surmesure: 'custom',
  mode: 'fashion',
  vetements: 'fashion',
  bienetre: 'health',
  sante: 'health',
  deco: 'home',
  decoration: 'home',
  alimentaire: 'food',
  epicerie: 'food',
  jouets: 'kids',
  enfant: 'kids',
  cosmetiques: 'beauty',
};

const squeezed = (text: string) => foldText(text).replace(/[^a-z0-9]/g, '');

/** Returns the option that a cell names, else an empty text. */
export function optionNamed<T extends string>(
  options: readonly { id: T; label: string }[],
  cell: string,
): T | '' {
  const word = squeezed(cell);
  const other = OTHER_WORDS[word];
  return (
    options.find(({ id, label }) => id === other || squeezed(id) === word || squeezed(label) === word)?.id ??
    ''
  );
}

export const cmsNamed = (cell: string) => optionNamed(CMS, cell);
export const sectorNamed = (cell: string) => optionNamed(SECTORS, cell);

/** A name is found again in whatever order and case it was typed, as « ROUX Léa ». */
export function nameKey(name: string): string {
  return foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');
}

/**
 * Tells when the next mail is due, or null when there is none. `sentAt` of the list and both instants are in
 * milliseconds. A reminder whose day has passed is left out.
 */
export function nextReminder(mailsSent: number, sentAt: number, now: number): number | null {
  const day = BULK_REMINDER_DAYS[mailsSent - 1];
  const at = day === undefined ? null : sentAt + day * 86_400_000;
  return at !== null && at > now ? at : null;
}
