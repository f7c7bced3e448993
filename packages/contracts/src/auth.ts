import { z } from 'zod';
import type { MemberRef } from './profiles.ts';
import { atMost, emailAddress, mailableAddress } from './validation.ts';
import type { Role } from './viewer.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const CODE_LENGTH = 6;
/** A session ends so long after the sign-in, however much it is used. */
export const SESSION_DAYS = 30;

export const newPassword = z
  .string()
  .min(PASSWORD_MIN, 'Le mot de passe doit contenir au moins 8 caractères')
  .check(atMost(PASSWORD_MAX, 'Le mot de passe doit contenir au plus 128 caractères.'));

/** Why the server refuses a new password that everybody would try. */
export const PASSWORD_TOO_COMMON =
  'Ce mot de passe est parmi les plus utilisés\u00a0: il serait deviné en un instant. Choisis-en un autre.';
export const PASSWORD_OWN =
  'Ton mot de passe ne peut pas être fait de ton nom, de ton adresse ou du nom de Guilde. Choisis-en un autre.';
export const PASSWORD_UNCHANGED = 'C’est déjà ton mot de passe. Choisis-en un autre.';

const existingPassword = z
  .string()
  .min(1, 'Email et mot de passe requis')
  .check(atMost(1024, 'Email ou mot de passe incorrect'));

export const signInInput = z.object({ email: emailAddress, password: existingPassword });

/** `proof` is the second secret of the link in the invitation e-mail: with it the address is already confirmed. */
export const signUpInput = z.object({
  token: z.string().trim().check(atMost(200)).default(''),
  proof: z.string().trim().check(atMost(200)).optional(),
  email: mailableAddress,
  password: newPassword,
});

export const emailInput = z.object({ email: emailAddress });

export const codeInput = z.object({
  email: emailAddress,
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Le code compte 6 chiffres.'),
});

export const resetPasswordInput = z.object({
  token: z.string().min(1).check(atMost(200)),
  password: newPassword,
});
export const resetTokenInput = z.object({ token: z.string().min(1).check(atMost(200)) });

export const confirmationLinkInput = z.object({ token: z.string().trim().min(1).check(atMost(200)) });

/** `password` is needed wherever `ConfirmationOffer` says so; it replaces the one of the sign-up. */
export const confirmInput = confirmationLinkInput.extend({ password: newPassword.optional() });

export const passwordInput = z.object({
  password: z.string().min(1, 'Saisis ton mot de passe.').check(atMost(1024)),
});

/** `current`: the password of now. */
export const changePasswordInput = z
  .object({
    current: z.string().min(1, 'Saisis ton mot de passe actuel.').check(atMost(1024)),
    password: newPassword,
  })
  .refine(({ current, password }) => current.normalize('NFKC') !== password.normalize('NFKC'), {
    message: PASSWORD_UNCHANGED,
    path: ['password'],
  });

/** What the signed-in person's own client knows about them at any time. */
export type Account = {
  id: string;
  sessionId: string;
  email: string;
  role: Role;
  profileComplete: boolean;
  /** Null until the first step of the profile is saved. */
  profile: MemberRef | null;
  sponsor: MemberRef | null;
};

/** What follows a sign-up: a session at once when the invitation e-mail proved the address, else a confirmation e-mail. */
export type SignedUp = { confirmed: boolean };

/** What a confirmation link is about: the address, and whether a password must be chosen in this browser first. */
export type ConfirmationOffer = { email: string; choosesPassword: boolean };

/** One signed-in device. `device` is what the browser says of itself, shortened. Instants in ISO 8601. */
export type SessionView = {
  id: string;
  current: boolean;
  device: string;
  createdAt: string;
  lastSeenAt: string;
};
