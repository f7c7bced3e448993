import { type MemberRef, memberName } from '../profiles/rules.ts';
import { composed } from '../text.ts';
import { MAX_PARTICIPANTS } from './rules.ts';

/** Several names may stand for one member. */
export type MentionName = { id: string; name: string };

/** `memberId` is null for text between mentions. */
export type MentionPart = { start: number; text: string; memberId: string | null };

const BEFORE = /[\s(['"«“‘]$/u;
const WORD = /^[\p{L}\p{N}_]/u;
const letters = new Intl.Collator('fr', { sensitivity: 'base', usage: 'search' });

type Named = Pick<MemberRef, 'id' | 'firstName' | 'lastName'>;

/**
 * Gives the names of active participants that may follow « @ » in a text of `authorId`. A first name that two
 * participants share, be it with one who has left, names nobody.
 */
export function mentionable(
  participants: readonly { member: Named; isActive: boolean }[],
  authorId: string,
): MentionName[] {
  const isShared = ({ id, firstName }: Named) =>
    participants.some(({ member }) => member.id !== id && member.firstName === firstName);
  return participants.flatMap(({ member, isActive }) => {
    if (!isActive || member.id === authorId) return [];
    const whole = { id: member.id, name: memberName(member) };
    return member.firstName === '' || isShared(member)
      ? [whole]
      : [whole, { id: member.id, name: member.firstName }];
  });
}

/** The longest name matches first; a match in an address or inside a word is none. The parts are composed. */
export function splitMentions(written: string, names: readonly MentionName[]): MentionPart[] {
  const text = composed(written);
  const longestFirst = names
    .map(({ id, name }) => ({ id, name: composed(name) }))
    .toSorted((a, b) => b.name.length - a.name.length);
  const parts: MentionPart[] = [];
  let end = 0;
  const addText = (until: number) => {
    if (until > end) parts.push({ start: end, text: text.slice(end, until), memberId: null });
  };
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const person = at < end ? undefined : longestFirst.find(({ name }) => isNamedAt(text, at, name));
    if (!person) continue;
    addText(at);
    end = at + 1 + person.name.length;
    parts.push({ start: at, text: text.slice(at, end), memberId: person.id });
  }
  addText(text.length);
  return parts;
}

function isNamedAt(text: string, at: number, name: string): boolean {
  if (name === '' || (at > 0 && !BEFORE.test(text.slice(at - 1, at)))) return false;
  const end = at + 1 + name.length;
  return letters.compare(text.slice(at + 1, end), name) === 0 && !WORD.test(text.slice(end, end + 2));
}

export function mentionsIn(text: string, names: readonly MentionName[]): string[] {
  const ids = splitMentions(text, names).flatMap(({ memberId }) => memberId ?? []);
  return [...new Set(ids)].slice(0, MAX_PARTICIPANTS);
}
