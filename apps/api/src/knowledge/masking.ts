import { foldText, normalized } from '@guilde/contracts/text.ts';
import { PATTERN_MASK } from './mask-rules.ts';
import { hidePatterns } from './personal-patterns.ts';
import { looksLikeKey } from './token-detection.ts';
import { hideUnknownNames } from './unknown-names.ts';

export type NamedPerson = { firstName: string; lastName: string; storeName: string; storeUrl: string };

export type Mask = {
  /** The model reads « Membre 1 », « Boutique 1 », in the order of the people. */
  hide: (text: string) => string;
  /** Readers see « un membre », « une boutique ». */
  neutral: (text: string) => string;
};

type Name = { pattern: RegExp; words: number; length: number; needsCapital: boolean; mark: string };

/** These names are words too, so they are masked only with a capital. */
const COMMON_WORDS = new Set(
  `ange aime aurore belle berger bio blanc blanche boucher boulanger bois bon bonne boutique brun cafe care chance chapelle
  charpentier chevalier christian clef client coeur colline comptoir constance cour court crea creation creations
  desire deal dimanche duc epicerie etoile fabrique fleur fleury fontaine forest fort france franc garde gentil grand gros
  home iris jardin jasmine jolie jour laine leger ligne livre long maison marche marchand marguerite marin marine market
  martinet mercier merle meunier mode modeste monde moulin muguet nature neuf noel noir nord olive or page papillon parfait
  paris petit petite pierre pomme prairie prudence reine renard riche rivage roche roi rose rosier rouge roux
  roy rue sage saison savon savons shop soleil store studio sud tech terre tisserand vallee vent verger vert vidal victoire violette
  voisin vrai`.split(/\s+/),
);
/** These words of store names identify nobody. */
const LINKING_WORDS = new Set(
  'a au aux by chez co d de des du en et l la le les ma mes mon of o sur the un une'.split(' '),
);
/** On shared platforms only the whole address identifies a store. */
const SHARED_SITES =
  /(?:^|\.)(?:amazon|ebay|etsy|facebook|instagram|linkedin|linktr|leboncoin|pinterest|sites\.google|tiktok|vinted|youtube)\.[a-z.]{2,6}$/;
const OPEN = '\uE000';
const CLOSE = '\uE001';
const MARK = /\uE000([MB])(\d*)\uE001/g;
/** The gap matches within names: « Jean-Pierre », « jeanpierre », « Épices & Co », « épices et co ». */
const GAP = "[\\s'._&+-]{0,3}";
const STORE_GAP = `(?:${GAP}|\\set\\s)`;

export function createMask(people: readonly NamedPerson[]): Mask {
  const names = people.flatMap((person, index) => namesOf(person, index + 1)).toSorted(widestFirst);
  const hosts = people.flatMap(({ storeUrl }, index) => hostsOf(storeUrl, index + 1));
  const hide = (text: string) =>
    [
      (current: string) => hideLinks(current, hosts),
      hidePatterns,
      (current: string) => hideNames(current, names),
      hideUnknownNames,
      hideGreeted,
    ].reduce((current, step) => step(current), cleanText(text));
  return {
    hide: (text) => hide(text).replaceAll(MARK, labelOf),
    neutral: (text) => neutralise(hide(text).replaceAll(MARK, labelOf)),
  };
}

/** Full-width, mathematical, circled and raised letters are normalised; « m² » and « ① » alone stay. */
const DISGUISED =
  /[\uff01-\uffee\u{1d400}-\u{1d7ff}]+|[\u2460-\u249b\u24b6-\u24ea\u{1f110}-\u{1f149}]{2,}|[⁰¹²³⁴-⁹₀-₉]{4,}|\p{Lm}{3,}/gu;

/** Removes invisible characters and stray marks, which could carry instructions or split a name. */
export function cleanText(text: string): string {
  const visible = text
    .toWellFormed()
    .replace(
      /(?<!\p{Extended_Pictographic})[\ufe00-\ufe0f]|(?![\ufe00-\ufe0f])\p{DI}|[\p{Cf}\p{Co}\p{Cn}]/gu,
      '',
    )
    .replace(DISGUISED, (found) => found.normalize('NFKC'))
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15));
  return normalized(visible, 'NFC')
    .replace(/(?<=[\p{Script=Latin}\p{N}\p{P}\s])\p{M}+/gu, '')
    .replace(/\u2800/g, ' ')
    .replace(/[\p{Cc}\u2028\u2029]/gu, (character) =>
      /[\n\r\u2028\u2029\u0085\v\f]/.test(character) ? '\n' : ' ',
    )
    .replace(/(?<![^\S\n])[^\S\n]{2,}/g, ' ');
}

function labelOf(_mark: string, kind: string, index: string): string {
  if (index === '') return kind === 'M' ? 'un membre' : 'une boutique';
  return `${kind === 'M' ? 'Membre' : 'Boutique'} ${index}`;
}

function mark(kind: 'M' | 'B', index: number | ''): string {
  return `${OPEN}${kind}${index}${CLOSE}`;
}

