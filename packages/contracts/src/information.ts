/**
 * Who runs this installation, for the legal pages, from its configuration. Null is not known: the pages then say so
 * and print nothing false.
 */
export type Company = {
  name: string | null;
  /** Share capital as it is to be printed, for instance « 10 000 € ». */
  capital: string | null;
  address: string | null;
  /** Nine digits. */
  siren: string | null;
  /** The register, for instance « Paris B 123 456 789 ». */
  rcs: string | null;
  vat: string | null;
  phone: string | null;
  email: string | null;
  /** Director of the publication. */
  director: string | null;
  /** Data protection officer: a name or an address. */
  dpo: string | null;
  host: { name: string | null; address: string | null; phone: string | null; country: string };
  /** Service that mails leave through; null where none leaves the installation. */
  mailService: string | null;
  /** Model that writes summaries; null where the server does it by itself. */
  aiService: string | null;
};

/** From how many on a figure about the community is told: less would say something about single people. */
export const FIGURES_FROM = 10;
/** How many of the newest SOS with a helper the median is about. */
export const FIRST_HELPER_AMONG = 200;

/** What visitors read about the community; null below `FIGURES_FROM`. */
export type Figures = {
  /** Certified members with a complete profile. */
  merchants: number | null;
  /** Resolved SOS. */
  resolved: number | null;
  /** Median from an SOS to its first helper, in minutes, 1 at least. */
  firstHelperMinutes: number | null;
};
