import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyOffer, PasskeyRequest } from '@guilde/contracts/auth/rules.ts';

/** `counter` is what the device claims about its use; it counts by itself by default. */
type Said = { origin?: string; userVerified?: boolean; counter?: number; rpId?: string; userHandle?: string };

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Stands in for a phone or key with one passkey (ES256) in the browser at `url`; `Said` lets it lie. */
export function createAuthenticator(url: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const owner = { handle: '' };
  let used = 0;
  const clientData = (type: string, challenge: string, origin = url) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));
  const data = (rpId: string, flags: number, { userVerified = true, counter }: Said) => {
    const head = Buffer.alloc(37);
    createHash('sha256').update(rpId).digest().copy(head);
    head.writeUInt8(flags | (userVerified ? VERIFIED : 0), 32);
    head.writeUInt32BE(counter ?? ++used, 33);
    return head;
  };
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
  return {
    id: named.id,
    make: ({ challenge, rp, user }: PasskeyOffer, said: Said = {}) => {
      owner.handle = user.id;
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseOf(publicKey)]);
      const authData = Buffer.concat([data(said.rpId ?? rp.id, PRESENT | ATTESTED, said), attested]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[
          cborText('fmt'),
          cborText('none'),
          cborText('attStmt'),
          Buffer.from([0xa0]),
          cborText('authData'),
        ],
        ...[Buffer.from([0x58, authData.length]), authData],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: clientData('create', challenge, said.origin).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    answer: ({ challenge, rpId }: PasskeyRequest, said: Said = {}) => {
      const authData = data(said.rpId ?? rpId, PRESENT, said);
      const client = clientData('get', challenge, said.origin);
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: said.userHandle ?? owner.handle,
        },
      };
    },
  };
}

function cborText(text: string): Buffer {
  return Buffer.from([0x60 + text.length, ...Buffer.from(text)]);
}

/** The result is an elliptic key in CBOR: type 2, ES256, P-256, x, y. */
function coseOf(key: ReturnType<typeof generateKeyPairSync>['publicKey']): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' }) as { x?: string; y?: string };
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ]);
}
