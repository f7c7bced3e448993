import { AppError } from '@guilde/contracts/errors.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { Role } from '@guilde/contracts/viewer.ts';
import { and, eq, gte, inArray, lt, or, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { members, userRoles } from '../../auth/tables.ts';
import { isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import { directoryQueryWords } from '../../profiles/directory-words.ts';
import { profiles, profileWords } from '../../profiles/tables.ts';

/** It sorts above every text with the same beginning. */
const END = '\u{10ffff}';

export type Person = {
  id: string;
  email: string;
  name: string;
  role: Role;
  profileComplete: boolean;
  suspendedAt: string | null;
};

/** The profile may be incomplete. Throws NOT_FOUND. */
export async function personById(queries: Queries, userId: string): Promise<Person> {
  const [row] = await queries
    .select({ member: members, profile: profiles, role: userRoles.role })
    .from(members)
    .innerJoin(profiles, eq(profiles.userId, members.id))
    .leftJoin(userRoles, eq(userRoles.userId, members.id))
    .where(eq(members.id, userId));
  if (!row) throw new AppError('NOT_FOUND');
  const { member, profile, role } = row;
  return {
    id: member.id,
    email: member.email,
    name: profile.firstName || profile.lastName ? memberName(profile) : member.email,
    role: role ?? 'member',
    profileComplete: profile.completedAt !== null,
    suspendedAt: isoOrNull(member.suspendedAt),
  };
}

/** The name outlives the account; an address must never enter the journal, which is never erased. */
export function subjectOf({ id, name, email }: Person) {
  return { type: 'user', id, label: name === email ? 'Compte sans nom' : name } as const;
}

/** Every word begins a word of the name or store, or all of `q` begins the address. */
export function matchesPerson(queries: Queries, memberId: SQLiteColumn, q: string): SQL | undefined {
  const address = q.toLowerCase();
  const byAddress = queries
    .select({ id: members.id })
    .from(members)
    .where(and(gte(members.email, address), lt(members.email, `${address}${END}`)));
  const words = directoryQueryWords(q) ?? [];
  const byWord = (word: string) =>
    queries
      .select({ id: profileWords.userId })
      .from(profileWords)
      .where(and(gte(profileWords.word, word), lt(profileWords.word, `${word}${END}`)));
  const named = words.length === 0 ? undefined : and(...words.map((word) => inArray(memberId, byWord(word))));
  return or(inArray(memberId, byAddress), named);
}
