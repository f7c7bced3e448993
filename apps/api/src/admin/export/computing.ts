import { feedRank } from '@guilde/contracts/sos/ranking.ts';
import { isEnded } from '@guilde/contracts/sos/rules.ts';
import { foldText } from '@guilde/contracts/text.ts';
import type { invitations } from '../../invitations/tables.ts';
import { invitationToken } from '../../invitations/tokens.ts';
import { articleSearchFields } from '../../knowledge/articles.ts';
import type { sosSummaries } from '../../knowledge/tables.ts';
import { macOf, presentKey } from '../../platform/audit.ts';
import { searchFields } from '../../platform/database/search.ts';
import type { auditEntries } from '../../platform/database/tables.ts';
import { hashToken, type Secrets } from '../../platform/secrets.ts';
import { directoryFields } from '../../profiles/directory-words.ts';
import type { profiles } from '../../profiles/tables.ts';
import type { sosRequests } from '../../sos/tables.ts';

type Row = Record<string, unknown>;
type Computed = { columns: readonly string[]; values: (row: Row) => unknown[] };

const NOTHING: Computed = { columns: [], values: () => [] };

/** These columns are not in the export, because they follow from the row and from the installation's secret. */
export function computedFields(kind: string, secrets: Secrets): Computed {
  return COMPUTED[kind]?.(secrets) ?? NOTHING;
}

const COMPUTED: Record<string, (secrets: Secrets) => Computed> = {
  profiles: () => ({
    columns: ['search_words', 'sort_key'],
    values: (row) => {
      const { firstName, lastName, storeName } = row as typeof profiles.$inferSelect;
      // A profile before the first step of the wizard has neither.
      if (`${firstName}${lastName}${storeName}` === '') return ['[]', ''];
      const { searchWords, sortKey } = directoryFields({ firstName, lastName, storeName });
      return [JSON.stringify(searchWords), sortKey];
    },
  }),
  sos_requests: () => ({
    columns: ['search_text', 'search_stems', 'feed_rank'],
    values: (row) => {
      const sos = row as typeof sosRequests.$inferSelect;
      const parts = [sos.title, sos.description, ...sos.additions.map(({ content }) => content)];
      const { searchText, searchStems } = searchFields(parts.join('\n'));
      return [searchText, searchStems, feedRank(sos.createdAt, sos.isUrgent && !isEnded(sos))];
    },
  }),
  sos_summaries: () => ({
    columns: ['search_text', 'search_stems', 'search_words', 'word_count'],
    values: (row) => {
      const fields = articleSearchFields(row as typeof sosSummaries.$inferSelect);
      return [fields.searchText, fields.searchStems, JSON.stringify(fields.searchWords), fields.wordCount];
    },
  }),
  invitations: (secrets) => ({
    columns: ['token_hash'],
    values: (row) => [hashToken(invitationToken(secrets, (row as typeof invitations.$inferSelect).id))],
  }),
  audit_entries: (secrets) => {
    const key = presentKey(secrets);
    return {
      columns: ['mac', 'key_id', 'search_text'],
      values: (row) => {
        const entry = row as typeof auditEntries.$inferSelect;
        const searched = [entry.actorName, entry.subjectLabel, entry.subjectId, entry.reason];
        return [macOf(key, entry.hash), key.id, foldText(searched.join('\n'))];
      },
    };
  },
};

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
