import { createHmac, randomBytes } from 'node:crypto';
import { TOTP_LENGTH } from '@guilde/contracts/auth/rules.ts';
import { timingSafeEquals } from '../../platform/secrets.ts';

/** All apps assume these values of RFC 6238: SHA-1, 30 seconds, six digits. */
const STEP_SECONDS = 30;
export const TOTP_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Clocks of phones differ, so one step before and after is accepted. */
const STEPS_AROUND = [0, -1, 1];

/** The secret is in base32. */
export function newTotpSecret(): string {
  return totpSecretOf(randomBytes(TOTP_BYTES));
}

/** Each character has five bits; 20 bytes need no padding. */
export function totpSecretOf(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('');
}

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

/** `secret` is in base32; `now` is in milliseconds. */
export function totpAt(secret: string, now: number): string {
  return codeOf(secret, stepAt(now));
}

function stepAt(now: number): number {
  return Math.floor(now / 1000 / STEP_SECONDS);
}

function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** TOTP_LENGTH).padStart(TOTP_LENGTH, '0');
}

/** Returns the step whose code this is, or null. */
export function totpStep(secret: string, code: string, now: number): number | null {
  const steps = STEPS_AROUND.map((away) => stepAt(now) + away);
  return steps.find((step) => timingSafeEquals(codeOf(secret, step), code)) ?? null;
}

/** Apps read this address from the QR code. */
export function totpAddress(secret: string, email: string): string {
  return `otpauth://totp/Guilde:${encodeURIComponent(email)}?secret=${secret}&issuer=Guilde`;
}
