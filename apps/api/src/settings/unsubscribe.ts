import { AppError } from '@guilde/contracts/errors.ts';
import { linkWith } from '@guilde/contracts/links.ts';
import { DIGEST_TOKEN } from '@guilde/contracts/settings.ts';
import { eq } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import type { Deps } from '../platform/deps.ts';
import type { Secrets } from '../platform/secrets.ts';
import { settingsOf, storeSettings } from './settings.ts';

/** What a token stops, and nothing else. */
type MailKind = 'unread' | 'digest';

const PURPOSES: Record<MailKind, string> = { unread: 'unsubscribe', digest: 'unsubscribe-digest' };
/** Begins a token of this kind, so that the page can say what it stops. */
const DIGEST = `${DIGEST_TOKEN}.`;

/** A page for people, and headers for mail programs. */
export type UnsubscribeLink = { url: string; headers: Record<string, string> };

export function unsubscribeLink(
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  memberId: string,
  kind: MailKind = 'unread',
): UnsubscribeLink {
  const token = tokenOf(secrets, memberId, kind);
  return {
    url: unsubscribePage(config, token),
    headers: {
      'List-Unsubscribe': `<${config.publicUrl}/api/settings/unsubscribe?token=${encodeURIComponent(token)}>`,
      // One click, by the mail program (RFC 8058).
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

export function unsubscribePage(config: Pick<Deps['config'], 'publicUrl'>, token: string): string {
  return linkWith(`${config.publicUrl}/unsubscribe`, { token });
}

/** Codes: UNSUBSCRIBE_INVALID (forged, or the account is gone). */
export async function stopMails(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'secrets'>,
  token: string,
): Promise<void> {
  const kind: MailKind = token.startsWith(DIGEST) ? 'digest' : 'unread';
  const signed = kind === 'digest' ? token.slice(DIGEST.length) : token;
  const dot = signed.indexOf('.');
  const memberId = signed.slice(0, Math.max(0, dot));
  if (!deps.secrets.verify(PURPOSES[kind], memberId, signed.slice(dot + 1)))
    throw new AppError('UNSUBSCRIBE_INVALID');
  await deps.db.write(async (tx) => {
    const [member] = await tx.orm.select({ id: members.id }).from(members).where(eq(members.id, memberId));
    if (!member) throw new AppError('UNSUBSCRIBE_INVALID');
    const settings = await settingsOf(tx.orm, memberId);
    const setting = kind === 'digest' ? 'emailDigest' : 'emailUnread';
    if (settings[setting]) await storeSettings(tx, deps, memberId, { ...settings, [setting]: false });
  });
}

function tokenOf(secrets: Secrets, memberId: string, kind: MailKind): string {
  const token = `${memberId}.${secrets.sign(PURPOSES[kind], memberId)}`;
  return kind === 'digest' ? `${DIGEST}${token}` : token;
}
