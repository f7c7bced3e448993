import type { DesktopUse } from '@guilde/contracts/auth/rules.ts';
import type { ConversationOwner } from '@guilde/contracts/conversations/rules.ts';
import { SHARE_PATH } from '@guilde/contracts/conversations/sharing.ts';
import { type LinkSecrets, linkWith } from '@guilde/contracts/links.ts';
import type { NotificationTarget } from '@guilde/contracts/notices/rules.ts';
import type { SosCategory } from '@guilde/contracts/sos/rules.ts';

/** All links are here; routes.tsx has the same paths. */

type Params = Record<string, string | number | null | undefined>;

function withQuery(path: string, params: Params = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

type ChatParams = {
  sos?: string | undefined;
  /** This id of a Room, or the next one of a deal, opens its conversation. */
  event?: string | undefined;
  deal?: string | undefined;
  message?: number | undefined;
  q?: string | undefined;
};

export type AuthMode = 'signin' | 'reset' | 'code' | 'second-factor';
export const INFORMATION_TABS = ['about', 'faq', 'contact', 'legal', 'privacy'] as const;
export type InformationTab = (typeof INFORMATION_TABS)[number];
export type SettingsPage = 'notifications' | 'availability' | 'account' | 'security';

export type AdminTab =
  | 'overview'
  | 'queue'
  | 'summaries'
  | 'users'
  | 'invitations'
  | 'sos'
  | 'incidents'
  | 'events'
  | 'messages'
  | 'announcements'
  | 'contact'
  | 'journal'
  | 'integrations';

export const paths = {
  landing: '/',
  /** `from` is where to go after the sign-in. */
  auth: (params: { from?: string | undefined; mode?: AuthMode | undefined } = {}) =>
    withQuery('/auth', params),
  invitation: (secrets: LinkSecrets = {}) => linkWith('/invitation', secrets),
  invitationInfo: '/invitation-info',
  resetPassword: '/reset-password',
  /** The browser opens it for the desktop app. */
  desktop: (params: { use: DesktopUse; challenge: string }) => withQuery('/desktop', params),
  confirm: '/confirm',
  confirmEmail: '/confirm-email',
  takeBackEmail: '/take-back-email',
  terms: '/terms',
  privacy: '/privacy',
  accessibility: '/accessibility',

  /** `from` is where to go afterwards. */
  acceptTerms: (params: { from?: string } = {}) => withQuery('/accept-terms', params),
  welcome: '/welcome',
  profileSetup: '/profile-setup',
  profileCompleted: '/profile-completed',

  home: '/home',
  sos: (filters: Params = {}) => withQuery('/sos', filters),
  /** The list’s filters stay in the address, so that one can return to it. */
  sosDetail: (id: string, filters: Params = {}) => withQuery(`/sos/${encodeURIComponent(id)}`, filters),
  sosNew: '/sos/new',
  sosAbout: (category: SosCategory) => withQuery('/sos/new', { category }),
  /** The id is that of one’s own SOS whose solution has failed. */
  sosCiting: (id: string) => withQuery('/sos/new', { cites: id }),
  /** `message` is the sequence number to open at, `q` a search. */
  chat: (params: ChatParams = {}) => withQuery('/chat', params),
  chatOf: ({ sosId, eventId, dealId }: ConversationOwner, params: Pick<ChatParams, 'message' | 'q'> = {}) =>
    withQuery('/chat', { sos: sosId, event: eventId, deal: dealId, ...params }),
  share: SHARE_PATH,
  directory: '/directory',
  deals: '/deals',
  dealNew: '/deals/new',
  deal: (id: string) => `/deals/${encodeURIComponent(id)}`,
  dealOffer: (id: string) => `/deals/${encodeURIComponent(id)}/offer`,
  benchmarks: '/benchmarks',
  events: '/events',
  eventNew: '/events/new',
  event: (id: string) => `/events/${encodeURIComponent(id)}`,
  eventEdit: (id: string) => `/events/${encodeURIComponent(id)}/edit`,
  member: (userId: string) => `/profile/${encodeURIComponent(userId)}`,
  profile: '/profile',
  settings: (page?: SettingsPage) => (page ? `/settings/${page}` : '/settings'),
  unsubscribe: '/unsubscribe',
  objection: '/objection',
  rights: '/rights',
  outcome: '/tient',
  leaveEvent: '/je-ne-viens-plus',
  contest: (secrets: LinkSecrets = {}) => linkWith('/contest', secrets),
  knowledge: '/knowledge',
  draft: (sourceId: string) => `/knowledge/draft/${encodeURIComponent(sourceId)}`,
  articlesAbout: (category: SosCategory) => withQuery('/knowledge', { category }),
  article: (id: string, filters: Params = {}) => withQuery(`/knowledge/${encodeURIComponent(id)}`, filters),

  announcements: '/announcements',
  notifications: '/notifications',
  information: (tab?: InformationTab) => (tab ? `/information/${tab}` : '/information'),
  about: '/about',
  faq: '/faq',
  contact: '/contact',
  legal: '/legal',

  admin: (tab?: AdminTab, id?: string, params: Params = {}) =>
    withQuery(['/admin', tab, id].filter(Boolean).join('/'), params),
} as const;

export function notificationPath(target: NotificationTarget): string {
  if (target.to === 'announcements') return paths.announcements;
  if (target.to === 'event') return paths.event(target.eventId);
  return target.to === 'chat' ? paths.chatOf(target) : paths.sosDetail(target.sosId);
}

/** Returns the owner whose chat the address shows; without one all ids are null. */
export function openOwner(params: URLSearchParams): ConversationOwner {
  const [sosId, eventId, dealId] = [params.get('sos'), params.get('event'), params.get('deal')];
  return { sosId, eventId: sosId ? null : eventId, dealId: sosId || eventId ? null : dealId };
}

/** Returns the id of the SOS, event or deal whose chat the address shows. */
export function openChat(address: { pathname: string; search: string } | null): string | null {
  if (address?.pathname !== '/chat') return null;
  const { sosId, eventId, dealId } = openOwner(new URLSearchParams(address.search));
  return sosId ?? eventId ?? dealId ?? null;
}

/** The domain is reserved (RFC 6761), so a URL with another origin leaves the product. */
const HERE = 'https://product.invalid';
/** No path of the product is longer; decoding costs the square of the length. */
const RETURN_MAX = 2000;
/** Browsers drop these or turn them into slashes; no path of the product has them, nor `//`. */
const NOT_OURS = /[\\\s\p{C}]|\/\//u;

/** Returns a path in the product, else home, also for what leads elsewhere only after more decoding. */
export function safeReturnPath(from: string | null | undefined): string {
  if (!from?.startsWith('/') || from.length > RETURN_MAX) return paths.home;
  if (NOT_OURS.test(from.split(/[?#]/, 1)[0] ?? '')) return paths.home;
  const url = URL.parse(from, HERE);
  if (url?.origin !== HERE || NOT_OURS.test(decodedThrough(url.pathname))) return paths.home;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Decodes until nothing changes. A text that cannot be decoded becomes a backslash, which is refused. */
function decodedThrough(path: string): string {
  try {
    const decoded = decodeURIComponent(path);
    return decoded === path ? path : decodedThrough(decoded);
  } catch {
    return '\\';
  }
}
