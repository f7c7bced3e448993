import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const HEADERS_END = Buffer.from('\r\n\r\n');
const TEXT = 1;
const PING = 9;
/** It is an empty pong with a mask of zeros. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

export type OnFrame = (bytes: Buffer, start: number, end: number) => void;

/** A minimal WebSocket for load generation passes on whole text frames, and sends prepared ones. */
export class RawSocket {
  readonly #socket: Socket;
  readonly #onFrame: OnFrame;
  #rest: Buffer | null = null;
  #opened: (() => void) | null = null;

  private constructor(port: number, onFrame: OnFrame) {
    this.#onFrame = onFrame;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
  }

  static open(port: number, path: string, cookie: string, onFrame: OnFrame): Promise<RawSocket> {
    const raw = new RawSocket(port, onFrame);
    const key = randomBytes(16).toString('base64');
    raw.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    return new Promise((resolve, reject) => {
      raw.#opened = () => resolve(raw);
      raw.#socket.on('data', (chunk) => raw.#read(chunk));
      raw.#socket.on('error', reject);
      raw.#socket.on('close', () => reject(new Error('The socket was closed')));
    });
  }

  send(frame: Buffer): void {
    this.#socket.write(frame);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = this.#opened ? this.#readHandshake(bytes) : 0;
    while (at >= 0 && at < bytes.length) {
      const next = this.#readFrame(bytes, at);
      if (next < 0) break;
      at = next;
    }
    this.#rest = at < bytes.length ? bytes.subarray(Math.max(at, 0)) : null;
  }

  /** Returns a negative number while the answer is incomplete. */
  #readHandshake(bytes: Buffer): number {
    const end = bytes.indexOf(HEADERS_END);
    if (end < 0) return end;
    if (!bytes.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) {
      this.#socket.destroy(new Error(bytes.toString('latin1', 0, 40)));
      return -1;
    }
    this.#opened?.();
    this.#opened = null;
    return end + HEADERS_END.length;
  }

  #readFrame(bytes: Buffer, at: number): number {
    if (bytes.length < at + 2) return -1;
    const opcode = (bytes[at] as number) & 0x0f;
    const short = (bytes[at + 1] as number) & 0x7f;
    const start = at + (short === 126 ? 4 : 2);
    if (bytes.length < start) return -1;
    if (short === 127) throw new Error('Frames of 64 kB are not expected');
    const end = start + (short === 126 ? bytes.readUInt16BE(at + 2) : short);
    if (bytes.length < end) return -1;
    if (opcode === TEXT) this.#onFrame(bytes, start, end);
    else if (opcode === PING) this.#socket.write(PONG);
    return end;
  }
}

export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const length =
    payload.length < 126 ? [payload.length | 0x80] : [126 | 0x80, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([0x80 | TEXT, ...length, 0, 0, 0, 0]), payload]);
}
