import type { AuthMode } from '../paths.ts';

/** Navigation state of /auth. */
export type AuthState = {
  notice?: { tone: 'danger' | 'success' | 'warning'; text: string };
  codeFor?: string;
};

export type AuthFormProps = {
  email: string;
  onEmail: (email: string) => void;
  /** Keeps the page to return to. */
  linkTo: (mode?: AuthMode) => string;
};
