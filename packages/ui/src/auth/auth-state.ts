import type { AuthMode } from '../paths.ts';

/** What another page, or an earlier stage, hands to /auth in the navigation state. */
export type AuthState = {
  /** Shown above the form: why one is here. */
  notice?: { tone: 'danger' | 'success' | 'warning'; text: string };
  /** A code has been sent to this address and is awaited. */
  codeFor?: string;
};

/** What every mode of /auth needs. */
export type AuthFormProps = {
  /** The address typed so far, kept from one mode to the next. */
  email: string;
  onEmail: (email: string) => void;
  /** Address of another mode, keeping the place to come back to. */
  linkTo: (mode?: AuthMode) => string;
};
