import Engine from 'libsql';

/** From the server's process: make the copy in `file` as new as the database at `url`. */
export type ReplicaOrder = { file: string; url: string; authToken: string };
/** One for each order; `error` is what the engine says. */
export type ReplicaReport = { file: string; error: string | null };

type Syncing = Engine.Database & { sync: () => void };

let copying: { file: string; replica: Syncing } | null = null;

process.on('message', (order: ReplicaOrder) => {
  process.send?.({ file: order.file, error: failureOf(order) } satisfies ReplicaReport);
});
process.on('disconnect', () => process.exit());

function failureOf(order: ReplicaOrder): string | null {
  try {
    if (copying?.file !== order.file) replaceCopy(order);
    copying?.replica.sync();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function replaceCopy(order: ReplicaOrder): void {
  copying?.replica.close();
  copying = null;
  copying = { file: order.file, replica: openReplica(order) };
}

/** The package's types know neither the options nor `sync`. */
function openReplica({ file, url, authToken }: ReplicaOrder): Syncing {
  const options: object = { syncUrl: url, authToken, readYourWrites: false };
  return new Engine(file, options) as Syncing;
}
