import type { Duplex } from 'node:stream';

export type Stream = Pick<Duplex, 'cork' | 'uncork' | 'writableLength' | 'on'>;

/** What the connection does not take counts as unread. */
const BUFFERED_MAX = 65_536;
/** These streams were written to in this turn of the event loop; those in `corked` buffer what follows. */
const written = new Set<Stream>();
const corked = new Set<Stream>();

/**
 * The first write of a turn goes at once; further ones to the same stream go together at its end, as after a
 * commit of many messages (docs/adr/0015-what-stays-clever.md).
 */
export function writeInTurn(stream: Stream, write: () => void): void {
  if (written.size === 0) process.nextTick(endTurn);
  if (!written.has(stream)) written.add(stream);
  else if (!corked.has(stream)) {
    corked.add(stream);
    stream.cork();
  }
  write();
  if (stream.writableLength > BUFFERED_MAX && corked.delete(stream)) stream.uncork();
}

function endTurn(): void {
  written.clear();
  for (const stream of corked) stream.uncork();
  corked.clear();
}
