import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type PushWishes = {
  /** It has the push address of the session of each member who wants pushes here, null since its end. */
  wishes: Readonly<Record<string, string | null>>;
  subscribed: (memberId: string, endpoint: string) => void;
  refuse: (memberId: string) => void;
  /** A new sign-in makes another session. */
  endSessions: () => void;
};

/** Sessions end after 30 days, and a browser is used by several people: the server does not know what each wants here. */
export const usePushWishes = create<PushWishes>()(
  persist(
    (set) => ({
      wishes: {},
      subscribed: (memberId, endpoint) =>
        set(({ wishes }) => ({ wishes: { ...wishes, [memberId]: endpoint } })),
      refuse: (memberId) =>
        set(({ wishes }) => ({
          wishes: Object.fromEntries(Object.entries(wishes).filter(([id]) => id !== memberId)),
        })),
      endSessions: () =>
        set(({ wishes }) => ({
          wishes: Object.fromEntries(Object.keys(wishes).map((memberId) => [memberId, null])),
        })),
    }),
    { name: 'push-wishes', version: 1, partialize: ({ wishes }) => ({ wishes }) },
  ),
);
