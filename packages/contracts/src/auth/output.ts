import { z } from 'zod';
import { knownProfileOutput } from '../bulk-invitations/output.ts';
import { memberRefOutput } from '../profiles/output.ts';
import { instant } from '../shared-output.ts';

export const roleOutput = z.enum(['member', 'moderator', 'admin']);

export const legalRevisionOutput = z
  .object({
    number: z.number().int(),
    terms: z.string(),
    privacy: z.string(),
    from: z.string(),
    changes: z.array(z.string()),
  })
  .meta({ id: 'LegalRevision' });

export const accountOutput = z
  .object({
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
  })
  .meta({ id: 'Account' });

export const signedUpOutput = z.object({ confirmed: z.boolean() }).meta({ id: 'SignedUp' });

export const signedInOutput = z
  .object({ ok: z.literal(true), secondFactor: z.boolean() })
  .meta({ id: 'SignedIn' });

export const pendingEmailOutput = z
  .object({ email: z.string(), expiresAt: instant })
  .meta({ id: 'PendingEmail' });

/** `bouncedAt` is when mails to the present address began to come back. */
export const ownAddressOutput = z
  .object({ pending: pendingEmailOutput.nullable(), bouncedAt: instant.nullable() })
  .meta({ id: 'OwnAddress' });

export const changedEmailOutput = z.object({ email: z.string() }).meta({ id: 'ChangedEmail' });

export const secondFactorOutput = z
  .object({
    addedAt: instant.nullable(),
    recoveryCodesLeft: z.number().int(),
    /** Each passkey counts as a second factor of an administrator. */
    passkeys: z.number().int(),
  })
  .meta({ id: 'SecondFactor' });

export const secondFactorSetupOutput = z
  .object({ secret: z.string(), address: z.string() })
  .meta({ id: 'SecondFactorSetup' });

export const recoveryCodesOutput = z.object({ codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });

export const passkeyOutput = z
  .object({ id: z.string(), name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() })
  .meta({ id: 'Passkey' });

const passkeyDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

export const passkeyRequestOutput = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    userVerification: z.literal('required'),
    allowCredentials: z.array(passkeyDescriptor),
  })
  .meta({ id: 'PasskeyRequest' });

export const passkeyOfferOutput = z
  .object({
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
  })
  .meta({ id: 'PasskeyOffer' });

export const desktopCodeOutput = z.object({ code: z.string() }).meta({ id: 'DesktopCode' });

export const confirmationOfferOutput = z
  .object({ email: z.string(), choosesPassword: z.boolean() })
  .meta({ id: 'ConfirmationOffer' });

export const signedInDeviceOutput = z
  .object({
    id: z.string(),
    current: z.boolean(),
    device: z.string(),
    createdAt: instant,
    lastSeenAt: instant,
  })
  .meta({ id: 'SignedInDevice' });
