import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { Tx } from './database/db.ts';

/** What a feature stores about a member. */
export type PersonalData = {
  /** For the member's archive: sections of its JSON file, in French order of reading, without others' data. */
  archive?: (viewer: Viewer) => Promise<Record<string, unknown>>;
  /** In the transaction that deletes the account, before the member's row goes with all that refers to it. */
  erase?: (tx: Tx, memberId: string) => Promise<void>;
};
