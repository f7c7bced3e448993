import type { z } from 'zod';
import { PERIODS } from '../retention/periods.ts';
import type * as output from './output.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const CODE_LENGTH = 6;
/** From the sign-in, whether the session is used or not. */
export const SESSION_DAYS = PERIODS.sessions.days;

/** Of the app that shows codes (RFC 6238). */
export const TOTP_LENGTH = 6;
export const RECOVERY_CODES = 10;
/** Shown in two groups of five. */
export const RECOVERY_CODE_LENGTH = 10;

export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 60;

/** How long the browser's code opens the desktop app. */
export const DESKTOP_CODE_SECONDS = 120;
/** Code, verifier and challenge of the desktop app: 256 bits in base64url. */
export const DESKTOP_SECRET = /^[\w-]{43}$/;
/** What the desktop app asks the browser to use a passkey for. */
export const DESKTOP_USES = ['sign-in', 'prove'] as const;
export type DesktopUse = (typeof DESKTOP_USES)[number];

export const PASSWORD_TOO_COMMON =
  'Ce mot de passe est parmi les plus utilisés\u00a0: il serait deviné en un instant. Choisis-en un autre.';
export const PASSWORD_OWN =
  'Ton mot de passe ne peut pas être fait de ton nom, de ton adresse ou du nom de Guilde. Choisis-en un autre.';
export const EMAIL_UNCHANGED = 'C’est déjà ton adresse.';
export const PASSWORD_UNCHANGED = 'C’est déjà ton mot de passe. Choisis-en un autre.';

export type Account = z.infer<typeof output.accountOutput>;

/** A session when the invitation e-mail proved the address, else a confirmation e-mail. */
export type SignedUp = z.infer<typeof output.signedUpOutput>;

/** Whether the second factor is asked for, by `POST /auth/second-factor`, before there is a session. */
export type SignedIn = z.infer<typeof output.signedInOutput>;

/** `expiresAt`: of the link that was sent there. */
export type PendingEmail = z.infer<typeof output.pendingEmailOutput>;

export type SecondFactor = z.infer<typeof output.secondFactorOutput>;

/** `secret`: base32, to type in; `address`: `otpauth:`, to scan. Valid for half an hour. */
export type SecondFactorSetup = z.infer<typeof output.secondFactorSetupOutput>;

/** Shown this once: the server keeps hashes. */
export type RecoveryCodes = z.infer<typeof output.recoveryCodesOutput>;

export type Passkey = z.infer<typeof output.passkeyOutput>;

/** What the browser is asked for, to make a passkey and to use one (WebAuthn, in JSON). */
export type PasskeyOffer = z.infer<typeof output.passkeyOfferOutput>;
export type PasskeyRequest = z.infer<typeof output.passkeyRequestOutput>;

/** Opens the desktop app that knows the verifier, once. */
export type DesktopCode = z.infer<typeof output.desktopCodeOutput>;

/** Whether a password must be chosen in this browser first. */
export type ConfirmationOffer = z.infer<typeof output.confirmationOfferOutput>;

/** `device`: what the browser says of itself, shortened. */
export type SignedInDevice = z.infer<typeof output.signedInDeviceOutput>;
