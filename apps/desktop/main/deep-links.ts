import type { NotificationTarget } from '@guilde/contracts/notices/rules.ts';
import { paths } from '@guilde/ui/paths.ts';
import { LINK_SCHEME } from './addresses.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** No token of ours is longer. */
const SECRET = /^[\w-]{16,200}$/;
const LINK_MAX = 1000;
const LINK = `${LINK_SCHEME}://`;
const PASSKEY = `${LINK_SCHEME}://passkey/`;
const PASSKEY_CODE = /^[\w-]{43}$/;

/**
 * Knows `guilde://invitation/{token}` (with the mail's `?proof=`), `chat`, `chat/{sosId}`, `room/{eventId}`,
 * `deal-chat/{dealId}`, `event/{id}`, `sos/{id}`, `profile/{id}` and `announcements`; the route of any other link is null.
 */
export function routeOfLink(link: string): string | null {
  if (link.length > LINK_MAX) return null;
  const url = URL.parse(link);
  if (url?.protocol !== `${LINK_SCHEME}:` || url.username || url.password || url.port || url.hash)
    return null;
  const parts = url.pathname.replace(/\/$/, '').split('/');
  const id = parts[1] ?? '';
  if (url.pathname.length < 2 && !url.search) {
    if (url.host === 'chat') return paths.chat();
    if (url.host === 'announcements') return paths.announcements;
  }
  if (parts.length !== 2) return null;
  if (url.host === 'invitation') return invitationRoute(id, url.searchParams);
  if (url.search || !UUID.test(id)) return null;
  switch (url.host) {
    case 'chat':
      return paths.chat({ sos: id });
    case 'room':
      return paths.chat({ event: id });
    case 'deal-chat':
      return paths.chat({ deal: id });
    case 'sos':
      return paths.sosDetail(id);
    case 'event':
      return paths.event(id);
    case 'profile':
      return paths.member(id);
    default:
      return null;
  }
}

/** Reads `guilde://passkey/{code}`, which has no page, and gives null for any other link. */
export function passkeyCodeOf(link: string): string | null {
  if (!link.startsWith(PASSKEY)) return null;
  const code = link.slice(PASSKEY.length).replace(/\/$/, '');
  return PASSKEY_CODE.test(code) ? code : null;
}

export function linkTo(target: NotificationTarget): string {
  return LINK + placeOf(target);
}

function placeOf(target: NotificationTarget): string {
  if (target.to === 'announcements') return target.to;
  if (target.to === 'event') return `event/${target.eventId}`;
  if (target.to === 'sos' || target.sosId) return `${target.to}/${target.sosId}`;
  if (target.eventId) return `room/${target.eventId}`;
  return target.dealId ? `deal-chat/${target.dealId}` : 'chat';
}

function invitationRoute(token: string, query: URLSearchParams): string | null {
  const proof = query.get('proof');
  const isKnown = query.size === (proof === null ? 0 : 1);
  if (!isKnown || !SECRET.test(token) || (proof !== null && !SECRET.test(proof))) return null;
  return paths.invitation({ token, proof: proof ?? undefined });
}

/** Chromium adds switches of its own, in any order. */
export function linkAmong(args: readonly string[]): string | null {
  // The system may pass the scheme on in capital letters.
  const link = args.find((argument) => argument.slice(0, LINK.length).toLowerCase() === LINK);
  return link === undefined ? null : LINK + link.slice(LINK.length);
}
