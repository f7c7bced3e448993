import { accountOutput } from '@guilde/contracts/auth/output.ts';
import { liveOutput } from '@guilde/contracts/compatibility/output.ts';
import { type Compatibility, compatibility } from '@guilde/contracts/compatibility/rules.ts';
import { conversationOutput, unreadOutput } from '@guilde/contracts/conversations/output.ts';
import type { Unread } from '@guilde/contracts/conversations/rules.ts';
import { unseenOutput } from '@guilde/contracts/home/output.ts';
import type { NotifiedConversation } from '@guilde/contracts/notices/rules.ts';
import { settingsInput } from '@guilde/contracts/settings/input.ts';
import { DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings/rules.ts';
import type { z } from 'zod';

/** A missing or unusable answer is null. */
export type Server = {
  /** `visitor` has no session; with `entered` the community is open to the member. */
  account: () => Promise<{ id: string; entered: boolean } | 'visitor' | null>;
  settings: () => Promise<Settings | null>;
  unread: () => Promise<Unread | null>;
  conversation: (id: string) => Promise<NotifiedConversation | null>;
  asking: () => Promise<readonly string[] | null>;
  compatibility: () => Promise<Compatibility | null>;
};

const TIMEOUT_MS = 15_000;

// Only used fields are read, so that a newer server's additions break nothing.
const account = accountOutput
  .pick({ id: true, profileComplete: true, legal: true })
  .partial({ legal: true })
  .transform(({ id, profileComplete, legal }) => ({ id, entered: profileComplete && !legal?.toAccept }))
  .nullable();
const conversation = conversationOutput.pick({
  id: true,
  sosId: true,
  eventId: true,
  title: true,
  participants: true,
});

const unseen = unseenOutput.pick({ asking: true });

export function createServer(get: (path: string, signal: AbortSignal) => Promise<Response>): Server {
  const ask = async <T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> => {
    try {
      const answer = await get(path, AbortSignal.timeout(TIMEOUT_MS));
      if (!answer.ok) return undefined;
      return schema.parse(await answer.json());
    } catch {
      return undefined;
    }
  };
  return {
    account: async () => {
      const answer = await ask('/api/auth/account', account);
      return answer === null ? 'visitor' : (answer ?? null);
    },
    settings: async () => {
      const answer = await ask('/api/settings', settingsInput);
      return answer ? { ...DEFAULT_SETTINGS, ...answer } : null;
    },
    unread: async () => (await ask('/api/conversations/unread', unreadOutput)) ?? null,
    conversation: async (id) =>
      (await ask(`/api/conversations/${encodeURIComponent(id)}`, conversation)) ?? null,
    asking: async () => (await ask('/api/home/unseen', unseen))?.asking ?? null,
    compatibility: async () => {
      const answer = await ask('/api/health/live', liveOutput);
      return answer ? compatibility(answer) : null;
    },
  };
}
