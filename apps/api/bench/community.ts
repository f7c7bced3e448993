import { legalInForce } from '@guilde/contracts/information/legal.ts';
import { CMS, SECTORS, SPECIALTIES } from '@guilde/contracts/profiles/rules.ts';
import { feedRank } from '@guilde/contracts/sos/ranking.ts';
import { SOS_CATEGORIES, type SosStatus } from '@guilde/contracts/sos/rules.ts';
import { type SQL, sql } from 'drizzle-orm';
import { hashPassword } from '../src/auth/passwords.ts';
import { indexMessages } from '../src/conversations/search-index.ts';
import type { Db } from '../src/platform/database/db.ts';
import { directoryFields } from '../src/profiles/directory-words.ts';
import { progress } from './figures.ts';
import { BENCH_PASSWORD, emailOf, idOf, ROOM_SEATS, type Size, seatsOf, tokenOf } from './people.ts';
import { textOf } from './texts.ts';

const DAY = 86_400_000;
const ROWS_AT_ONCE = 20_000;
const REPORT_EVERY_ROWS = 400_000;
const UNREAD = 3;

const SENTENCES = [
  'Mon coût d’acquisition a doublé en trois semaines sans que je change quoi que ce soit.',
  'Le tunnel de paiement perd un client sur deux à l’étape de livraison.',
  'J’ai eu le même souci l’an dernier : regarde d’abord les avis d’appareils, puis la fréquence.',
  'On a renégocié avec le transporteur, et ça a rendu huit points de marge.',
  'Le flux produits était refusé à cause des prix barrés, c’est réglé maintenant.',
  'Tu peux m’envoyer une capture du rapport, je regarde ce soir ?',
];

const FIRST_NAMES =
  'Adèle Aïcha Alexandre Amélie Anaïs Antoine Aurélie Baptiste Benoît Camille Cécile Chloé Claire Clément Damien David Élise Émilie Éric Étienne Fabien Fatou Florence François Gaëlle Georges Hélène Hugo Inès Isabelle Jean-Paul Jérôme Julie Karim Laura Léa Loïc Lucie Maëlle Marc Margaux Mehdi Mélanie Nadia Nathan Noé Océane Odile Paul Pauline Quentin Raphaël Romain Sabrina Sophie Théo Thomas Ulysse Valérie Victor William Xavier Yann Yasmine Zoé'.split(
    ' ',
  );
const LAST_NAMES =
  'Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefèvre Leroy Roux David Bertrand Morel Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Müller Faure André Mercier Blanc Guérin Boyer Garnier Chevalier François Legrand Gauthier Garcia Perrin Robin Clément Morin Nicolas Henry Roussel Mathieu Gautier Masson Marchand'.split(
    ' ',
  );
const STORES = [
  'Atelier',
  'Maison',
  'Comptoir',
  'Épicerie',
  'L’Œuf d’or',
  'Vélo',
  'Savons',
  'Jardin',
  'Café',
  'Studio',
];

type Row = (string | number | null)[];

/** Fills a migrated, empty database with a community, in large transactions. */
export async function seedCommunity(db: Db, size: Size, now: number): Promise<void> {
  // A crash may lose the database, so that it needs no journal.
  for (const setting of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -1500000'])
    await db.client.execute(`PRAGMA ${setting}`);
  await seedMembers(db, size, now);
  await seedSos(db, size, now);
  await seedRooms(db, size, now);
  await seedMessages(db, size, now);
  await indexMessages({ db }, 'all');
  await db.client.execute('ANALYZE');
}

/** One JSON parameter per statement is the fastest insert. */
async function fill(
  db: Db,
  what: string,
  total: number,
  row: (index: number) => Row,
  insert: SQL,
): Promise<void> {
  for (let start = 0; start < total; start += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, total - start);
    const rows = JSON.stringify(Array.from({ length }, (_, offset) => row(start + offset)));
    await db.orm.run(sql`${insert} from json_each(${rows})`);
    if (start % REPORT_EVERY_ROWS === 0 || start + length === total)
      progress(`${what}: ${start + length} of ${total}`);
  }
}

function value(column: number): SQL {
  return sql.raw(`value ->> ${column}`);
}

function values(columns: number): SQL {
  return sql.join(
    Array.from({ length: columns }, (_, column) => value(column)),
    sql`, `,
  );
}

async function seedMembers(db: Db, { members }: Size, now: number): Promise<void> {
  const joined = now - 90 * DAY;
  const hash = await hashPassword(BENCH_PASSWORD);
  await fill(
    db,
    'members',
    members,
    (index) => [idOf('member', index), emailOf(index), joined, joined, legalInForce(now).number],
    sql`insert into members (id, email, created_at, updated_at, accepted_revision, email_verified, profile_complete)
      select ${values(5)}, 1, 1`,
  );
  await fill(
    db,
    'accounts',
    members,
    (index) => [idOf('member', index), hash, joined],
    sql`insert into accounts (id, account_id, user_id, provider_id, password, created_at, updated_at)
      select ${value(0)}, ${value(0)}, ${value(0)}, 'credential', ${value(1)}, ${value(2)}, ${value(2)}`,
  );
  await fill(
    db,
    'sessions',
    members,
    (index) => [idOf('session', index), idOf('member', index), tokenOf(index), now + 30 * DAY, now],
    sql`insert into sessions (id, user_id, token, expires_at, created_at, updated_at) select ${values(5)}, ${value(4)}`,
  );
  await fill(
    db,
    'profiles',
    members,
    (index) => [
      idOf('member', index),
      ...namesOf(index),
      JSON.stringify(specialtiesOf(index)),
      (CMS[index % CMS.length] as { id: string }).id,
      (SECTORS[index % SECTORS.length] as { id: string }).id,
      (index * 7919) % 997,
      joined,
    ],
    sql`insert into profiles (user_id, first_name, last_name, store_name, search_words, sort_key, specialties, cms, sector,
      total_help_count, created_at, updated_at, completed_at) select ${values(11)}, ${value(10)}, ${value(10)}`,
  );
}

