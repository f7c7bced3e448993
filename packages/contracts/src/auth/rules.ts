import type { z } from 'zod';
import { PERIODS } from '../retention/periods.ts';
import type * as output from './output.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const CODE_LENGTH = 6;
/** The period runs from the sign-in, whether the session is used or not. */
export const SESSION_DAYS = PERIODS.sessions.days;

export const TOTP_LENGTH = 6;
export const RECOVERY_CODES = 10;
export const RECOVERY_CODE_LENGTH = 10;

export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 60;

/** The browser's code opens the desktop app within this time. */
export const DESKTOP_CODE_SECONDS = 120;
/** Code, verifier and challenge of the desktop app are 256 bits in base64url. */
export const DESKTOP_SECRET = /^[\w-]{43}$/;
/** The desktop app asks the browser to use a passkey for these. */
export const DESKTOP_USES = ['sign-in', 'prove'] as const;
export type DesktopUse = (typeof DESKTOP_USES)[number];

export const PASSWORD_TOO_COMMON = 'Ce mot de passe est parmi les plus utilisés. Choisis-en un autre.';
export const PASSWORD_OWN =
  'Ton mot de passe ne peut pas être fait de ton nom, de ton adresse ou du nom de Guilde. Choisis-en un autre.';
export const EMAIL_UNCHANGED = 'C’est déjà ton adresse.';
export const PASSWORD_UNCHANGED = 'C’est déjà ton mot de passe. Choisis-en un autre.';

export type Account = z.infer<typeof output.accountOutput>;

/** A session follows when the invitation e-mail proved the address, otherwise a confirmation e-mail. */
export type SignedUp = z.infer<typeof output.signedUpOutput>;

/** This says whether `POST /auth/second-factor` must follow before there is a session. */
export type SignedIn = z.infer<typeof output.signedInOutput>;

export type OwnAddress = z.infer<typeof output.ownAddressOutput>;

export type SecondFactor = z.infer<typeof output.secondFactorOutput>;

/** `secret` is base32 to type in, `address` an `otpauth:` URL to scan; both last half an hour. */
export type SecondFactorSetup = z.infer<typeof output.secondFactorSetupOutput>;

/** The codes are shown once, because the server keeps only hashes. */
export type RecoveryCodes = z.infer<typeof output.recoveryCodesOutput>;

export type Passkey = z.infer<typeof output.passkeyOutput>;

/** These are the browser's options to create and to use a passkey (WebAuthn, in JSON). */
export type PasskeyOffer = z.infer<typeof output.passkeyOfferOutput>;
export type PasskeyRequest = z.infer<typeof output.passkeyRequestOutput>;

/** The code opens the app that knows the verifier, and works once. */
export type DesktopCode = z.infer<typeof output.desktopCodeOutput>;

/** This says whether a password must be chosen in this browser first. */
export type ConfirmationOffer = z.infer<typeof output.confirmationOfferOutput>;

/** `device` is shortened from what the browser says of itself. */
export type SignedInDevice = z.infer<typeof output.signedInDeviceOutput>;
