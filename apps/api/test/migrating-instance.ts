import { once } from 'node:events';
import { openDatabase } from '../src/platform/database/db.ts';
import { createLog } from '../src/platform/observe/log.ts';

/** The instance opens its database on command, and ends. It gets the address as JSON, and the migrations. */
const [, , address = '{}', migrationsFolder = ''] = process.argv;

process.send?.('ready');
await once(process, 'message');
const db = await openDatabase(JSON.parse(address), createLog('silent'), { migrationsFolder });
db.close();
process.disconnect();
