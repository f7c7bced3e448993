import { CMS, type HideableField, type MemberProfile, PAYMENTS } from '@guilde/contracts/profiles/rules.ts';
import { and, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queries } from '../platform/database/db.ts';
import { profiles } from './tables.ts';

let peopleOf: ((memberId: SQLWrapper) => SQL) | undefined;

/** Conversations hand in the ids of who shares one of an SOS, because they stand on the right and cannot be imported here. */
export function shareConversations(people: (memberId: SQLWrapper) => SQL): void {
  peopleOf = people;
}

/** These may see all fields: the people of the viewer’s conversations, and the viewer. */
export function companyOf(viewerId: SQLWrapper): SQL {
  if (!peopleOf) throw new Error('No feature has handed in who shares a conversation.');
  return sql`(${peopleOf(viewerId)} union all select ${viewerId})`;
}

/**
 * The condition needs `profiles` and holds where the viewer sees the field (docs/specification.md#who-sees-a-field). Whatever reads,
 * filters or counts by a field of others has it, so that a hidden field is as an empty one everywhere.
 */
export function isShown(field: SQLWrapper, viewerId: SQLWrapper): SQL {
  // Drizzle leaves out the table’s name where a query has one table, but the subquery has others.
  return sql`(instr(profiles.conversations_only, '"' || (${field}) || '"') = 0
    or profiles.user_id in ${companyOf(viewerId)})`;
}

type Hideable = Pick<MemberProfile, HideableField>;

/** A hidden field is left as if it had not been answered. */
export function shownFields(
  { storeUrl, cms, payments, carriers }: Hideable,
  hidden: readonly HideableField[],
): Hideable {
  const isHidden = (field: HideableField) => hidden.includes(field);
  return {
    storeUrl: isHidden('storeUrl') ? '' : storeUrl,
    cms: isHidden('cms') ? '' : cms,
    payments: isHidden('payments') ? [] : payments,
    carriers: isHidden('carriers') ? [] : carriers,
  };
}

/** A tool is in one field only, whose name a filter by tools needs. */
export function fieldOfTool(tool: string): HideableField {
  if (CMS.some(({ id }) => id === tool)) return 'cms';
  return PAYMENTS.some(({ id }) => id === tool) ? 'payments' : 'carriers';
}

/** The viewer sees fields that others do not, so that no shared page is theirs. */
export async function seesMore(queries: Queries, { id }: { id: string }): Promise<boolean> {
  const isOfCompany = sql`${profiles.userId} in ${companyOf(sql`${id}`)}`;
  return (await queries.$count(profiles, and(isOfCompany, ne(profiles.conversationsOnly, [])))) > 0;
}
