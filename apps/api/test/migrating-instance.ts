import { once } from 'node:events';
import { openDatabase } from '../src/platform/database/db.ts';
import { createLog } from '../src/platform/observe/log.ts';

/** An instance that opens its database once it is told to, and ends. Its arguments: the address as JSON, the migrations. */
const [, , address = '{}', migrationsFolder = ''] = process.argv;

process.send?.('ready');
await once(process, 'message');
const db = await openDatabase(JSON.parse(address), createLog('silent'), { migrationsFolder });
db.close();
process.disconnect();
