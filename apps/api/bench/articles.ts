import { SOS_CATEGORIES } from '@guilde/contracts/sos/rules.ts';
import { sql } from 'drizzle-orm';
import { correctableWords } from '../src/knowledge/spelling.ts';
import { openDatabase } from '../src/platform/database/db.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { progress } from './figures.ts';
import type { Installation } from './installation.ts';
import { idOf } from './people.ts';
import { textOf } from './texts.ts';

const ROWS_AT_ONCE = 5000;
const COLUMNS = sql.raw(Array.from({ length: 10 }, (_, column) => `value ->> ${column}`).join(', '));

export async function seedArticles({ file }: Pick<Installation, 'file'>, count: number, now: number) {
  const db = await openDatabase({ file }, createLog('warn'));
  for (let start = 0; start < count; start += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, count - start);
    const rows = Array.from({ length }, (_, offset) =>
      articleOf(start + offset, now - (count - start - offset)),
    );
    await db.orm.run(sql`insert into sos_summaries (id, title, summary, search_text, search_stems, category, word_count,
      created_at, updated_at, search_words, key_points, status, privacy_level, participants_count, source_message_count, origin,
      generation_time_ms, generation_cost)
      select ${COLUMNS}, '[]', 'approved', 'members', 3, 12, 'local', 4, 0 from json_each(${JSON.stringify(rows)})`);
  }
  await db.client.execute('ANALYZE');
  db.close();
  progress(`articles: ${count}`);
}

function articleOf(index: number, at: number): (string | number)[] {
  const { title, text, searchText, searchStems } = textOf(index);
  const category = (SOS_CATEGORIES[index % SOS_CATEGORIES.length] as { id: string }).id;
  return [
    idOf('article', index),
    title,
    text,
    searchText,
    searchStems,
    category,
    text.split(' ').length,
    at,
    at,
    JSON.stringify(correctableWords(searchText)),
  ];
}
