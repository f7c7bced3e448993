import { readFileSync } from 'node:fs';
import { PACKAGE } from './installed-files.ts';

export const { version: VERSION } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
