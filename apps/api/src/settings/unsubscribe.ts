import { AppError } from '@guilde/contracts/errors.ts';
import { linkWith } from '@guilde/contracts/links.ts';
import { MAIL_SETTINGS, mailOfToken, type StoppableMail } from '@guilde/contracts/settings/rules.ts';
import { eq } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import type { Deps } from '../platform/deps.ts';
import type { Secrets } from '../platform/secrets.ts';
import { oneClickHeaders } from '../platform/services/mail.ts';
import { settingsOf, storeSettings } from './settings.ts';

/** A token stops one kind of mails, and nothing else. */
const purposeOf = (kind: StoppableMail) => (kind === 'unread' ? 'unsubscribe' : `unsubscribe-${kind}`);

/** People get a page, and mail programs get headers. */
export type UnsubscribeLink = { url: string; headers: Record<string, string> };

export function unsubscribeLink(
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  memberId: string,
  kind: StoppableMail = 'unread',
): UnsubscribeLink {
  const token = tokenOf(secrets, memberId, kind);
  return {
    url: unsubscribePage(config, token),
    headers: oneClickHeaders(`${config.publicUrl}/api/settings/unsubscribe`, token),
  };
}

export function unsubscribePage(config: Pick<Deps['config'], 'publicUrl'>, token: string): string {
  return linkWith(`${config.publicUrl}/unsubscribe`, { token });
}

/** @throws UNSUBSCRIBE_INVALID when the token is forged, or the account is gone. */
export async function stopMails(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'secrets'>,
  token: string,
): Promise<void> {
  const kind = mailOfToken(token);
  const signed = kind === 'unread' ? token : token.slice(kind.length + 1);
  const dot = signed.indexOf('.');
  const memberId = signed.slice(0, Math.max(0, dot));
  if (!deps.secrets.verify(purposeOf(kind), memberId, signed.slice(dot + 1)))
    throw new AppError('UNSUBSCRIBE_INVALID');
  await deps.db.write(async (tx) => {
    const [member] = await tx.orm.select({ id: members.id }).from(members).where(eq(members.id, memberId));
    if (!member) throw new AppError('UNSUBSCRIBE_INVALID');
    const settings = await settingsOf(tx.orm, memberId);
    const setting = MAIL_SETTINGS[kind];
    if (settings[setting]) await storeSettings(tx, deps, memberId, { ...settings, [setting]: false });
  });
}

function tokenOf(secrets: Secrets, memberId: string, kind: StoppableMail): string {
  const token = `${memberId}.${secrets.sign(purposeOf(kind), memberId)}`;
  return kind === 'unread' ? token : `${kind}.${token}`;
}
