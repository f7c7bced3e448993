import { z } from 'zod';
import { uuid } from './validation.ts';

export const sessionParams = z.object({ sessionId: uuid });

/** Name of the archive a member downloads with all personal data. */
export const PERSONAL_DATA_FILE = 'guilde-mes-donnees.zip';
