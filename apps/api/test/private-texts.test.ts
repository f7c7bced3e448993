import { randomUUID } from 'node:crypto';
import { getTableColumns, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { tables } from './declared-tables.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { fillPlaces, routesThatRead } from './reading-routes.ts';
import { granted, openChat, REMOVAL, refusal } from './scenes.ts';
import { withSecondFactor } from './second-factor.ts';
import { uploaded } from './uploads.ts';

/** Participants of a conversation write these; the team cannot read them until it gives a reason. */
const PRIVATE = ['messages.content', 'message_versions.content', 'files.name', 'files.alt'];

/** No answer may contain these, not even one to their owner. */
const SECRET = [
  'accounts.password',
  'calendar_links.token_hash',
  'deals.code',
  'api_keys.token_hash',
  'email_changes.token_hash',
  'invitations.token_hash',
  'jobs.payload',
  'push_keys.private_key',
  'push_subscriptions.auth',
  'recovery_codes.code_hash',
  'second_factors.secret',
  'sent_mails.mailbox',
  'sessions.token',
  'sign_in_codes.code_hash',
  'verifications.value',
  'webhooks.former_secret',
  'webhooks.secret',
];

/** The other texts are for members, for their owner or for the team, or are no words at all. */
const OTHERS: Record<string, string> = {
  access_links: 'code group_name',
  access_requests: 'first_name last_name name_key email siren store_url',
  accounts: 'access_token refresh_token id_token scope',
  ai_calls: 'model outcome',
  announcements: 'title text link audience filters author_name after',
  api_keys: 'name scopes',
  article_spellings: 'spelling word',
  article_words: 'word',
  audit_entries: 'actor_name action subject_type subject_label before after reason hash mac search_text',
  batch_rows: 'known name_key mail_domain',
  bounced_addresses: 'address_hash',
  case_contests: 'text email outcome answer decided_by decider_name',
  case_decisions: 'outcome rule reason decided_by decider_name content_kind',
  cases: 'content_kind',
  certification_evidence: 'reason file_key file_type file_name',
  contact_answers: 'author_name text',
  contact_messages: 'name email subject message data_right status',
  conversations: 'deleted_seqs',
  deal_commitments: 'siren state reason',
  deal_interests: 'volume',
  deal_offers: 'offer',
  deal_reviews: 'answer',
  deals: 'kind category title need status tie tie_note reason',
  digests: 'after',
  email_changes: 'old_email new_email',
  benchmark_answers: 'metric quarter',
  benchmark_cells: 'key metric people quarter',
  benchmark_figures: 'cells metric quarter',
  benchmark_parts: 'cells metric quarter',
  benchmark_waves: 'quarter short',
  event_seats: 'state useful',
  events: 'kind title description local_start time_zone city address link specialties status cancel_reason',
  files: 'key kind type thumbhash waveform',
  incident_votes: 'answer',
  incidents: 'tool end',
  invitation_batches: 'list_hash title message author_name',
  invitation_objections: 'address_hash',
  invitations: 'email known',
  jobs: 'kind key last_error',
  legal_acceptances: 'terms privacy',
  member_notes: 'author_name text',
  member_settings: 'quiet_from quiet_to time_zone theme',
  members: 'name email image suspended_by suspension_reason',
  message_reactions: 'emoji',
  messages: 'kind reply_to mentions solution_by',
  notices: 'kind subject way reason',
  outbox: 'recipient subject html text',
  passkeys: 'public_key transports name',
  profile_specialties: 'specialty',
  profile_tools: 'tool',
  profile_words: 'word',
  profiles:
    'first_name last_name store_name store_url siren cms payments carriers sector monthly_orders main_channel specialties bio certification_reason avatar_key search_words sort_key conversations_only',
  push_keys: 'public_key sealed_with',
  push_subscriptions: 'endpoint p256dh',
  reports: 'reason description status decided_by content_kind quote',
  saved_filters: 'name filters',
  second_factors: 'salt',
  security_events: 'kind address_hash source reason',
  sent_mails: 'kind caused_by',
  sessions: 'ip_address user_agent',
  sos_outcomes: 'answer comment saved_unit',
  sos_ratings: 'comment reply weight_reason',
  sos_requests: 'title description search_text search_stems category specialties tool status additions',
  sos_specialties: 'specialty',
  sos_summaries:
    'title summary sentences key_points category status privacy_level origin model calls_of prompt_used custom_prompt moderation_notes moderated_by search_text search_stems search_words outcome_answer scheduled_privacy imported_from imported_day import_key',
  sos_tools: 'tool',
  summary_vetoes: 'text reason',
  summary_versions: 'content',
  verifications: 'identifier',
  webhook_deliveries: 'event error',
  webhooks: 'url events',
};

/** Every private text contains this word, and nothing else does. */
const WORD = 'xylocope';

let guilde: Guilde;
let nina: Client;
let places: Record<string, string>;
let team: Record<string, Client>;
/** The conversation belongs to an SOS in progress that has no summary. */
let sosId: string;
let messageId: string;

beforeAll(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  const [claire, karim, paul] = [
    await guilde.as('claire'),
    await guilde.as('karim'),
    await guilde.as('paul'),
  ];
  granted(await nina.put(`/api/admin/users/${paul.id}/role`, { role: 'moderator' }));
  team = { administrator: nina, moderator: await withSecondFactor(guilde, paul) };
  places = await fillPlaces(guilde, nina, claire, karim);
  // This happens after a summary was made of the first conversation.
  guilde.clock.advance(60_000);
  const { sos, conversation } = await openChat(claire, karim);
  sosId = sos.id;
  for (const id of [places.conversationId ?? '', conversation.id])
    messageId = await writePrivately(karim, id);
});
afterAll(() => guilde.close());

