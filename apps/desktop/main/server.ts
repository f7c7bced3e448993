import { type Compatibility, compatibility } from '@guilde/contracts/compatibility.ts';
import type { Conversation, Unread } from '@guilde/contracts/conversations.ts';
import { completeSettings, DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings.ts';
import { settingsInput } from '@guilde/contracts/settings-input.ts';
import { z } from 'zod';

/** Null: no answer, or an unusable one. */
export type Server = {
  /** `visitor`: the server knows no such session. `entered`: the community is open to the member. */
  account: () => Promise<{ id: string; entered: boolean } | 'visitor' | null>;
  settings: () => Promise<Settings | null>;
  unread: () => Promise<Unread | null>;
  conversation: (id: string) => Promise<Conversation | null>;
  compatibility: () => Promise<Compatibility | null>;
};

const TIMEOUT_MS = 15_000;

// Only used fields are checked: a newer server may send more.
const account = z
  .object({
    id: z.string(),
    profileComplete: z.boolean(),
    legal: z.object({ toAccept: z.unknown() }).optional(),
  })
  .transform(({ id, profileComplete, legal }) => ({ id, entered: profileComplete && !legal?.toAccept }))
  .nullable();
const unread = z.object({ total: z.number().int(), conversations: z.record(z.string(), z.number()) });
const conversation = z.object({
  id: z.string(),
  sosId: z.string(),
  title: z.string(),
  participants: z.array(z.unknown()),
});
const health = z.object({ protocol: z.number(), oldestClient: z.number() });

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
      return answer ? completeSettings(DEFAULT_SETTINGS, answer) : null;
    },
    unread: async () => (await ask('/api/conversations/unread', unread)) ?? null,
    conversation: async (id) => {
      const answer = await ask(`/api/conversations/${encodeURIComponent(id)}`, conversation);
      return (answer as Conversation | undefined) ?? null;
    },
    compatibility: async () => {
      const answer = await ask('/api/health/live', health);
      return answer ? compatibility(answer) : null;
    },
  };
}
