import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { Tx } from './database/db.ts';

export type PersonalData = {
  /** It returns sections of the archive's JSON file, in order of reading, without others' data. */
  archive?: (viewer: Viewer) => Promise<Record<string, unknown>>;
  /** It runs in the transaction that deletes the account, before the member's row goes. */
  erase?: (tx: Tx, memberId: string) => Promise<void>;
  /**
   * It runs in the transaction that takes an address back, and ends what somebody else may have made since
   * (in milliseconds) to read on.
   */
  takeBack?: (tx: Tx, memberId: string, since: number) => Promise<void>;
};
