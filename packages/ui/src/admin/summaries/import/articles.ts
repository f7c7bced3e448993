import { plainHeader } from '@guilde/contracts/bulk-invitations/columns.ts';
import { optionNamed } from '@guilde/contracts/bulk-invitations/rules.ts';
import {
  IMPORT_POINT_MAX,
  IMPORT_POINTS_MAX,
  IMPORT_SOURCES,
  IMPORT_TEXT_MAX,
  type ImportSource,
} from '@guilde/contracts/knowledge/import-rules.ts';
import { SUMMARY_LINE_MAX, SUMMARY_LINES_MAX, SUMMARY_TITLE_MAX } from '@guilde/contracts/knowledge/rules.ts';
import { sentencesOf } from '@guilde/contracts/knowledge/sentences.ts';
import { SOS_CATEGORIES, type SosCategory } from '@guilde/contracts/sos/rules.ts';
import { foldText, shortened } from '@guilde/contracts/text.ts';
import { formatNumber } from '../../../kit/format.ts';

/** `id` is its line in the table, and `fault` says why it cannot be taken. */
export type ExportArticle = {
  kind: 'article';
  id: string;
  source: ImportSource;
  title: string;
  day: string;
  category: SosCategory | '';
  problem: string;
  solution: string;
  points: string[];
  fault: string;
};

/** Headers are compared as those of a list of people are. */
const HEADERS = {
  title: ['titre', 'title', 'sujet', 'subject'],
  problem: ['probleme', 'problem', 'question', 'contexte', 'description'],
  solution: ['solution', 'reponse', 'answer', 'resolution'],
  points: ['points', 'pointscles', 'keypoints', 'aretenir'],
  category: ['categorie', 'category', 'theme', 'rubrique'],
  date: ['date', 'jour', 'annee', 'year'],
  source: ['source', 'origine', 'provenance'],
} as const;

type Column = keyof typeof HEADERS;

function placeOf(header: readonly string[], column: Column): number {
  const words: readonly string[] = HEADERS[column];
  return header.findIndex((cell) => words.includes(plainHeader(cell)));
}

/** Tells a table of articles from other texts by its first line, below the one with which Excel names the separator. */
export function isArticleTable(text: string): boolean {
  const first = /^(?:sep=.(?:\r\n?|\n))?([^\r\n]*)/i.exec(text)?.[1] ?? '';
  const header = first.split(/[;,\t]/);
  return placeOf(header, 'title') >= 0 || placeOf(header, 'solution') >= 0;
}

export function missingColumn([header = []]: readonly string[][]): string | undefined {
  const missing = (['title', 'solution'] as const).find((column) => placeOf(header, column) < 0);
  return missing && HEADERS[missing][0];
}

/** Columns of other names are not read. An article that says the same as one above is a duplicate, as for the server. */
export function articlesOf([header = [], ...lines]: readonly string[][]): ExportArticle[] {
  const first = new Map<string, string>();
  return lines.flatMap((cells, index) => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const article = articleOf(String(index + 2), (column) => cells[placeOf(header, column)]?.trim() ?? '');
    if (article.fault !== '') return [article];
    const { problem, solution, points } = article;
    const key = foldText([problem, solution, ...points].join('\n')).replace(/\s+/g, ' ');
    const known = first.get(key);
    if (known !== undefined) return [{ ...article, fault: `doublon de la ligne ${known}` }];
    first.set(key, article.id);
    return [article];
  });
}

function articleOf(id: string, cell: (column: Column) => string): ExportArticle {
  const title = cell('title').replace(/\s+/g, ' ');
  const [problem, solution] = [unbroken(cell('problem')), unbroken(cell('solution'))];
  const points = cell('points')
    .split(/[\r\n|]+/)
    .map((point) => point.replace(/^\s*[-–•*]\s/, '').trim())
    .filter(Boolean);
  const [category, day] = [optionNamed(SOS_CATEGORIES, cell('category')), dayOf(cell('date'))];
  const named = (column: 'category' | 'date') => `«\u00a0${shortened(cell(column), 40)}\u00a0»`;
  const fault =
    textFault({ title, problem, solution, points }) ||
    (category === '' && cell('category') !== '' && `catégorie inconnue\u00a0: ${named('category')}`) ||
    (day === null && `date illisible\u00a0: ${named('date')}`) ||
    '';
  const source = optionNamed(IMPORT_SOURCES, cell('source')) || 'csv';
  return { kind: 'article', id, source, title, day: day ?? '', category, problem, solution, points, fault };
}

/** A line that goes on with a small letter was only broken to fit the cell. */
function unbroken(text: string): string {
  return text.replace(/\r?\n(?=\p{Ll})/gu, ' ');
}

type Texts = Pick<ExportArticle, 'title' | 'problem' | 'solution' | 'points'>;

/** What is longer would be cut, or could not be corrected later. */
function textFault({ title, problem, solution, points }: Texts): string {
  const sentences = [problem, solution].flatMap(sentencesOf);
  const isLong = (max: number) => (text: string) => text.length > max;
  const most = (max: number) => `${formatNumber(max)} caractères au plus`;
  if (title === '') return 'sans titre';
  if (solution === '') return 'sans solution';
  if (title.length > SUMMARY_TITLE_MAX) return `titre trop long\u00a0: ${most(SUMMARY_TITLE_MAX)}`;
  if ([problem, solution].some(isLong(IMPORT_TEXT_MAX)))
    return `texte trop long\u00a0: ${most(IMPORT_TEXT_MAX)}`;
  if (sentences.length > SUMMARY_LINES_MAX) return `plus de ${SUMMARY_LINES_MAX} phrases`;
  if (sentences.some(isLong(SUMMARY_LINE_MAX))) return `phrase trop longue\u00a0: ${most(SUMMARY_LINE_MAX)}`;
  if (points.length > IMPORT_POINTS_MAX) return `plus de ${IMPORT_POINTS_MAX} points`;
  if (points.some(isLong(IMPORT_POINT_MAX))) return `point trop long\u00a0: ${most(IMPORT_POINT_MAX)}`;
  return '';
}

/** Of a date without its day, as « mars 2025 », the year is kept. Returns null for what is no date. */
function dayOf(cell: string): string | null {
  if (cell === '') return '';
  const [, day, month = '', year = ''] = /^(\d\d?)[/.-](\d\d?)[/.-](\d{4}|\d\d)(?!\d)/.exec(cell) ?? [];
  const iso = day
    ? `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : cell.slice(0, 10);
  const at = /^\d{4}-\d\d-\d\d$/.test(iso) ? Date.parse(iso) : Number.NaN;
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(iso)) return iso;
  return /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(cell)?.[0] ?? null;
}
