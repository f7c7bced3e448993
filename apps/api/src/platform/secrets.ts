import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** While the secret is changed there are two: the first makes new values, both are accepted. */
export type Secrets = {
  /** Returns HMAC-SHA256 in base64url. */
  sign: (purpose: string, value: string) => string;
  verify: (purpose: string, value: string, signature: string) => boolean;
  /** The signature with the first secret comes first. */
  signatures: (purpose: string, value: string) => string[];
  /** Returns a key of at most 32 `bytes`, in hexadecimal, for a library. */
  derive: (purpose: string, bytes?: number) => string;
  derived: (purpose: string, bytes?: number) => string[];
  encrypt: (purpose: string, text: string) => string;
  decrypt: (purpose: string, encrypted: string) => string;
};

export class UnknownKeyError extends Error {
  override name = 'UnknownKeyError';
}

export function createSecrets(secret: string, previous?: string): Secrets {
  const current = keyring(secret);
  const accepted = previous === undefined ? [current] : [current, keyring(previous)];
  const signatures = (purpose: string, value: string) => accepted.map((key) => signed(key(purpose), value));
  return {
    sign: (purpose, value) => signed(current(purpose), value),
    verify: (purpose, value, signature) =>
      signatures(purpose, value).filter((own) => timingSafeEquals(own, signature)).length > 0,
    signatures,
    derive: (purpose, bytes = 32) => hexadecimal(current(purpose), bytes),
    derived: (purpose, bytes = 32) => accepted.map((key) => hexadecimal(key(purpose), bytes)),
    encrypt: (purpose, text) => encrypt(current(purpose), text),
    decrypt: (purpose, text) => {
      for (const key of accepted) {
        const opened = decrypt(key(purpose), text);
        if (opened !== null) return opened;
      }
      throw new UnknownKeyError('Sealed with another secret');
    },
  };
}

function keyring(secret: string): (purpose: string) => Buffer {
  const keys = new Map<string, Buffer>();
  return (purpose) => {
    const known = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, '', `guilde:${purpose}`, 32));
    keys.set(purpose, known);
    return known;
  };
}

function signed(key: Buffer, value: string): string {
  return createHmac('sha256', key).update(value).digest('base64url');
}

function hexadecimal(key: Buffer, bytes: number): string {
  return key.subarray(0, bytes).toString('hex');
}

function encrypt(key: Buffer, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

function decrypt(key: Buffer, text: string): string | null {
  const bytes = Buffer.from(text, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns SHA-256 in hexadecimal, for stored tokens. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function timingSafeEquals(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
