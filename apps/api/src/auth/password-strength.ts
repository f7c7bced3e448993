import { PASSWORD_OWN, PASSWORD_TOO_COMMON } from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { foldText } from '@guilde/contracts/text.ts';
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../platform/database/db.ts';
import { members } from './tables.ts';

const PRODUCT = 'guilde';
/** International lists lack these words. */
const FRENCH = [
  ...['jetaime', 'jetaimemonamour', 'monmotdepasse', 'motdepass', 'mdp', 'azer', 'aqzsedrf', 'azqsxwedc'],
  ...['poiuytreza', 'mlkjhgfdsq', 'wxcvbn', 'doudoune', 'bonneannee', 'vivelafrance', 'mapuce', 'moncoeur'],
];
/** Short words occur in others: « Li » in « olive ». */
const OWN_WORD_MIN = 3;
/** A password of the owner's words needs this many other letters. */
const OTHER_LETTERS_MIN = 4;

type Owner = { email: string } | { userId: string };

/** @throws INVALID_INPUT (field `password`) for a frequent password, or one of personal words. */
export async function requireStrongPassword(queries: Queries, owner: Owner, password: string): Promise<void> {
  const plain = foldText(password.normalize('NFKC'));
  const text = isMostlyPersonal(plain, await wordsOf(queries, owner))
    ? PASSWORD_OWN
    : (await isCommon(plain)) && PASSWORD_TOO_COMMON;
  if (text) throw new AppError('INVALID_INPUT', {}, { password: text });
}

async function isCommon(plain: string): Promise<boolean> {
  const common = await commonPasswords();
  const squeezed = plain.replace(/[^\p{L}\d]/gu, '');
  const word = squeezed.replace(/^\d+|(?<!\d)\d+$/g, '');
  return common.has(plain) || common.has(squeezed) || common.has(word);
}

let loaded: Promise<Set<string>> | null = null;

/** The set has 49 000 leaked passwords, French words and first names, and is loaded at first use. */
function commonPasswords(): Promise<Set<string>> {
  loaded ??= loadCommonPasswords();
  return loaded;
}

async function loadCommonPasswords(): Promise<Set<string>> {
  const [world, french] = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-fr'),
  ]);
  const words = [
    ...world.dictionary['passwords-common'],
    ...french.dictionary['commonWords-fr'],
    ...french.dictionary['firstnames-fr'],
    ...FRENCH,
  ];
  return new Set(words.map((word) => foldText(String(word))));
}

function isMostlyPersonal(plain: string, words: string[]): boolean {
  const squeezed = plain.replace(/[^\p{L}\d]/gu, '');
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), squeezed);
  return rest !== squeezed && rest.replace(/[^\p{L}]/gu, '').length < OTHER_LETTERS_MIN;
}

async function wordsOf(queries: Queries, owner: Owner): Promise<string[]> {
  const isOwner = 'email' in owner ? eq(members.email, owner.email) : eq(members.id, owner.userId);
  // Profiles are to the right of auth, so SQL names them.
  const named = (column: string) =>
    sql<string | null>`(select ${sql.raw(column)} from profiles where user_id = ${members.id})`;
  const [known] = await queries
    .select({
      email: members.email,
      firstName: named('first_name'),
      lastName: named('last_name'),
      storeName: named('store_name'),
    })
    .from(members)
    .where(isOwner);
  const [local = ''] = (known?.email ?? ('email' in owner ? owner.email : '')).split('@');
  const texts = [local, known?.firstName, known?.lastName, known?.storeName].map((text) =>
    foldText(text ?? ''),
  );
  const parts = texts.flatMap((text) => [text.replace(/[^\p{L}\d]/gu, ''), ...text.split(/[^\p{L}\d]+/u)]);
  return [PRODUCT, ...parts]
    .filter((part) => part.length >= OWN_WORD_MIN)
    .sort((one, other) => other.length - one.length);
}
