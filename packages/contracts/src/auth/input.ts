import { z } from 'zod';
import { storeUrl } from '../profiles/input.ts';
import { sirenText } from '../profiles/siren-input.ts';
import { plainLine } from '../text.ts';
import { atMost, emailAddress, mailableAddress } from '../validation.ts';
import {
  DESKTOP_SECRET,
  DESKTOP_USES,
  PASSKEY_NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PASSWORD_UNCHANGED,
} from './rules.ts';

export const newPassword = z
  .string()
  .min(PASSWORD_MIN, 'Le mot de passe doit contenir au moins 8 caractères')
  .check(atMost(PASSWORD_MAX, 'Le mot de passe doit contenir au plus 128 caractères.'));

const existingPassword = z
  .string()
  .min(1, 'Email et mot de passe requis')
  .check(atMost(1024, 'Email ou mot de passe incorrect'));

export const signInInput = z.object({ email: emailAddress, password: existingPassword });

/** `proof` comes from the invitation e-mail and proves the address. */
export const signUpInput = z.object({
  token: z.string().trim().check(atMost(200)).default(''),
  proof: z.string().trim().check(atMost(200)).optional(),
  email: mailableAddress,
  password: newPassword,
  siren: sirenText,
  storeUrl,
});

export const acceptLegalInput = z.object({ revision: z.int().min(1).max(10_000) });

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

/** `password` replaces the one of the sign-up when `ConfirmationOffer` asks for one. */
export const confirmInput = confirmationLinkInput.extend({ password: newPassword.optional() });

export const passwordInput = z.object({
  password: z.string().min(1, 'Saisis ton mot de passe.').check(atMost(1024)),
});

export const totpInput = z.object({
  code: z
    .string()
    .check(atMost(40))
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Le code compte 6 chiffres.')),
});

/** The code is from the app, or a recovery code, in any case and with or without spaces and dashes. */
export const secondFactorInput = z.object({
  code: z
    .string()
    .check(atMost(40))
    .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
    .pipe(z.string().regex(/^(?:\d{6}|[\dA-Z]{10})$/, 'Saisis 6 chiffres, ou un code de secours.')),
});

export const changeEmailInput = z.object({
  email: mailableAddress,
  password: z.string().min(1, 'Saisis ton mot de passe.').check(atMost(1024)),
});

export const emailLinkInput = z.object({ token: z.string().min(1).check(atMost(200)) });

export const changePasswordInput = z
  .object({
    current: z.string().min(1, 'Saisis ton mot de passe actuel.').check(atMost(1024)),
    password: newPassword,
  })
  .refine(({ current, password }) => current.normalize('NFKC') !== password.normalize('NFKC'), {
    message: PASSWORD_UNCHANGED,
    path: ['password'],
  });

const base64url = (max: number) =>
  z
    .string()
    .check(atMost(max))
    .regex(/^[\w-]+$/, 'Valeur inattendue.');

const passkeyName = z.string().overwrite(plainLine).trim().check(atMost(PASSKEY_NAME_MAX));

/** Extensions that authenticators add are ignored. */
const publicKeyCredential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/** The browser answers a `PasskeyRequest` with this. */
export const passkeyAnswerInput = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: base64url(200).optional(),
  }),
});

const desktopSecret = z.string().check(atMost(43)).regex(DESKTOP_SECRET, 'Valeur inattendue.');

/** `challenge` is the SHA-256 of the verifier that stays in the app (RFC 7636, S256). */
export const desktopRequestInput = z.object({ challenge: desktopSecret, use: z.enum(DESKTOP_USES) });

/** `answer` belongs to the `PasskeyRequest` that was made for this challenge. */
export const desktopAllowInput = desktopRequestInput.extend({ answer: passkeyAnswerInput });

export const desktopCodeInput = z.object({ code: desktopSecret, verifier: desktopSecret });

/** An empty `name` stands for the device's. `response` answers a `PasskeyOffer`. */
export const newPasskeyInput = z.object({
  name: passkeyName.default(''),
  response: z.object({
    ...publicKeyCredential,
    response: z.object({
      clientDataJSON: base64url(4000),
      attestationObject: base64url(20_000),
      transports: z
        .array(z.string().check(atMost(20)))
        .max(8)
        .optional(),
    }),
  }),
});

export const passkeyNameInput = z.object({
  name: passkeyName.pipe(z.string().min(1, 'Donne un nom à cette clé.')),
});

export const passkeyParams = z.object({ passkeyId: z.uuid() });

export type NewPasskey = z.output<typeof newPasskeyInput>;
export type PasskeyAnswer = z.output<typeof passkeyAnswerInput>;
export type DesktopRequest = z.output<typeof desktopRequestInput>;
export type DesktopAllow = z.output<typeof desktopAllowInput>;
export type DesktopCodeProof = z.output<typeof desktopCodeInput>;
