import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook as Verifier } from 'standardwebhooks';

/** A call is kept with what the library of Standard Webhooks needs to verify it. */
export type Received = { path: string; headers: Record<string, string>; body: string };

/** Starts a program on loopback that webhooks call. It answers 204, or what `answerWith` says. */
export async function startReceiver() {
  const received: Received[] = [];
  let answer: { status: number; headers?: Record<string, string> } | null = { status: 204 };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      received.push({ path: request.url ?? '', headers, body });
      if (answer) response.writeHead(answer.status, answer.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    received,
    /** The receiver gives no answer while this is null. */
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The library of Standard Webhooks plays the receiver. */
export const verifierOf = (secret: string) => new Verifier(secret);

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
