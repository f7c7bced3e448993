import { serverNow } from '../kit/server-time.ts';
/** Times are in milliseconds; `until` is exclusive. */
export type SearchText = {
  q: string;
  from?: string;
  in?: string;
  files?: true;
  since?: number;
  until?: number;
  /** It is a date that cannot be read. */
  unread?: string;
};

const FILTER = /(?<![\p{L}\d])(de|dans|[aà]|avant|apr[eè]s|depuis|le):\s*(?:"([^"]*)"?|«([^»]*)»?|(\S*))/giu;
const DAY = /^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?)$/;
const MONTH = /^(?:(\d{4})-(\d{1,2})|(\d{1,2})\/(\d{4}))$/;

/** Reads « facture de:karim dans:"compte ads" a:fichier avant:31/12/2026 », with filters anywhere. */
export function readSearch(text: string, now: Date = new Date(serverNow())): SearchText {
  const read: SearchText = { q: '' };
  const q = text.replace(FILTER, (_, name: string, quoted?: string, framed?: string, bare?: string) => {
    const value = (quoted ?? framed ?? bare ?? '').trim();
    if (value) apply(read, name.toLowerCase(), value, now);
    return ' ';
  });
  return { ...read, q: `${q} ${read.q}`.replace(/\s+/g, ' ').trim() };
}

export function isSearch({ q, ...filters }: SearchText): boolean {
  return q !== '' || isAboutMessages(filters);
}

/** Words alone may be in titles and names too. */
export function isAboutMessages({ from, files, since, until }: Omit<SearchText, 'q'>): boolean {
  return [from, files, since, until].some((filter) => filter !== undefined);
}

function apply(read: SearchText, name: string, value: string, now: Date): void {
  if (name === 'de') read.from = value;
  else if (name === 'dans') read.in = value;
  else if (name === 'a' || name === 'à') {
    if (/^(?:fichier|image|photo|document|pi[eè]ce)s?$/i.test(value)) read.files = true;
    else read.q = `${read.q} ${value}`;
  } else {
    const [start, end] = periodOf(value, now) ?? [];
    if (start === undefined || end === undefined) read.unread = value;
    else {
      if (name === 'avant') read.until = start;
      if (name === 'le') read.until = end;
      if (name === 'depuis' || name === 'le') read.since = start;
      if (name.startsWith('apr')) read.since = end;
    }
  }
}

/** Takes a day, a month or a year, in the reader's time zone. */
function periodOf(value: string, now: Date): [start: number, end: number] | null {
  const today = [now.getFullYear(), now.getMonth(), now.getDate()] as const;
  if (/^aujourd['’]?hui$/i.test(value)) return days(...today);
  if (/^hier$/i.test(value)) return days(today[0], today[1], today[2] - 1);
  const [, y, m, d, day, month, year] = DAY.exec(value) ?? [];
  if (y) return days(Number(y), Number(m) - 1, Number(d));
  if (day) {
    const wanted = [Number(month) - 1, Number(day)] as const;
    if (year) return days(Number(year), ...wanted);
    // A date without a year is the last one that has passed.
    const isLater = new Date(today[0], ...wanted) > now;
    return days(isLater ? today[0] - 1 : today[0], ...wanted);
  }
  const [, ym, my, monthOf, yearOf] = MONTH.exec(value) ?? [];
  if (ym ?? yearOf) return months(Number(ym ?? yearOf), Number(my ?? monthOf) - 1, 1);
  return /^(?:19|20)\d\d$/.test(value) ? months(Number(value), 0, 12) : null;
}

/** Returns null for a day that does not exist. */
function days(year: number, month: number, day: number): [number, number] | null {
  const start = new Date(year, month, day);
  const isReal = day < 1 || (start.getMonth() === month && start.getDate() === day);
  return isReal ? [start.getTime(), new Date(year, month, day + 1).getTime()] : null;
}

function months(year: number, month: number, count: number): [number, number] | null {
  if (month < 0 || month > 11) return null;
  return [new Date(year, month).getTime(), new Date(year, month + count).getTime()];
}
