import { z } from 'zod';
import { citedFiles } from '../files/input.ts';
import { SOS_FILES_MAX } from '../files/rules.ts';
import { TOOLS } from '../incidents/rules.ts';
import { specialty } from '../profiles/input.ts';
import { SPECIALTIES_MAX } from '../profiles/rules.ts';
import { decimal, oneOf, pageCursor, requiredLine, requiredText, searchedText, uuid } from '../validation.ts';
import { SOS_ADDITION_MAX, SOS_CATEGORIES, SOS_DESCRIPTION_MAX, SOS_PAGE, SOS_TITLE_MAX } from './rules.ts';

const sosFiles = citedFiles(SOS_FILES_MAX, 'Ajoute quatre fichiers au plus.');

/** The client makes the id, so that sending twice makes one SOS. */
export const createSosInput = z.object({
  id: uuid,
  category: oneOf(SOS_CATEGORIES, 'Choisis une catégorie.'),
  title: requiredLine(SOS_TITLE_MAX),
  description: requiredText(SOS_DESCRIPTION_MAX),
  isUrgent: z.boolean().default(false),
  specialties: z.array(specialty).max(SPECIALTIES_MAX, 'Choisis trois spécialités au plus.').default([]),
  /** The tool may be one that others use too; an empty text means none. */
  tool: oneOf(TOOLS).or(z.literal('')).default(''),
  /** A member cites an own SOS whose solution did not hold; another’s is ignored. */
  citesId: uuid.nullable().default(null),
  files: sosFiles.default([]),
});

/** `files` replaces all files; without it they stay. */
export const correctSosInput = createSosInput
  .pick({ title: true, description: true })
  .extend({ files: sosFiles.optional() });

/** The client makes the id, so that sending twice adds once. */
export const sosAdditionInput = z.object({ id: uuid, content: requiredText(SOS_ADDITION_MAX) });

/**
 * `mine` is the viewer's own, `matching` needs one of the viewer's specialties, and `unhelped` has no helper
 * yet. The last two are of others.
 */
export const feedQuery = z.object({
  date: z.enum(['all', 'today', 'week', 'month']).default('all'),
  status: z.enum(['all', 'ongoing', 'resolved', 'unresolved']).default('all'),
  specialty: z.union([z.literal('all'), specialty]).default('all'),
  scope: z.enum(['all', 'mine', 'matching', 'unhelped']).default('all'),
  q: searchedText.default(''),
  cursor: pageCursor,
  limit: decimal(z.number().int().min(1).max(50)).default(SOS_PAGE),
});

export const sosParams = z.object({ sosId: uuid });

export const helpRequestInput = z.object({ memberId: uuid });
