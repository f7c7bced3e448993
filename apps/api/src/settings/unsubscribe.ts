import { AppError } from '@guilde/contracts/errors.ts';
import { linkWith } from '@guilde/contracts/links.ts';
import { eq } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import type { Deps } from '../platform/deps.ts';
import type { Secrets } from '../platform/secrets.ts';
import { settingsOf, storeSettings } from './settings.ts';

const PURPOSE = 'unsubscribe';

/** A page for people, and headers for mail programs. */
export type UnsubscribeLink = { url: string; headers: Record<string, string> };

/** The token can stop these mails and nothing else. */
export function unsubscribeLink(
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  memberId: string,
): UnsubscribeLink {
  const token = tokenOf(secrets, memberId);
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
export async function stopUnreadMails(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'secrets'>,
  token: string,
): Promise<void> {
  const dot = token.indexOf('.');
  const memberId = token.slice(0, Math.max(0, dot));
  if (!deps.secrets.verify(PURPOSE, memberId, token.slice(dot + 1)))
    throw new AppError('UNSUBSCRIBE_INVALID');
  await deps.db.write(async (tx) => {
    const [member] = await tx.orm.select({ id: members.id }).from(members).where(eq(members.id, memberId));
    if (!member) throw new AppError('UNSUBSCRIBE_INVALID');
    const settings = await settingsOf(tx.orm, memberId);
    if (settings.emailUnread) await storeSettings(tx, deps, memberId, { ...settings, emailUnread: false });
  });
}

function tokenOf(secrets: Secrets, memberId: string): string {
  return `${memberId}.${secrets.sign(PURPOSE, memberId)}`;
}