function namesOf({ firstName, lastName, storeName }: NamedPerson, index: number): Name[] {
  const [first, last, store] = [wordsOf(firstName), wordsOf(lastName), wordsOf(storeName)];
  const member = mark('M', index);
  const whole =
    first.length > 0 && last.length > 0
      ? [
          [...first, ...last],
          [...last, ...first],
        ]
      : [];
  const initial = last[0] ? `(?:\\s${last[0][0]}\\.(?!\\S))?` : '';
  // Two common words in a row are a name: « rose petit », but not « rose a ».
  const isTelling = [first, last].every((part) => part.some((word) => !LINKING_WORDS.has(word)));
  return [
    ...whole.flatMap((words) => nameOf(words, member, { needsCapital: isTelling ? false : undefined })),
    ...nameOf(first, member, { after: initial }),
    ...nameOf(last, member),
    ...[first, last].flatMap((part) =>
      partsOf(part).flatMap((word) => nameOf([word], member, { needsCapital: true })),
    ),
    ...nameOf(store, mark('B', index), { gap: STORE_GAP }),
  ];
}

function wordsOf(name: string): string[] {
  return foldedWithOrigin(cleanText(name)).folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A part is « Martin » of « Martin-Duval ». */
function partsOf(words: readonly string[]): string[] {
  return words.length < 2 ? [] : words.filter((word) => word.length > 3);
}

type Manner = { needsCapital?: boolean | undefined; gap?: string; after?: string };

function nameOf(
  words: string[],
  replacement: string,
  { needsCapital, gap = GAP, after = '' }: Manner = {},
): Name[] {
  const length = words.join('').length;
  if (length < 2) return [];
  const significant = words.filter((word) => !LINKING_WORDS.has(word) && !COMMON_WORDS.has(word));
  const isShort = words.length === 1 && length < 3;
  const source = `${words.join(gap)}${after}${length > 3 ? `|${spelled(words.join(''))}` : ''}`;
  return [
    {
      pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})\\d{0,4}(?![\\p{L}\\p{N}])`, 'gu'),
      words: words.length,
      length,
      needsCapital: needsCapital ?? (isShort || significant.length === 0),
      mark: replacement,
    },
  ];
}

/** It matches « c l a i r e » and « c.l.a.i.r.e »: the sign between the letters is the same. */
function spelled(word: string): string {
  const [first = '', second = '', ...others] = word;
  return `${first}(?<sign>[\\s._*|/-])${second}${others.map((letter) => `\\k<sign>${letter}`).join('')}`;
}

function widestFirst(a: Name, b: Name): number {
  return b.words - a.words || b.length - a.length;
}

function hideNames(text: string, names: readonly Name[]): string {
  const { folded, origin } = foldedWithOrigin(text);
  const taken = new Uint8Array(text.length);
  const spans: { from: number; to: number; mark: string }[] = [];
  for (const { pattern, needsCapital, mark: replacement } of names)
    for (const { 0: found, index } of folded.matchAll(pattern)) {
      const from = origin[index] ?? text.length;
      const to = origin[index + found.length] ?? text.length;
      if (needsCapital && !/^\p{Lu}/u.test(text.slice(from, to))) continue;
      if (taken.subarray(from, to).includes(1)) continue;
      taken.fill(1, from, to);
      spans.push({ from, to, mark: replacement });
    }
  let hidden = '';
  let end = 0;
  for (const { from, to, mark: replacement } of spans.toSorted((a, b) => a.from - b.from)) {
    hidden += text.slice(end, from) + replacement;
    end = to;
  }
  return hidden + text.slice(end);
}

/** Folding keeps these lookalikes: « Сlaire » with a Cyrillic С, « Łukasz ». */
const LOOKALIKES = new Map(
  `аa еe оo рp сc уy хx іi јj ѕs мm тt кk нh вb αa οo νv ρp ιi κk łl øo đd ßss ıi ɑa ɡg
  ’' ‘' ʼ' \u2010- \u2011- \u2012- \u2013- \u2014- \u2015-`
    .split(/\s+/)
    .map((pair) => [pair.charAt(0), pair.slice(1)] as const),
);

/** `origin` has the original index of each character. */
function foldedWithOrigin(text: string): { folded: string; origin: number[] } {
  let folded = '';
  const origin: number[] = [];
  let at = 0;
  for (const character of text) {
    const lower = character < '\u0080' ? character.toLowerCase() : foldText(character);
    const plain = LOOKALIKES.get(lower) ?? lower;
    for (let i = 0; i < plain.length; i++) origin.push(at);
    folded += plain;
    at += character.length;
  }
  return { folded, origin };
}

type Host = { host: string; path: string; mark: string };

function hostsOf(storeUrl: string, index: number): Host[] {
  const address = /^[a-z]+:\/\//i.test(storeUrl) ? storeUrl : `https://${storeUrl}`;
  if (!storeUrl || !URL.canParse(address)) return [];
  const { hostname, pathname } = new URL(address);
  const host = hostname.replace(/^www\./, '');
  if (!host.includes('.')) return [];
  const path = SHARED_SITES.test(host) ? pathname.replace(/(?<!\/)\/+$/, '').toLowerCase() : '';
  return SHARED_SITES.test(host) && path === '' ? [] : [{ host, path, mark: mark('B', index) }];
}

const LINK =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"'«»“”()[\]{}|\\^`]{1,2000}|(?<![@\p{L}\d.-]|@\s|(?<!\p{L})(?:at|arobase)[)\]}]?\s?)(?:[\p{L}\d-]{1,63}\.){1,6}[a-z]{2,12}(?![\p{L}\d.-]*@)(?:[/?#][^\s<>"'«»“”()[\]{}|\\^`]{0,2000}|\b)/giu;
const STORE_PLATFORMS = /\.(?:myshopify\.com|wixsite\.com|prestashop\.com|shop|store|boutique)$/;

/** Site and path stay; queries, fragments and tokens are removed, and stores masked. */
function hideLinks(text: string, hosts: readonly Host[]): string {
  return text.replaceAll(LINK, (found) => {
    const trailing = /(?<![.,;:!?…])[.,;:!?…]+$/.exec(found)?.[0] ?? '';
    const link = found.slice(0, found.length - trailing.length);
    const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(link);
    const address = hasScheme ? link : `https://${link}`;
    if (!URL.canParse(address)) return hasScheme ? `[lien]${trailing}` : found;
    return `${hideLink(new URL(address), hasScheme, hosts) ?? link}${trailing}`;
  });
}

/** Returns null when nothing needs masking. */
function hideLink(url: URL, hasScheme: boolean, hosts: readonly Host[]): string | null {
  const host = url.hostname.replace(/^www\./, '');
  const path = url.pathname.toLowerCase();
  const store = hosts.find(
    (known) => (host === known.host || host.endsWith(`.${known.host}`)) && path.startsWith(known.path),
  );
  if (store) return store.mark;
  if (STORE_PLATFORMS.test(host)) return mark('B', '');
  if (hasScheme && !/^https?:$/.test(url.protocol)) return '[lien]';
  const segments = url.pathname.split('/');
  const kept = segments
    .map((segment, place) => (looksLikeKey(decoded(segment), segments[place - 1]) ? '…' : segment))
    .join('/');
  const isPlain = kept === url.pathname && !url.search && !url.hash && !url.username && !url.password;
  if (isPlain) return null;
  return `${hasScheme ? `${url.protocol}//` : ''}${url.host}${kept === '/' ? '' : kept}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** « Bonjour Untel, » names somebody whose profile may be gone. */
function hideGreeted(text: string): string {
  return text.replaceAll(
    /(?<![\p{L}])([Bb]onjour|[Bb]onsoir|[Ss]alut|[Cc]oucou|[Hh]ello|[Mm]erci|[Bb]ravo|[Cc]hère?)(\s(?:à\s|beaucoup\s|encore\s|infiniment\s)?)\p{Lu}\p{Ll}{1,20}(?:-\p{Lu}\p{Ll}{1,20})?(?=\s*(?:[,!.;…]|$|\set\s|pour\s))/gmu,
    (_found, greeting: string, link: string) => `${greeting}${link}${mark('M', '')}`,
  );
}

const MEMBER = '(?:Membre|membre)\\s\\d+';
const STORE = '(?:Boutique|boutique)\\s\\d+';

/** « Membre 2 » becomes « un membre », with French elision and a capital where needed. */
function neutralise(text: string): string {
  const together = new RegExp(
    `(?:[Ll]es )?[Mm]embres \\d+(?:, \\d+){0,20} et \\d+|${MEMBER}(?:, ${MEMBER}){0,20} et ${MEMBER}`,
    'gu',
  );
  const neutral = text
    .replaceAll(together, 'des membres')
    .replaceAll(
      new RegExp(`(?<![\\p{L}])(?:(d)e |(qu)e |(D)e |(Qu)e )(?=${MEMBER}|${STORE})`, 'gu'),
      (_, ...groups: string[]) => `${groups.slice(0, 4).find(Boolean)}’`,
    )
    .replaceAll(new RegExp(`(?<![\\p{L}])[Dd]u (?=${MEMBER})`, 'gu'), 'd’')
    .replaceAll(new RegExp(`(?<![\\p{L}])([Aa])u (?=${MEMBER})`, 'gu'), (_, a: string) =>
      a === 'A' ? 'À ' : 'à ',
    )
    .replaceAll(new RegExp(`(?<![\\p{L}])[Ll][ea] (?=${MEMBER}|${STORE})`, 'gu'), '')
    .replaceAll(new RegExp(MEMBER, 'gu'), 'un membre')
    .replaceAll(new RegExp(STORE, 'gu'), 'une boutique');
  return neutral.replaceAll(
    /(^|[.!?…]\s+|\n)(un membre|une boutique|des membres|d’un membre)/gu,
    (_, before: string, words: string) => `${before}${words.charAt(0).toUpperCase()}${words.slice(1)}`,
  );
}

export function isOnlyMasks(text: string): boolean {
  const rest = text
    .replaceAll(PATTERN_MASK, '')
    .replaceAll(/\b(?:un membre|une boutique|(?:Membre|Boutique) \d+)/g, '');
  return !/\p{L}/u.test(rest);
}
