import { z } from 'zod';
import { knownProfileOutput } from '../bulk-invitations/output.ts';
import { memberRefOutput } from '../profiles/output.ts';
import { component, instant } from '../shared-output.ts';

export const roleOutput = z.enum(['member', 'moderator', 'admin']);

export const legalRevisionOutput = component('LegalRevision', {
  number: z.number().int(),
  terms: z.string(),
  privacy: z.string(),
  from: z.string(),
  changes: z.array(z.string()),
});

export const accountOutput = component('Account', {
  id: z.string(),
  sessionId: z.string(),
  email: z.string(),
  role: roleOutput,
  profileComplete: z.boolean(),
  /** This session has given a second factor, which the back office requires. */
  proven: z.boolean(),
  /** The profile is null until its first step is saved. */
  profile: memberRefOutput.nullable(),
  toProve: z.boolean(),
  /** The community is closed until `toAccept` is accepted; `announced` comes into force soon. */
  legal: z.object({
    toAccept: legalRevisionOutput.nullable(),
    announced: legalRevisionOutput.nullable(),
  }),
  sponsor: memberRefOutput.nullable(),
  /** The wizard proposes what the team's list said, until the profile is complete. */
  known: knownProfileOutput.nullable(),
});

export const signedUpOutput = component('SignedUp', { confirmed: z.boolean() });

export const signedInOutput = component('SignedIn', { ok: z.literal(true), secondFactor: z.boolean() });

/** The link that was sent to the address ends at `expiresAt`. */
export const pendingEmailOutput = component('PendingEmail', { email: z.string(), expiresAt: instant });

/** `bouncedAt` is when mails to the present address began to come back. */
export const ownAddressOutput = component('OwnAddress', {
  pending: pendingEmailOutput.nullable(),
  bouncedAt: instant.nullable(),
});

export const changedEmailOutput = component('ChangedEmail', { email: z.string() });

export const secondFactorOutput = component('SecondFactor', {
  addedAt: instant.nullable(),
  recoveryCodesLeft: z.number().int(),
  /** Each passkey counts as a second factor of an administrator. */
  passkeys: z.number().int(),
});

export const secondFactorSetupOutput = component('SecondFactorSetup', {
  secret: z.string(),
  address: z.string(),
});

export const recoveryCodesOutput = component('RecoveryCodes', { codes: z.array(z.string()) });

export const passkeyOutput = component('Passkey', {
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});

const passkeyDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

export const passkeyRequestOutput = component('PasskeyRequest', {
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(passkeyDescriptor),
});

export const passkeyOfferOutput = component('PasskeyOffer', {
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  excludeCredentials: z.array(passkeyDescriptor),
});

export const desktopCodeOutput = component('DesktopCode', { code: z.string() });

export const confirmationOfferOutput = component('ConfirmationOffer', {
  email: z.string(),
  choosesPassword: z.boolean(),
});

export const signedInDeviceOutput = component('SignedInDevice', {
  id: z.string(),
  current: z.boolean(),
  device: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
});