/** Writes a message, and returns its id. */
async function writePrivately(client: Client, conversationId: string): Promise<string> {
  const address = `/api/conversations/${conversationId}`;
  const file = await uploaded(client, `${address}/files`, { name: `${WORD}-fichier.png` });
  granted(await client.patch(`/api/files/${file.id}`, { alt: `Une ${WORD} décrite.` }));
  const bytes = new TextEncoder().encode(`Une ${WORD} jointe.`);
  const table = await uploaded(client, `${address}/files`, { name: `${WORD}.txt`, bytes });
  const id = randomUUID();
  const content = `Demande d’abord la révision avec la facture de la ${WORD} au support.`;
  granted(await client.post(`${address}/messages`, { id, content, files: [file.id, table.id] }));
  granted(await client.put(`${address}/messages/${id}`, { content: `${content} Puis attends deux jours.` }));
  return id;
}

/** These columns of all tables may hold words; identifiers and values from a list are left out. */
const textColumns = tables.flatMap((table) =>
  Object.values(getTableColumns(table))
    .filter(({ dataType, enumValues, name }) => {
      const isText = dataType === 'string' || dataType === 'json';
      return isText && !enumValues?.length && !/(^|_)id$/.test(name);
    })
    .map(({ name }) => `${getTableConfig(table).name}.${name}`),
);

it('it is known of every text column who reads it', () => {
  const others = Object.entries(OTHERS).flatMap(([table, names]) =>
    names.split(' ').map((name) => `${table}.${name}`),
  );
  expect([...PRIVATE, ...SECRET, ...others].sort()).toEqual(textColumns.sort());
});

it('no route shows the team a private text or a secret before a reason was given, nor finds one', async () => {
  for (const column of PRIVATE) {
    const [table = '', name = ''] = column.split('.');
    const found = sql.raw(`select 1 from "${table}" where "${name}" like '%${WORD}%'`);
    expect(await guilde.deps.db.orm.all(found), column).not.toEqual([]);
  }
  expect(refusal(await nina.post(`/api/admin/sos/${sosId}/summary`))).toBe('409 SUMMARY_SOS_NOT_RESOLVED');
  await guilde.deps.jobs.drain();

  const secrets = await valuesOf(SECRET);
  const shown: string[] = [];
  const look = async (viewer: string, path: string, init?: RequestInit) => {
    const answer = await team[viewer]?.request(path, init);
    const text = (await answer?.text()) ?? '';
    if (text.includes(WORD) || secrets.some((secret) => text.includes(secret)))
      shown.push(`${viewer} ${path}`);
    return text;
  };
  const reading = routesThatRead(guilde, places).map(({ path }) => path);
  const own = [`/api/admin/sos/${sosId}`, `/api/admin/messages/${messageId}`];
  for (const viewer of Object.keys(team)) {
    for (const path of [...reading, ...own]) {
      await look(viewer, path);
      const [found, absent] = [
        await look(viewer, `${path}?q=${WORD}`),
        await look(viewer, `${path}?q=zzyzx`),
      ];
      if (found.includes('"items"') && found !== absent) shown.push(`${viewer} ${path}?q`);
    }
    for (const [method, path, body] of [
      ['POST', `/api/admin/summaries/${places.summaryId}/regenerate`, {}],
      ['PUT', `/api/admin/sos/${sosId}/status`, { status: 'closed' }],
      ['POST', `/api/admin/messages/${messageId}/delete`, REMOVAL],
      ['POST', '/api/admin/users/export', {}],
      ['POST', '/api/admin/community/export', {}],
      ['POST', '/api/admin/journal/export', {}],
    ] as const) {
      const headers = { 'content-type': 'application/json' };
      await look(viewer, path, { method, body: JSON.stringify(body), headers });
    }
  }
  await look('administrator', '/api/admin/journal');
  expect(shown).toEqual([]);
});

async function valuesOf(columns: readonly string[]): Promise<string[]> {
  const values: string[] = [];
  for (const column of columns) {
    const [table = '', name = ''] = column.split('.');
    const rows = await guilde.deps.db.orm.all<{ value: string | null }>(
      sql.raw(`select "${name}" as value from "${table}"`),
    );
    values.push(...rows.flatMap(({ value }) => value || []));
  }
  return values;
}
