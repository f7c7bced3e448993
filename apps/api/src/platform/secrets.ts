import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** What the server derives from its one secret. Each purpose has its own key. */
export type Secrets = {
  /** HMAC-SHA256 of `value` in base64url: 256 bits that only this server can make. */
  sign: (purpose: string, value: string) => string;
  /** Key of `bytes` bytes for a library that wants its own, in hexadecimal. */
  derive: (purpose: string, bytes?: number) => string;
  /** Encrypts a text for storage (AES-256-GCM). */
  seal: (purpose: string, text: string) => string;
  /** Reads a sealed text back; throws when it was made with another secret or altered. */
  open: (purpose: string, sealed: string) => string;
};

export function createSecrets(secret: string): Secrets {
  const keys = new Map<string, Buffer>();
  const key = (purpose: string): Buffer => {
    const known = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, '', `guilde:${purpose}`, 32));
    keys.set(purpose, known);
    return known;
  };
  return {
    sign: (purpose, value) => createHmac('sha256', key(purpose)).update(value).digest('base64url'),
    derive: (purpose, bytes = 32) => key(purpose).subarray(0, bytes).toString('hex'),
    seal: (purpose, text) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key(purpose), iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key(purpose), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

/** SHA-256 in hexadecimal: how tokens are stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Comparison whose duration says nothing about where two texts differ. */
export function sameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
