import { createHash } from 'node:crypto';
import { sessionCookie } from '../src/auth/sessions.ts';
import type { Config } from '../src/platform/config.ts';
import type { Secrets } from '../src/platform/secrets.ts';

/** Rooms have five people; messages are spread evenly. */
export type Size = { members: number; sos: number; rooms: number; messages: number };

export const ROOM_SEATS = 5;
export const BENCH_PASSWORD = 'un-mot-de-passe-de-mesure';

/** Ids are deterministic, so that seed and load generators agree. */
export function idOf(
  kind: 'member' | 'session' | 'sos' | 'article' | 'room' | 'message',
  index: number,
): string {
  if (kind === 'message') return makeId(kind, index);
  const known = ids.get(kind) ?? [];
  ids.set(kind, known);
  known[index] ??= makeId(kind, index);
  return known[index];
}

const ids = new Map<string, string[]>();

function makeId(kind: string, index: number): string {
  const hex = createHash('sha1').update(`${kind} ${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function tokenOf(member: number): string {
  return createHash('sha256').update(`bench ${member}`).digest('base64url');
}

export function cookieOf(deps: { config: Config; secrets: Secrets }, member: number): string {
  return sessionCookie(deps, tokenOf(member)).split(';')[0] ?? '';
}

export function emailOf(member: number): string {
  return `membre.${member}@exemple.fr`;
}

/** The requester comes first. The first `members / 5` rooms share no member. */
export function seatsOf(room: number, { members }: Pick<Size, 'members'>): number[] {
  const blocks = Math.floor(members / ROOM_SEATS);
  const turn = Math.floor(room / blocks);
  return Array.from({ length: ROOM_SEATS }, (_, seat) => {
    const base = (room % blocks) * ROOM_SEATS + seat;
    return (base + turn * seat * ROOM_SEATS) % (blocks * ROOM_SEATS);
  });
}
