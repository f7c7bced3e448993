import { errorText } from '@guilde/contracts/errors.ts';
import { CLIENT_FRAME_MAX, CLOSE } from '@guilde/contracts/events.ts';
import { type ClientFrame, clientFrame } from '@guilde/contracts/events-input.ts';
import type { RawData } from 'ws';
import { loggableError } from '../database/database-errors.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import type { Log } from '../observe/log.ts';
import { type Connection, cutOff, deliver, eventFrame } from './sockets.ts';

/**
 * What all connections of one member may say between two heartbeats, control frames among it: twenty windows that are
 * all in use say about a hundred frames. The bytes are those of ninety of the longest messages a minute.
 */
const FRAMES_MAX = 400;
const BYTES_MAX = 2_000_000;

/** Close codes of RFC 6455, 7.4.1. */
const UNREADABLE = 1007;
const TOO_LARGE = 1009;

export type FrameReceiver = {
  /** Answers pings, counts and checks what a client says, and hands the rest on. */
  receive: (connection: Connection, handle: (frame: ClientFrame) => Promise<void> | undefined) => void;
  /** A new heartbeat begins: everybody may speak again. */
  resetCounts: () => void;
};

/**
 * Hears the connections of this process. `limits` null: nothing is limited, for load measurements only. What the limits
 * count in Redis holds for all instances together; the count here is faster than Redis.
 */
export function createFrameReceiver(
  { log, limits }: { log: Log; limits: Pick<RateLimits, 'consume'> | null },
  isOver: (connection: Connection) => boolean,
): FrameReceiver {
  const used = new Map<string, { frames: number; bytes: number }>();

  /** Counts; false, and the connection is cut off, when its member has said too much. */
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
    limits?.consume('frames:member', viewer.id).catch(() => {
      cutOff(socket, CLOSE.tooMany, 'too many frames');
    });
    return !isOver(connection);
  };
  return {
    resetCounts: () => used.clear(),
    receive: (connection, handle) => {
      const { socket, stream } = connection;
      socket.on('error', (error) => log.debug({ error: error.message }, 'socket'));
      // Also what never becomes a frame, such as a message in a thousand parts.
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

const PONG = eventFrame({ type: 'pong' });
/** Perhaps a newer client's: it is told, and the connection stays. */
const UNKNOWN = eventFrame({ type: 'refused', reason: errorText('MALFORMED_REQUEST') });

/** Null for what is no JSON. `ws` hands over one Buffer per message unless told otherwise. */
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
