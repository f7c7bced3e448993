import { z } from 'zod';
import { component } from '../shared-output.ts';

const known = z.string().nullable();

export const companyOutput = component('Company', {
  name: known,
  capital: known,
  address: known,
  siren: known,
  /** The register entry looks like « Paris B 123 456 789 ». */
  rcs: known,
  vat: known,
  phone: known,
  email: known,
  director: known,
  /** The data protection officer is a name or an address. */
  dpo: known,
  host: z.object({ name: known, address: known, phone: known, country: z.string() }),
  /** The service is null where the installation sends no mail. */
  mailService: known,
  /** The service is null where the server writes summaries itself. */
  aiService: known,
});

export const figuresOutput = component('Figures', {
  /** Merchants are counted once they are certified and have a complete profile. */
  merchants: z.number().nullable(),
  resolved: z.number().nullable(),
  /** The median is at least 1. */
  firstHelperMinutes: z.number().nullable(),
});