function namesOf(index: number): string[] {
  const firstName = FIRST_NAMES[(index * 31) % FIRST_NAMES.length] as string;
  const lastName = `${LAST_NAMES[(index * 17) % LAST_NAMES.length]}`;
  const storeName = `${STORES[(index * 13) % STORES.length]} ${index}`;
  const { searchWords, sortKey } = directoryFields({ firstName, lastName, storeName });
  return [firstName, lastName, storeName, JSON.stringify(searchWords), sortKey];
}

function specialtiesOf(index: number): string[] {
  return [0, 5, 8].map((step) => (SPECIALTIES[(index + step) % SPECIALTIES.length] as { id: string }).id);
}

function statusOf(index: number, { sos }: Size): SosStatus {
  const age = sos - index;
  if (age <= Math.max(20, sos / 20)) return index % 3 === 0 ? 'open' : 'in_progress';
  return index % 6 === 0 ? 'closed' : 'resolved';
}

/** The newest SOS have a room, so that first pages are full. */
function sosOfRoom(room: number, { sos, rooms }: Size): number {
  return sos - rooms + room;
}

function authorOf(sos: number, size: Size): number {
  const room = sos - sosOfRoom(0, size);
  return seatsOf(Math.max(0, room), size)[0] ?? 0;
}

async function seedSos(db: Db, size: Size, now: number): Promise<void> {
  const { sos } = size;
  const createdAt = (index: number) => now - Math.round(((sos - index) / sos) * 60 * DAY);
  await fill(
    db,
    'SOS',
    sos,
    (index) => {
      const status = statusOf(index, size);
      const { title, text, searchText, searchStems } = textOf(index);
      const isUrgent = index % 10 === 0;
      const at = createdAt(index);
      return [
        idOf('sos', index),
        idOf('member', authorOf(index, size)),
        title,
        text,
        searchText,
        searchStems,
        (SOS_CATEGORIES[index % SOS_CATEGORIES.length] as { id: string }).id,
        JSON.stringify(specialtiesOf(index).slice(0, 2)),
        Number(isUrgent),
        status,
        feedRank(at, isUrgent && (status === 'open' || status === 'in_progress')),
        index % 50,
        at,
        status === 'resolved' ? at + DAY : null,
        status === 'closed' ? at + DAY : null,
      ];
    },
    sql`insert into sos_requests (id, user_id, title, description, search_text, search_stems, category, specialties, is_urgent, status,
      feed_rank, views_count, created_at, resolved_at, closed_at, updated_at) select ${values(15)}, ${value(12)}`,
  );
  await db.orm.run(
    sql`insert into sos_specialties select j.value, s.position from sos_requests s, json_each(s.specialties) j`,
  );
}

async function seedRooms(db: Db, size: Size, now: number): Promise<void> {
  const { rooms, messages } = size;
  const lastSeq = Math.floor(messages / rooms);
  await fill(
    db,
    'rooms',
    rooms,
    (index) => {
      const sos = idOf('sos', sosOfRoom(index, size));
      return [idOf('room', index), sos, lastSeq, now - 30 * DAY, now - (rooms - index) * 1000];
    },
    sql`insert into conversations (id, sos_request_id, last_seq, created_at, updated_at, current_participants)
      select ${values(5)}, ${ROOM_SEATS}`,
  );
  await fill(
    db,
    'seats',
    rooms * ROOM_SEATS,
    (index) => {
      const room = Math.floor(index / ROOM_SEATS);
      const seat = index % ROOM_SEATS;
      const member = seatsOf(room, size)[seat] ?? 0;
      const role = (['requester', 'helper'] as const)[seat] ?? 'other';
      const read = seat < 2 ? lastSeq : lastSeq - UNREAD;
      // Everything counts as mailed, so that no mail is sent during measurements.
      return [
        idOf('room', room),
        idOf('member', member),
        role,
        now - 30 * DAY + seat,
        Math.max(0, read),
        lastSeq,
      ];
    },
    sql`insert into participants (conversation_id, user_id, role, joined_at, read_seq, mailed_seq) select ${values(6)}`,
  );
}

async function seedMessages(db: Db, size: Size, now: number): Promise<void> {
  const { rooms, messages } = size;
  const perRoom = Math.floor(messages / rooms);
  await fill(
    db,
    'messages',
    perRoom * rooms,
    (index) => {
      const room = Math.floor(index / perRoom);
      const seq = 1 + (index % perRoom);
      const sender = seatsOf(room, size)[seq % ROOM_SEATS] ?? 0;
      const content = SENTENCES[index % SENTENCES.length] ?? '';
      return [
        idOf('message', index),
        idOf('room', room),
        seq,
        idOf('member', sender),
        content,
        now - 20 * DAY + index,
      ];
    },
    sql`insert into messages (id, conversation_id, seq, sender_id, content, created_at) select ${values(6)}`,
  );
}
