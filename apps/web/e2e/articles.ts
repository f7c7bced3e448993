import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CitedText } from '@guilde/contracts/knowledge/rules.ts';
import type { SosCategory } from '@guilde/contracts/sos/rules.ts';
import { articleSearchFields } from '../../api/src/knowledge/articles.ts';
import type { Server } from './server.ts';

const BUSY_MS = 60_000;

export function storeArticle(
  { folder }: Pick<Server, 'folder'>,
  article: {
    id?: string;
    title: string;
    summary: string;
    keyPoints: CitedText[];
    category: SosCategory;
    createdAt?: number;
  },
): string {
  const { id = randomUUID(), title, summary, keyPoints, category, createdAt = Date.now() } = article;
  const { searchText, searchStems, searchWords } = articleSearchFields({
    title,
    summary,
    keyPoints,
    category,
  });
  const database = new DatabaseSync(join(folder, 'guilde.db'), { timeout: BUSY_MS });
  database
    .prepare(
      `insert into sos_summaries (id, title, summary, key_points, category, status, privacy_level, participants_count,
         source_message_count, word_count, origin, generation_time_ms, generation_cost, moderated_at, search_text,
         search_stems, search_words, created_at, updated_at)
       values (?, ?, ?, ?, ?, 'approved', 'members', 4, 18, 1200, 'ai', 900, 0.002, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      id,
      title,
      summary,
      JSON.stringify(keyPoints),
      category,
      createdAt,
      searchText,
      searchStems,
      JSON.stringify(searchWords),
      createdAt,
      createdAt,
    );
  database.close();
  return id;
}
