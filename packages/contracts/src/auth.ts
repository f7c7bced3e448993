import type { z } from 'zod';
import type * as output from './auth-output.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const CODE_LENGTH = 6;
/** A session ends so long after the sign-in, however much it is used. */
export const SESSION_DAYS = 30;

/** Why the server refuses a new password that everybody would try. */
export const PASSWORD_TOO_COMMON =
  'Ce mot de passe est parmi les plus utilisés\u00a0: il serait deviné en un instant. Choisis-en un autre.';
export const PASSWORD_OWN =
  'Ton mot de passe ne peut pas être fait de ton nom, de ton adresse ou du nom de Guilde. Choisis-en un autre.';
export const PASSWORD_UNCHANGED = 'C’est déjà ton mot de passe. Choisis-en un autre.';

/** What the signed-in person's own client knows about them at any time. */
export type Account = z.infer<typeof output.accountOutput>;

/** What follows a sign-up: a session at once when the invitation e-mail proved the address, else a confirmation e-mail. */
export type SignedUp = z.infer<typeof output.signedUpOutput>;

/** What a confirmation link is about: the address, and whether a password must be chosen in this browser first. */
export type ConfirmationOffer = z.infer<typeof output.confirmationOfferOutput>;

/** One signed-in device. `device` is what the browser says of itself, shortened. Instants in ISO 8601. */
export type SessionView = z.infer<typeof output.sessionViewOutput>;
