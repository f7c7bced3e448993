import type { ConversationOwner } from '@guilde/contracts/conversations/rules.ts';
import type { NotificationTarget } from '@guilde/contracts/notices/rules.ts';
import { notificationPath } from '@guilde/ui/paths.ts';
import { describe, expect, it } from 'vitest';
import { linkAmong, linkTo, passkeyCodeOf, routeOfLink } from './deep-links.ts';

const ID = '8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';
const TOKEN = 'GNvlqMBTDY448qP9k_bMSky78vY1vQT0sL23nlTMhCA';

/** The type asks for a further kind of target, and for the chat of a further owner. */
const TARGETS: Record<
  Exclude<NotificationTarget['to'], 'chat'> | keyof ConversationOwner | 'chats',
  NotificationTarget
> = {
  sosId: { to: 'chat', sosId: ID },
  eventId: { to: 'chat', sosId: null, eventId: ID },
  dealId: { to: 'chat', sosId: null, dealId: ID },
  chats: { to: 'chat', sosId: null },
  sos: { to: 'sos', sosId: ID },
  event: { to: 'event', eventId: ID },
  announcements: { to: 'announcements' },
};

describe('a link into the app', () => {
  it.each([
    [`guilde://invitation/${TOKEN}`, `/invitation#token=${TOKEN}`],
    [`guilde://invitation/${TOKEN}/`, `/invitation#token=${TOKEN}`],
    [`guilde://invitation/${TOKEN}?proof=${TOKEN}`, `/invitation#token=${TOKEN}&proof=${TOKEN}`],
    [`guilde://chat/${ID}`, `/chat?sos=${ID}`],
    ['guilde://chat', '/chat'],
    ['guilde://chat/', '/chat'],
    [`guilde://deal-chat/${ID}`, `/chat?deal=${ID}`],
    [`guilde://sos/${ID}`, `/sos/${ID}`],
    [`guilde://sos/${ID}/`, `/sos/${ID}`],
    [`guilde://profile/${ID}`, `/profile/${ID}`],
  ])('%s leads to %s', (link, route) => {
    expect(routeOfLink(link)).toBe(route);
  });

  it.each([
    'guilde://',
    'guilde://home',
    'guilde://chat?sos=1',
    'guilde://sos',
    'guilde://admin/users',
    `guilde:sos/${ID}`,
    `guilde://sos/${ID}/edit`,
    `guilde://sos//${ID}`,
    `guilde://sos/../admin`,
    `guilde://sos/%2e%2e/admin`,
    `guilde://sos/${ID.toUpperCase()}`,
    `guilde://sos/${ID}?from=//mal.exemple`,
    `guilde://sos/${ID}#token`,
    `guilde://user:password@sos/${ID}`,
    `guilde://sos:80/${ID}`,
    `guilde://invitation/${TOKEN}?proof=${TOKEN}&from=/admin`,
    `guilde://invitation/${TOKEN}?proof=%22%3E%3Cscript%3E`,
    'guilde://invitation/short',
    'guilde://invitation/javascript:alert(1)//////////',
    `guilde://invitation/${'a'.repeat(2000)}`,
    `https://guilde.fr/sos/${ID}`,
    `javascript:alert('${ID}')`,
    `file:///sos/${ID}`,
    '',
  ])('%s leads nowhere', (link) => {
    expect(routeOfLink(link)).toBeNull();
  });

  it.each([`guilde://passkey/${TOKEN}`, `guilde://passkey/${TOKEN}/`])(
    '%s hands over a code, and leads nowhere',
    (link) => {
      expect(passkeyCodeOf(link)).toBe(TOKEN);
      expect(routeOfLink(link)).toBeNull();
    },
  );

  it.each([
    `guilde://passkey/${TOKEN.slice(1)}`,
    `guilde://passkey/${TOKEN}a`,
    `guilde://passkey/${TOKEN.slice(1)}=`,
    `guilde://passkey/${TOKEN.slice(1)}%41`,
    `guilde://passkey/${TOKEN}?use=prove`,
    `guilde://passkey/${TOKEN}#x`,
    `guilde://passkey/${TOKEN}/x`,
    `guilde://passkey//${TOKEN}`,
    `guilde://passkey:80/${TOKEN}`,
    `guilde://a@passkey/${TOKEN}`,
    `guilde:passkey/${TOKEN}`,
    `guilde://invitation/${TOKEN}`,
    `https://guilde.fr/passkey/${TOKEN}`,
    ` guilde://passkey/${TOKEN}`,
    `guilde://passkey/${TOKEN}\n`,
    '',
  ])('%j hands over no code', (link) => {
    expect(passkeyCodeOf(link)).toBeNull();
  });

  it('is found wherever it stands among the arguments', () => {
    const link = `guilde://sos/${ID}`;
    expect(linkAmong(['guilde.exe', '--allow-file-access', link, '--original-process-start-time=1'])).toBe(
      link,
    );
    expect(linkAmong(['guilde', link])).toBe(link);
    expect(linkAmong(['guilde', link.replace('guilde', 'GUILDE')])).toBe(link);
    expect(linkAmong(['guilde', '--url=guilde://sos/1', 'https://guilde.fr'])).toBeNull();
  });

  it.each(Object.values(TARGETS))(
    'that stands for a notification leads where its click would: %o',
    (target) => {
      expect(routeOfLink(linkTo(target))).toBe(notificationPath(target));
    },
  );
});
