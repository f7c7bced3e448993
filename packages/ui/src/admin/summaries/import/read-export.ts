import type { ImportSource } from '@guilde/contracts/knowledge/import-rules.ts';
import { unzipSync } from 'fflate';
import { parseString } from 'whatsapp-chat-parser';
import { decoded } from '../../../files/table-text.ts';
import { readText } from '../../invitations/bulk/read-table.ts';
import { articlesOf, type ExportArticle, isArticleTable, missingColumn } from './articles.ts';
import {
  byPauses,
  discordMessages,
  discourseMessages,
  type ExportMessage,
  type ExportThread,
  slackMessages,
  threadsOf,
} from './formats.ts';

export type ExportText = ExportThread | ExportArticle;
export type ReadExport = { texts: ExportText[] } | { problem: string };

/** The limits are those of a zip's texts, unpacked; other files of it are not read. */
const UNPACKED_MAX = 100 * 1024 * 1024;
const ENTRIES_MAX = 20_000;
const TOO_BIG =
  'Cette archive contient plus de 100\u00a0Mo de messages\u00a0: exporte une période plus courte.';
const UNKNOWN =
  'Guilde ne reconnaît pas cet export. Choisis une archive Slack, un sujet Discourse, un fichier Discord (.json), une conversation WhatsApp (.txt) ou un tableau (.csv).';
const BROKEN = 'Ce fichier est abîmé\u00a0: exporte-le de nouveau.';
/** WhatsApp writes these in place of a file that was left out, in French and English. */
const LEFT_OUT =
  /^\u200e?(?:<?(?:médias? omis|media omitted)>?|(?:image|vidéo|video|audio|document|sticker|GIF) (?:absente?|omitted))$/i;

/** Reads an export by its content. It runs in a worker, because the bytes are a stranger's. */
export async function readExport(bytes: Uint8Array): Promise<ReadExport> {
  try {
    const texts = isZip(bytes) ? threadsOf(...messagesOfZip(bytes)) : await textsOf(bytes);
    return texts.length > 0 ? { texts } : { problem: 'Aucun échange de trois messages dans ce fichier.' };
  } catch (error) {
    return { problem: error instanceof Refusal ? error.message : BROKEN };
  }
}

class Refusal extends Error {}

function isZip([first, second]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b;
}

async function textsOf(bytes: Uint8Array): Promise<ExportText[]> {
  const text = decoded(bytes);
  if (text === null) throw new Refusal(UNKNOWN);
  if (isArticleTable(text)) return articlesOfTable(text);
  if (!/^\s*[[{]\s*["{]/.test(text)) return threadsOf('whatsapp', whatsAppMessages(text));
  const json: unknown = JSON.parse(text);
  if (has(json, 'post_stream')) return threadsOf('discourse', discourseMessages(json, textOfHtml));
  if (has(json, 'messages')) return threadsOf('discord', discordMessages(json));
  throw new Refusal(UNKNOWN);
}

async function articlesOfTable(text: string): Promise<ExportArticle[]> {
  const table = await readText(text);
  if ('problem' in table) throw new Refusal(table.problem);
  const missing = missingColumn(table.lines);
  if (missing) throw new Refusal(`Ce tableau n’a pas de colonne «\u00a0${missing}\u00a0».`);
  const articles = articlesOf(table.lines);
  if (articles.length === 0) throw new Refusal('Ce tableau n’a pas de ligne sous ses titres.');
  return articles;
}

function has(json: unknown, name: string): boolean {
  return typeof json === 'object' && json !== null && name in json;
}

function messagesOfZip(bytes: Uint8Array): [ImportSource, ExportMessage[]] {
  let unpacked = 0;
  let entries = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (++entries > ENTRIES_MAX) throw new Refusal(TOO_BIG);
      if (!/(?:^|\/)(?:users|[^/]+\/\d{4}-\d{2}-\d{2})\.json$|\.txt$/.test(name)) return false;
      unpacked += originalSize;
      if (unpacked > UNPACKED_MAX) throw new Refusal(TOO_BIG);
      return true;
    },
  });
  const texts = new Map(Object.entries(files).map(([name, file]) => [name, new TextDecoder().decode(file)]));
  const chat = [...texts].find(([name]) => name.endsWith('.txt'));
  if (chat) return ['whatsapp', whatsAppMessages(chat[1])];
  if (texts.size === 0) throw new Refusal(UNKNOWN);
  return ['slack', slackMessages(new Map([...texts].map(([name, text]) => [name, JSON.parse(text)])))];
}

/** The day comes first in French; the parser finds out where a file has the month first. */
function whatsAppMessages(text: string): ExportMessage[] {
  const messages = parseString(text);
  if (messages.length === 0) throw new Refusal(UNKNOWN);
  return byPauses(
    messages.flatMap(({ author, date, message }) =>
      author === null || LEFT_OUT.test(message.trim()) ? [] : [{ author, at: date.getTime(), text: message }],
    ),
  );
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': '’', nbsp: ' ' };

/** What is left is shown as text only, and masked by the server. */
function textOfHtml(html: string): string {
  return html
    .replace(/<aside[\s\S]*?<\/aside>/g, '')
    .replace(/<br\s*\/?>|<\/(?:p|li|div|h\d)>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => ENTITIES[name] ?? '');
}
