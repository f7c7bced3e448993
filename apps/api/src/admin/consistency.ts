import type { JournalKey } from '../platform/audit.ts';
import { type BrokenEntry, firstBrokenEntry, type RawReader } from '../platform/audit-chain.ts';
import { databaseErrorCode } from '../platform/database/database-errors.ts';

const OFFENCES: readonly { says: string; sql: string }[] = [
  {
    says: 'conversations dont le nombre de places prises est faux',
    sql: `select c.id from conversations c where c.current_participants <>
          (select count(*) from participants p where p.conversation_id = c.id and p.is_active = 1)
          or c.current_participants > c.max_participants`,
  },
  {
    says: 'conversations où il manque des messages',
    sql: `select c.id from conversations c left join messages m on m.conversation_id = c.id
          group by c.id having count(m.id) <> c.last_seq or coalesce(max(m.seq), 0) <> c.last_seq`,
  },
  {
    says: 'messages d’un auteur qui n’a jamais eu de place dans le chat',
    sql: `select m.id from messages m where m.sender_id is not null and m.kind in ('text', 'deleted') and not exists
          (select 1 from participants p where p.conversation_id = m.conversation_id and p.user_id = m.sender_id)`,
  },
  {
    says: 'messages dont l’auteur n’est plus membre',
    sql: `select m.id from messages m where m.sender_id is not null
          and not exists (select 1 from members a where a.id = m.sender_id)`,
  },
  {
    says: 'positions de lecture au-delà du dernier message',
    sql: `select p.conversation_id as id from participants p join conversations c on c.id = p.conversation_id
          where p.read_seq > c.last_seq or p.read_seq < 0`,
  },
  {
    says: 'conversations dont un message a été modifié sans être compté',
    sql: `select c.id from conversations c where c.revision <
          (select max(m.revision) from messages m where m.conversation_id = c.id)`,
  },
  {
    says: 'conversations sans SOS, événement ni deal',
    sql: `select c.id from conversations c where not exists (select 1 from sos_requests s where s.id = c.sos_request_id)
          and not exists (select 1 from events e where e.id = c.event_id)
          and not exists (select 1 from deals d where d.id = c.deal_id)`,
  },
  {
    says: 'SOS terminés dont le chat est ouvert, ou l’inverse',
    sql: `select s.id from sos_requests s join conversations c on c.sos_request_id = s.id
          where (s.status in ('resolved', 'closed')) <> (c.status = 'closed')`,
  },
  {
    says: 'membres dont le nombre de SOS résolus est faux',
    sql: `select f.user_id as id from profiles f where f.total_help_count <>
          (select count(*) from participants p where p.user_id = f.user_id and p.helped_at is not null)`,
  },
  {
    says: 'évaluations d’un SOS qui n’est pas résolu',
    sql: `select r.id from sos_ratings r join sos_requests s on s.id = r.sos_request_id where s.status <> 'resolved'`,
  },
  {
    says: 'réponses « Est-ce que ça tient\u202f? » au sujet d’un SOS qui n’est pas résolu',
    sql: `select o.sos_request_id as id from sos_outcomes o join sos_requests s on s.id = o.sos_request_id
          where s.status <> 'resolved'`,
  },
  {
    says: 'membres à qui il reste moins de zéro invitation',
    sql: `select inviter as id from
          (select distinct inviter_id as inviter from invitations where inviter_id is not null)
          where (select 30 + count(completed_at) - count(accepted_at)
          - count(case when status = 'pending' and expires_at > unixepoch() * 1000 then 1 end)
          from invitations where inviter_id = inviter and batch_id is null and access_link_id is null) < 0`,
  },
  {
    says: 'comptes sans profil',
    sql: 'select m.id from members m where not exists (select 1 from profiles f where f.user_id = m.id)',
  },
];

const NAMED_MAX = 3;

/** Each fault is a French sentence. A damaged part is one sentence, and the rest is checked anyway. */
export async function inconsistencies(
  read: RawReader,
  keys: readonly JournalKey[],
  stored: Record<string, () => Promise<string[]>> = {},
): Promise<string[]> {
  const found: string[] = [];
  const collect = async (at: string, work: () => Promise<string[]>) => {
    try {
      found.push(...(await work()));
    } catch (error) {
      found.push(`Illisible (${databaseErrorCode(error) ?? 'erreur'})\u00a0: ${at}`);
    }
  };
  await collect('le fichier entier', async () => {
    const said = (await read('pragma integrity_check')).map((row) => String(Object.values(row)[0]));
    return said.filter((each) => each !== 'ok').map((each) => `Fichier abîmé\u00a0: ${each}`);
  });
  await collect('les références', async () => {
    const broken = await read('pragma foreign_key_check');
    return broken.length > 0 ? [`Références vers ce qui n’existe pas\u00a0: ${broken.length}`] : [];
  });
  for (const { says, sql } of OFFENCES)
    await collect(says, async () => {
      const rows = await read(sql);
      const named = rows.slice(0, NAMED_MAX).map(({ id }) => String(id));
      const others = rows.length > NAMED_MAX ? '…' : '';
      return rows.length > 0
        ? [`${capitalized(says)}\u00a0: ${rows.length} (${named.join(', ')}${others})`]
        : [];
    });
  await collect('le journal', async () => {
    const entry = await firstBrokenEntry(read, keys);
    return entry ? [sentenceOf(entry)] : [];
  });
  for (const [at, look] of Object.entries(stored)) await collect(at, look);
  return found;
}

function sentenceOf({ position, id, why }: BrokenEntry): string {
  return why === 'changed'
    ? `Journal modifié à l’entrée n°\u00a0${position} (${id})`
    : `Journal scellé avec un autre secret à partir de l’entrée n°\u00a0${position} (${id})`;
}

function capitalized(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}
