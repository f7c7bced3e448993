import type { createSosInput } from '@guilde/contracts/sos/input.ts';
import { PROPOSED_SPECIALTIES, type SosCategory, type SosDetail } from '@guilde/contracts/sos/rules.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import type { z } from 'zod';
import { createDrafts } from '../kit/member-drafts.ts';

export type SosForm = z.input<typeof createSosInput>;

/** `id` stays until it is posted, so that a retry makes no second SOS. */
export type SosDraft = Omit<SosForm, 'category'> & Partial<Pick<SosForm, 'category'>>;

export const useSosDrafts = createDrafts<SosDraft>('sos-drafts');

export function newDraft(): SosDraft {
  return { id: newUuid(), title: '', description: '', isUrgent: false, specialties: [], tool: '' };
}

/** The draft begins with the SOS whose solution has failed; what was written before stays. */
export function draftCiting(cited: SosDetail, written: SosDraft | undefined): SosDraft {
  if (written && isWritten(written)) return { ...written, citesId: cited.id };
  const { id: citesId, title, category, specialties } = cited;
  return { ...newDraft(), citesId, title, category, specialties };
}

/** An SOS about a benchmark begins with its category. */
export function draftAbout(category: SosCategory | undefined, written: SosDraft | undefined): SosDraft {
  if (!category) return written ?? newDraft();
  const draft = { ...newDraft(), category, specialties: PROPOSED_SPECIALTIES[category] };
  return written && isWritten(written) ? { category, ...written } : draft;
}

export function isWritten({ id: _id, citesId: _citesId, ...answers }: SosDraft): boolean {
  return Object.values(answers).some((answer) => typeof answer === 'string' && answer.trim() !== '');
}
