import type { deals } from '../src/deals/tables.ts';

/** Returns an idea that the team let members see, and that a member leads. */
export function dealRow(id: string, leadId: string, now: number): typeof deals.$inferInsert {
  return {
    id,
    kind: 'order',
    category: 'packaging',
    title: 'Étuis en carton recyclé',
    need: 'Des étuis de 20 cm, livrés en avril.',
    status: 'negotiation',
    authorId: leadId,
    leadId,
    approvedAt: now,
    createdAt: now,
    updatedAt: now,
  };
}
