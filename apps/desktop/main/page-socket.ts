import { REPORTS, type SocketEvent } from '../bridge.ts';
import type { LiveLink, PageEnd } from './live-link.ts';

export type PageSocket = {
  open: (id: number) => void;
  send: (id: number, frame: string) => void;
  close: (id: number) => void;
  /** The page has gone without a word: reload, crash, closed window. */
  gone: () => void;
};

/** The page's sockets, of which only the newest lives: each is a view of the one connection (live-link.ts). */
export function createPageSocket(
  link: Pick<LiveLink, 'attach' | 'detach' | 'send'>,
  report: (channel: string, event: SocketEvent) => void,
): PageSocket {
  let current: { id: number; end: PageEnd } | null = null;
  const leave = () => {
    const leaving = current;
    current = null;
    if (leaving) link.detach(leaving.end);
    return leaving;
  };
  return {
    open: (id) => {
      const end: PageEnd = {
        received: (frame) => report(REPORTS.socket, { id, type: 'message', frame }),
        closed: (code) => {
          if (current?.id === id) current = null;
          report(REPORTS.socket, { id, type: 'close', code });
        },
      };
      const attached = { id, end };
      link.attach(end);
      current = attached;
    },
    send: (id, frame) => {
      if (current?.id === id) link.send(frame);
    },
    close: (id) => {
      if (current?.id !== id) return;
      leave();
      report(REPORTS.socket, { id, type: 'close', code: 1000 });
    },
    gone: () => void leave(),
  };
}
