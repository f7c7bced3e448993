import type { Duplex } from 'node:stream';

/**
 * The connection under a WebSocket. `ws` writes each of its frames whole, within one call: what is written here between
 * two of its calls lies between two of its frames (live.test.ts).
 */
export type Stream = Pick<Duplex, 'write' | 'cork' | 'uncork' | 'writableLength' | 'on'>;

/** A whole message, as text (RFC 6455, 5.2); servers do not mask. */
const TEXT = 0x81;
/** An empty ping. */
export const PING: Buffer = Buffer.from([0x89, 0]);

/** A text as one frame, header and all, to be sent to as many as there are. */
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

/** Bytes that one stream holds back within a turn at most: only what the connection does not take counts as unread. */
const HELD_MAX = 65_536;
/** Streams that were written to in this turn; of these, those that hold further frames back until its end. */
const written = new Set<Stream>();
const corked = new Set<Stream>();

/**
 * Writes a frame: the first of a turn at once, further ones to the same stream together when everything that is ready
 * has run, as after a commit of many messages. What `ws` writes meanwhile keeps its place among them.
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
