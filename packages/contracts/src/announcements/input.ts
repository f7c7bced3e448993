import { z } from 'zod';
import { ADMIN_PAGE } from '../admin/rules.ts';
import { MEMBER_ACTS_MAX } from '../member-acts/rules.ts';
import { savedMemberFilters } from '../member-filters/input.ts';
import { atMost, decimal, oneOf, pageCursor, requiredLine, requiredText, uuid } from '../validation.ts';
import {
  ANNOUNCEMENT_AUDIENCES,
  ANNOUNCEMENT_LINK_MAX,
  ANNOUNCEMENT_TEXT_MAX,
  ANNOUNCEMENT_TITLE_MAX,
  ANNOUNCEMENTS_READ_MAX,
} from './rules.ts';

const NOT_IN_GUILDE = 'Indique une adresse de Guilde, par exemple /knowledge.';

/** The link is empty or a path of the product, which begins with exactly one slash. */
const linkInside = z
  .string()
  .trim()
  .check(atMost(ANNOUNCEMENT_LINK_MAX))
  .regex(/^(\/(?!\/)[\w\-./?=&%#,:+~]*)?$/, NOT_IN_GUILDE)
  .refine((path) => !path.includes('//'), NOT_IN_GUILDE)
  .default('');

const written = {
  title: requiredLine(ANNOUNCEMENT_TITLE_MAX),
  text: requiredText(ANNOUNCEMENT_TEXT_MAX),
  link: linkInside,
  audience: oneOf(ANNOUNCEMENT_AUDIENCES, 'Choisis à qui l’annonce s’adresse.'),
  /** Each counts for its own audience only. */
  filters: savedMemberFilters.nullable().default(null),
  memberIds: z.array(uuid).max(MEMBER_ACTS_MAX).default([]),
  /** Each member's settings decide whether a push also comes. */
  push: z.boolean(),
  mail: z.boolean(),
  /** With null it is sent at once. */
  scheduledAt: z.iso.datetime('Indique une date et une heure.').nullable(),
};

const FILTER_MISSING = { path: ['filters'], message: 'Choisis un filtre.' };
function hasItsFilter({ audience, filters }: { audience: string; filters: unknown }): boolean {
  return audience !== 'filter' || filters !== null;
}

/** The client makes the id, so that sending twice makes one announcement. */
export const announcementInput = z.object({ id: uuid, ...written }).refine(hasItsFilter, FILTER_MISSING);
export const announcementChangeInput = z.object(written).refine(hasItsFilter, FILTER_MISSING);

export const announcementParams = z.object({ announcementId: uuid });
export const adminAnnouncementsQuery = z.object({
  cursor: pageCursor,
  limit: decimal(z.number().int().min(1).max(100)).default(ADMIN_PAGE),
});
export const announcementsReadInput = z.object({ ids: z.array(uuid).min(1).max(ANNOUNCEMENTS_READ_MAX) });
