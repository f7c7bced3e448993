import type { Duplex } from 'node:stream';

/**
 * The TCP connection under a WebSocket. `ws` writes each frame in one call, so writes between two of its calls lie
 * between two frames (live.test.ts).
 */
export type Stream = Pick<Duplex, 'write' | 'cork' | 'uncork' | 'writableLength' | 'on'>;

/** A whole text message (RFC 6455, 5.2); servers do not mask. */
const TEXT = 0x81;
export const PING: Buffer = Buffer.from([0x89, 0]);

/** With its header, so that it can be sent to many connections. */
export function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = TEXT;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, start);
  return frame;
}

/** Bytes that one stream may buffer within a turn. */
const HELD_MAX = 65_536;
/** Streams written to in this turn, and those that are corked until its end. */
const written = new Set<Stream>();
const corked = new Set<Stream>();

/**
 * The first frame of a turn at once, further ones to the same stream together at its end, as after a commit of many
 * messages. The order with frames of `ws` is kept.
 */
export function send(stream: Stream, frame: Buffer): void {
  if (written.size === 0) process.nextTick(endTurn);
  if (!written.has(stream)) written.add(stream);
  else if (!corked.has(stream)) {
    corked.add(stream);
    stream.cork();
  }
  stream.write(frame);
  if (stream.writableLength > HELD_MAX && corked.delete(stream)) stream.uncork();
}

function endTurn(): void {
  written.clear();
  for (const stream of corked) stream.uncork();
  corked.clear();
}
