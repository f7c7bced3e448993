import type { AuthMode } from '../paths.ts';

export type AuthState = {
  notice?: { tone: 'danger' | 'success' | 'warning'; text: string };
  codeFor?: string;
};

export type AuthFormProps = {
  email: string;
  onEmail: (email: string) => void;
  /** The link keeps the page to return to. */
  linkTo: (mode?: AuthMode) => string;
};
