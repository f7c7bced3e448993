import { connect, type Socket } from 'node:net';

const HEADERS_END = Buffer.from('\r\n\r\n');
const CHUNKS_END = Buffer.from('0\r\n\r\n');
const CONTENT_LENGTH = /content-length: (\d+)/i;

/** The status is 0 when the connection broke. */
export type Answered = (status: number, bytes: number) => void;

/** Sends prepared bytes over one keep-alive HTTP/1.1 connection, one request at a time, parsing little. */
export class Connection {
  readonly #port: number;
  #socket: Socket | null = null;
  #answered: Answered | null = null;
  #received: Buffer | null = null;

  constructor(port: number) {
    this.#port = port;
  }

  get isIdle(): boolean {
    return this.#answered === null;
  }

  send(request: Buffer, answered: Answered): void {
    this.#answered = answered;
    this.#socket ??= this.#open();
    this.#socket.write(request);
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#received = null;
      this.#end(0, 0);
    });
    return socket;
  }

  #read(chunk: Buffer): void {
    const received = this.#received ? Buffer.concat([this.#received, chunk]) : chunk;
    this.#received = received;
    const headersEnd = received.indexOf(HEADERS_END);
    if (headersEnd < 0) return;
    const head = received.toString('latin1', 0, headersEnd);
    const length = CONTENT_LENGTH.exec(head)?.[1];
    const body = received.length - headersEnd - HEADERS_END.length;
    const isWhole = length
      ? body >= Number(length)
      : received.subarray(-CHUNKS_END.length).equals(CHUNKS_END);
    if (!isWhole) return;
    this.#received = null;
    this.#end(Number(head.slice(9, 12)), received.length);
  }

  #end(status: number, bytes: number): void {
    const answered = this.#answered;
    this.#answered = null;
    answered?.(status, bytes);
  }
}

export function getRequest(path: string, cookie: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`);
}

export function postRequest(path: string, cookie: string, body: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(body));
  return Buffer.concat([
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n`,
    ),
    json,
  ]);
}
