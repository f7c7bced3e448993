import { feedRank } from '@guilde/contracts/sos/ranking.ts';
import { isEnded } from '@guilde/contracts/sos/rules.ts';
import { foldText } from '@guilde/contracts/text.ts';
import type { invitations } from '../../invitations/tables.ts';
import { invitationToken } from '../../invitations/tokens.ts';
import { macOf, presentKey } from '../../platform/audit.ts';
import { searchFields } from '../../platform/database/search.ts';
import type { auditEntries } from '../../platform/database/tables.ts';
import { hashToken, type Secrets } from '../../platform/secrets.ts';
import { directoryFields } from '../../profiles/directory-words.ts';
import type { profiles } from '../../profiles/tables.ts';
import type { sosRequests } from '../../sos/tables.ts';

export function profileFields({ firstName, lastName, storeName }: typeof profiles.$inferSelect) {
  // A profile before the first step of the wizard has neither.
  if (`${firstName}${lastName}${storeName}` === '') return { searchWords: [], sortKey: '' };
  return directoryFields({ firstName, lastName, storeName });
}

export function sosFields(sos: typeof sosRequests.$inferSelect) {
  const parts = [sos.title, sos.description, ...sos.additions.map(({ content }) => content)];
  const rank = feedRank(sos.createdAt, sos.isUrgent && !isEnded(sos));
  return { ...searchFields(parts.join('\n')), feedRank: rank };
}

export function invitationFields({ id }: typeof invitations.$inferSelect, secrets: Secrets) {
  return { tokenHash: hashToken(invitationToken(secrets, id)) };
}

export function entryFields(entry: typeof auditEntries.$inferSelect, secrets: Secrets) {
  const key = presentKey(secrets);
  const searched = [entry.actorName, entry.subjectLabel, entry.subjectId, entry.reason];
  return { mac: macOf(key, entry.hash), keyId: key.id, searchText: foldText(searched.join('\n')) };
}

/** They follow from other rows. Each account gets a password by a reset. */
export const DERIVED: readonly string[] = [
  `insert into accounts (id, account_id, provider_id, user_id, created_at, updated_at)
     select lower(hex(randomblob(16))), id, 'credential', id, created_at, created_at from members`,
  `insert into sos_specialties (specialty, sos_position)
     select distinct value, position from sos_requests, json_each(specialties)`,
  `update conversations set
     current_participants = (select count(*) from participants where conversation_id = conversations.id and is_active),
     last_seq = (select ifnull(max(seq), 0) from messages where conversation_id = conversations.id),
     revision = (select ifnull(max(revision), 0) from messages where conversation_id = conversations.id),
     history_version = unixepoch()`,
  `update profiles set total_help_count =
     (select count(*) from participants where user_id = profiles.user_id and helped_at is not null)
     where user_id in (select user_id from participants where helped_at is not null)`,
];
