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
