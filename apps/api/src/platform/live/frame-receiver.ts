import { errorText } from '@guilde/contracts/errors.ts';
import { type ClientFrame, clientFrame } from '@guilde/contracts/live/input.ts';
import { CLIENT_FRAME_MAX, CLOSE } from '@guilde/contracts/live/protocol.ts';
import type { RawData } from 'ws';
import { loggableError } from '../database/database-errors.ts';
import type { Limit, RateLimits } from '../http/rate-limit.ts';
import type { Log } from '../observe/log.ts';
import { type Connection, cutOff, deliver, eventBytes } from './sockets.ts';

/** Twenty active windows of a member send about a hundred frames between two heartbeats. */
const FRAMES_MAX = 400;
const BYTES_MAX = 2_000_000;
/** This limit counts the frames of all instances together. */
const FRAMES: Limit = { name: 'frames:member', points: FRAMES_MAX, seconds: 25 };

/** The codes are those of RFC 6455, 7.4.1. */
const UNREADABLE = 1007;
const TOO_LARGE = 1009;

export type FrameReceiver = {
  receive: (connection: Connection, handle: (frame: ClientFrame) => Promise<void> | undefined) => void;
  resetCounts: () => void;
};

/** `limits` is null in load measurements. Those in Redis hold for all instances; the count here is faster. */
export function createFrameReceiver(
  { log, limits }: { log: Log; limits: Pick<RateLimits, 'consume'> | null },
  isOver: (connection: Connection) => boolean,
): FrameReceiver {
  const used = new Map<string, { frames: number; bytes: number }>();

  const isWithinLimits = ({ socket, viewer: { id } }: Connection, frames: number, bytes: number): boolean => {
    if (!limits) return true;
    const usage = used.get(id) ?? { frames: 0, bytes: 0 };
    used.set(id, usage);
    usage.frames += frames;
    usage.bytes += bytes;
    if (usage.frames <= FRAMES_MAX && usage.bytes <= BYTES_MAX) return true;
    cutOff(socket, CLOSE.tooMany, 'too many frames');
    return false;
  };
  const isAccepted = (connection: Connection): boolean => {
    const { socket, viewer } = connection;
    if (!isWithinLimits(connection, 1, 0) || socket.readyState !== socket.OPEN) return false;
    limits?.consume(FRAMES, viewer.id).catch(() => {
      cutOff(socket, CLOSE.tooMany, 'too many frames');
    });
    return !isOver(connection);
  };
  return {
    resetCounts: () => used.clear(),
    receive: (connection, handle) => {
      const { socket, stream } = connection;
      socket.on('error', (error) => log.debug({ error: error.message }, 'socket'));
      // This also counts bytes that never become a frame, such as a message in a thousand parts.
      stream.on('data', (chunk: Buffer) => isWithinLimits(connection, 0, chunk.length));
      socket.on('ping', () => isAccepted(connection));
      socket.on('pong', () => {
        if (connection.answered) isAccepted(connection);
        connection.answered = true;
      });
      socket.on('message', (data, isBinary) => {
        if (!isAccepted(connection)) return;
        const frame = isBinary ? null : parseFrame(data);
        if (frame === null) cutOff(socket, UNREADABLE, 'unreadable');
        else if (frame === 'too large') cutOff(socket, TOO_LARGE, 'too large');
        else if (frame === 'unknown') deliver(connection, UNKNOWN);
        else if (frame.type === 'ping') deliver(connection, PONG);
        else
          handle(frame)?.catch((error: Error) =>
            log.error({ frame: frame.type, ...loggableError(error) }, 'frame failed'),
          );
      });
    },
  };
}

const PONG = eventBytes({ type: 'pong' });
/** The connection stays, because a newer client may send the frame. */
const UNKNOWN = eventBytes({ type: 'refused', reason: errorText('MALFORMED_REQUEST') });

/** Returns null for invalid JSON. `ws` gives one Buffer per message by default. */
function parseFrame(data: RawData): ClientFrame | 'too large' | 'unknown' | null {
  const text = (data as Buffer).toString();
  if (text.length > CLIENT_FRAME_MAX) return 'too large';
  try {
    const parsed = clientFrame.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : 'unknown';
  } catch {
    return null;
  }
}
