import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushPayload } from '@guilde/contracts/pushes/rules.ts';
import { until } from './until.ts';

/** Holds what a device received, and how long the push service had to keep it. */
export type Delivered = {
  payload: PushPayload;
  ttl: number;
  urgency: string;
  topic: string;
  subject: string;
};

/** A request with the answer `null` is never answered. */
type Answer = { status: number; headers?: Record<string, string> } | null;

/** Stands in for a browser's subscription at the local push service. */
export type PushDeviceStandIn = {
  /** The subscription has the shape of `PushSubscription.toJSON()`. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  delivered: Delivered[];
  /** Sets the answer for all following requests; the default is 201. */
  answerWith: (answer: Answer) => void;
  /** Counts the requests, whatever was answered. */
  asked: () => number;
  /** Resolves with the next notification, past or future. */
  next: () => Promise<Delivered>;
};

export type PushService = {
  /** This variable allows the product to call the service. */
  env: { PUSH_TEST_ORIGIN: string };
  device: () => PushDeviceStandIn;
  stop: () => Promise<void>;
};

type Device = PushDeviceStandIn & {
  answer: () => Answer;
  receive: (body: Buffer, request: IncomingMessage) => void;
};

/**
 * Speaks Web Push as a push service and a browser do: it checks the signature (RFC 8292), and decrypts what
 * arrives (RFC 8188 and 8291) with keys that only the device has. `now` is the clock by which the product
 * signs.
 */
export async function startPushService(now = () => Date.now()): Promise<PushService> {
  const devices = new Map<string, Device>();
  const server = createServer((request, response) => {
    answer(devices, request, response).catch(() => response.writeHead(400).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { PUSH_TEST_ORIGIN: origin },
    device: () => {
      const path = `/push/${randomUUID()}`;
      const device = createDevice(origin, path, now);
      devices.set(path, device);
      return device;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function answer(devices: Map<string, Device>, request: IncomingMessage, response: ServerResponse) {
  const body = await buffer(request);
  const device = devices.get(request.url ?? '');
  if (!device || request.method !== 'POST') return response.writeHead(404).end();
  device.receive(body, request);
  const said = device.answer();
  return said ? response.writeHead(said.status, said.headers).end() : undefined;
}

function createDevice(origin: string, path: string, now: () => number): Device {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const auth = randomBytes(16);
  const delivered: Delivered[] = [];
  let taken = 0;
  let asked = 0;
  let said: Answer = { status: 201 };
  return {
    subscription: {
      endpoint: `${origin}${path}`,
      keys: { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    delivered,
    answerWith: (next) => {
      said = next;
    },
    answer: () => said,
    asked: () => asked,
    receive: (body, request) => {
      asked++;
      const subject = signer(request.headers.authorization ?? '', origin, now());
      if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('Not encrypted');
      const payload = JSON.parse(decrypt(body, curve, auth)) as PushPayload;
      const header = (name: string) => String(request.headers[name]);
      if (said?.status === 201)
        delivered.push({
          payload,
          ttl: Number(header('ttl')),
          urgency: header('urgency'),
          topic: header('topic'),
          subject,
        });
    },
    next: async () => {
      const at = taken++;
      await until(() => delivered.length > at);
      return delivered[at] as Delivered;
    },
  };
}

/** Returns the subject of a token that is for this service, short-lived and signed by its own key. */
function signer(authorization: string, origin: string, now: number): string {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>;
  const left = Number(exp) - now / 1000;
  if (!isSigned || aud !== origin || left <= 0 || left > 86_400)
    throw new Error('Not signed for this service');
  return sub ?? '';
}

/** The body must consist of one record. */
function decrypt(body: Buffer, curve: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
