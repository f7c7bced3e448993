import { z } from 'zod';

const known = z.string().nullable();

export const companyOutput = z
  .object({
    name: known,
    /** As printed, for instance « 10 000 € ». */
    capital: known,
    address: known,
    /** Nine digits. */
    siren: known,
    /** For instance « Paris B 123 456 789 ». */
    rcs: known,
    vat: known,
    phone: known,
    email: known,
    /** Director of the publication. */
    director: known,
    /** Data protection officer: a name or an address. */
    dpo: known,
    host: z.object({ name: known, address: known, phone: known, country: z.string() }),
    /** Null where no mail leaves the installation. */
    mailService: known,
    /** Null where the server writes summaries itself. */
    aiService: known,
  })
  .meta({ id: 'Company' });

export const figuresOutput = z
  .object({
    /** Certified, with a complete profile. */
    merchants: z.number().nullable(),
    resolved: z.number().nullable(),
    /** Median, 1 at least. */
    firstHelperMinutes: z.number().nullable(),
  })
  .meta({ id: 'Figures' });
