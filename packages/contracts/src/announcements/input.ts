import { z } from 'zod';
import { ADMIN_PAGE } from '../admin/rules.ts';
import { atMost, decimal, oneOf, requiredLine, requiredText, uuid } from '../validation.ts';
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
  /** Each member's settings decide whether a push also comes. */
  push: z.boolean(),
  mail: z.boolean(),
  /** With null it is sent at once. */
  scheduledAt: z.iso.datetime('Indique une date et une heure.').nullable(),
};

/** The client makes the id, so that sending twice makes one announcement. */
export const announcementInput = z.object({ id: uuid, ...written });
export const announcementChangeInput = z.object(written);

export const announcementParams = z.object({ announcementId: uuid });
export const adminAnnouncementsQuery = z.object({
  cursor: z.string().check(atMost(200)).optional(),
  limit: decimal(z.number().int().min(1).max(100)).default(ADMIN_PAGE),
});
export const announcementsReadInput = z.object({ ids: z.array(uuid).min(1).max(ANNOUNCEMENTS_READ_MAX) });
