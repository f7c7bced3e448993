import type { AdminTab } from '@guilde/contracts/admin.ts';
import { type LinkSecrets, linkWith } from '@guilde/contracts/links.ts';
import type { NotificationTarget } from '@guilde/contracts/notifications.ts';

/** Every link of the product is built here; routes.tsx holds the same paths. */

type Params = Record<string, string | number | null | undefined>;

function withQuery(path: string, params: Params = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

export type AuthMode = 'signin' | 'reset' | 'code';
export const INFORMATION_TABS = ['about', 'faq', 'contact', 'legal', 'privacy'] as const;
export type InformationTab = (typeof INFORMATION_TABS)[number];

export const paths = {
  landing: '/',
  /** `from`: where to go after signing in. */
  auth: (params: { from?: string | undefined; mode?: AuthMode | undefined } = {}) =>
    withQuery('/auth', params),
  invitation: (secrets: LinkSecrets = {}) => linkWith('/invitation', secrets),
  invitationInfo: '/invitation-info',
  resetPassword: '/reset-password',
  /** The target of the link in a confirmation e-mail. */
  confirm: '/confirm',
  terms: '/terms',
  privacy: '/privacy',

  welcome: '/welcome',
  profileSetup: '/profile-setup',
  profileCompleted: '/profile-completed',

  home: '/home',
  sos: (filters: Params = {}) => withQuery('/sos', filters),
  /** Keeps the list's filters in the address, so that going back finds the same list. */
  sosDetail: (id: string, filters: Params = {}) => withQuery(`/sos/${encodeURIComponent(id)}`, filters),
  sosNew: '/sos/new',
  chat: (params: { sos?: string | undefined } = {}) => withQuery('/chat', params),
  directory: '/directory',
  deals: '/deals',
  benchmarks: '/benchmarks',
  events: '/events',
  member: (userId: string) => `/profile/${encodeURIComponent(userId)}`,
  profile: '/profile',
  settings: '/settings',
  /** The target of the link in mails about unread messages. */
  unsubscribe: '/unsubscribe',
  knowledge: '/knowledge',
  /** Keeps the list's filters in the address, so that going back finds the same list. */
  article: (id: string, filters: Params = {}) => withQuery(`/knowledge/${encodeURIComponent(id)}`, filters),

  information: (tab?: InformationTab) => (tab ? `/information/${tab}` : '/information'),
  about: '/about',
  faq: '/faq',
  contact: '/contact',
  legal: '/legal',

  /** `id`: the row that is open. The filters stay in the address. */
  admin: (tab?: AdminTab, id?: string, params: Params = {}) =>
    withQuery(['/admin', tab, id].filter(Boolean).join('/'), params),
} as const;

/** Where a click on a notification leads. */
export function notificationPath(target: NotificationTarget): string {
  return target.to === 'chat'
    ? paths.chat({ sos: target.sosId ?? undefined })
    : paths.sosDetail(target.sosId);
}

/** No site is called so (RFC 6761): whatever ends up elsewhere was no place in the product. */
const HERE = 'https://product.invalid';
/** Longer than any address of ours with all its filters; decoding costs the square of the length. */
const RETURN_MAX = 2000;
/** What browsers drop or turn into a slash; no path of ours has any, nor two slashes in a row. */
const NOT_OURS = /[\\\s\p{C}]|\/\//u;

/**
 * Where a redirection may lead: a place in the product that an address or the shell names. Home for everything else, also
 * for what would only lead elsewhere once it has been decoded again.
 */
export function safeReturnPath(from: string | null | undefined): string {
  if (!from?.startsWith('/') || from.length > RETURN_MAX) return paths.home;
  if (NOT_OURS.test(from.split(/[?#]/, 1)[0] ?? '')) return paths.home;
  const url = URL.parse(from, HERE);
  if (url?.origin !== HERE || NOT_OURS.test(decodedThrough(url.pathname))) return paths.home;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** A path with nothing left to decode; a backslash, which no path of ours has, when it cannot be. */
function decodedThrough(path: string): string {
  try {
    const decoded = decodeURIComponent(path);
    return decoded === path ? path : decodedThrough(decoded);
  } catch {
    return '\\';
  }
}
