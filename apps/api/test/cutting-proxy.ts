import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type CuttingProxy = {
  url: string;
  /** Counts the swallowed answers and the cut connections. */
  faults: { dropped: number; cut: number };
  stopFaults: () => void;
  /** Cuts the connection in the middle of this answer, counts it as dropped; the next is 1, zero cancels. */
  cutAnswer: (number: number) => void;
  /** Connections, also new ones, stay open but nothing passes, as when the other machine has gone. */
  silence: () => void;
  /** From this answer on, counted as above, no answer passes on open connections; requests still arrive. */
  silenceFrom: (number: number) => void;
  /** New connections work again, but those of the silence stay silent. */
  speak: () => void;
  close: () => void;
};

const CUT_EVERY_MS = 150;

/**
 * Stands between clients and a server at `port`. With `faults`, one answer in `dropOneIn` is swallowed with
 * its connection after the server has worked, and now and then a connection is cut in the middle.
 * `oneWayDelayMs` delays everything in both directions.
 */
export async function startCuttingProxy(
  port: number,
  {
    dropOneIn,
    random,
    oneWayDelayMs = 0,
  }: { dropOneIn: number; random: () => number; oneWayDelayMs?: number },
): Promise<CuttingProxy> {
  const faults = { dropped: 0, cut: 0 };
  const pairs = new Set<[Socket, Socket]>();
  let isCalm = dropOneIn === 0;
  let isSilent = false;
  let untilCut = 0;
  let untilSilence = 0;
  const unanswered = new Set<[Socket, Socket]>();
  const deaf = new Set<[Socket, Socket]>();
  const pass = (socket: Socket, data: Buffer) => {
    if (oneWayDelayMs === 0) socket.write(data);
    else setTimeout(() => socket.writable && socket.write(data), oneWayDelayMs);
  };
  const proxy = createServer({ noDelay: true }, (client) => {
    const server = connect({ port, host: '127.0.0.1', noDelay: true });
    const pair: [Socket, Socket] = [client, server];
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    pairs.add(pair);
    if (isSilent) deaf.add(pair);
    for (const socket of pair) socket.on('error', end).on('close', end);
    client.on('data', (data) => {
      if (!deaf.has(pair)) pass(server, data);
    });
    server.on('data', (data) => {
      if (untilSilence > 0 && --untilSilence === 0) for (const each of pairs) unanswered.add(each);
      if (deaf.has(pair) || unanswered.has(pair)) return;
      if (untilCut > 0 && --untilCut === 0) {
        faults.dropped++;
        client.end(data.subarray(0, data.length / 2));
        server.destroy();
      } else if (!isCalm && random() * dropOneIn < 1) {
        faults.dropped++;
        end();
      } else pass(client, data);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const cutting = setInterval(() => {
    const victim = [...pairs][Math.floor(random() * pairs.size)];
    if (isCalm || !victim) return;
    faults.cut++;
    victim[0].resetAndDestroy();
  }, CUT_EVERY_MS);
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    faults,
    stopFaults: () => {
      isCalm = true;
    },
    cutAnswer: (number) => {
      untilCut = number;
    },
    silenceFrom: (number) => {
      untilSilence = number;
    },
    silence: () => {
      isSilent = true;
      for (const pair of pairs) deaf.add(pair);
    },
    speak: () => {
      isSilent = false;
    },
    close: () => {
      clearInterval(cutting);
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      proxy.close();
    },
  };
}
