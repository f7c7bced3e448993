import { z } from 'zod';

const known = z.string().nullable();

export const companyOutput = z
  .object({
    name: known,
    /** Share capital as it is to be printed, for instance « 10 000 € ». */
    capital: known,
    address: known,
    /** Nine digits. */
    siren: known,
    /** The register, for instance « Paris B 123 456 789 ». */
    rcs: known,
    vat: known,
    phone: known,
    email: known,
    /** Director of the publication. */
    director: known,
    /** Data protection officer: a name or an address. */
    dpo: known,
    host: z.object({ name: known, address: known, phone: known, country: z.string() }),
    /** Service that mails leave through; null where none leaves the installation. */
    mailService: known,
    /** Model that writes summaries; null where the server does it by itself. */
    aiService: known,
  })
  .meta({ id: 'Company' });

export const figuresOutput = z
  .object({
    /** Certified members with a complete profile. */
    merchants: z.number().nullable(),
    /** Resolved SOS. */
    resolved: z.number().nullable(),
    /** Median from an SOS to its first helper, in minutes, 1 at least. */
    firstHelperMinutes: z.number().nullable(),
  })
  .meta({ id: 'Figures' });
