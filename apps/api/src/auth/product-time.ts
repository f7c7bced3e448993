import type { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { Clock } from '../platform/clock.ts';

type Adapter = ReturnType<ReturnType<typeof drizzleAdapter>>;

/**
 * better-auth reads the system's clock. Instants are moved to the product's when they are stored and back when they
 * are read, so that codes, links and sessions expire by the same clock as everything else.
 */
export function onProductTime(adapter: Adapter, clock: Clock): Adapter {
  const ahead = () => clock.now() - Date.now();
  const shifted: Adapter = {
    ...adapter,
    create: (call) => adapter.create({ ...call, data: moved(call.data, ahead()) }),
    update: (call) => adapter.update({ ...call, update: moved(call.update, ahead()) }),
    updateMany: (call) => adapter.updateMany({ ...call, update: moved(call.update, ahead()) }),
    findOne: async (call) => moved(await adapter.findOne(call), -ahead()),
    findMany: async <T>(call: Parameters<Adapter['findMany']>[0]) =>
      (await adapter.findMany<T>(call)).map((row) => moved(row, -ahead())),
    consumeOne: async (call) => moved(await adapter.consumeOne(call), -ahead()),
    transaction: (work) => work(shifted),
  };
  return shifted;
}

function moved<T>(row: T, milliseconds: number): T {
  if (typeof row !== 'object' || row === null) return row;
  const entries = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? new Date(value.getTime() + milliseconds) : value,
  ]);
  return Object.fromEntries(entries) as T;
}
