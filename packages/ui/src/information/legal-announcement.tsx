import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { formatDate } from '../kit/format.ts';
import { LegalChanges, LegalTexts } from './legal-changes.tsx';

const useAnnouncement = create<{ read: number; putAway: (revision: number) => void }>()(
  persist((set) => ({ read: 0, putAway: (read) => set({ read }) }), {
    name: 'legal-announcement',
    version: 1,
    partialize: ({ read }) => ({ read }),
  }),
);

/** Announces terms and policy that come into force within 30 days, until the member has dismissed it. */
export function LegalAnnouncement() {
  const { announced } = useMember().legal;
  const { read, putAway } = useAnnouncement();
  if (!announced || announced.number <= read) return null;
  return (
    <Card asChild className="mb-6 grid gap-3">
      <section aria-labelledby="legal-announcement">
        <h2 id="legal-announcement" className="text-base">
          {`Nos conditions changent le ${formatDate(announced.from)}`}
        </h2>
        <LegalChanges changes={announced.changes} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <LegalTexts />
          <Button variant="outline" onClick={() => putAway(announced.number)}>
            J’ai lu
          </Button>
        </div>
      </section>
    </Card>
  );
}
