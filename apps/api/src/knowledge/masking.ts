import { foldText } from '@guilde/contracts/text.ts';
import { hidePatterns, PATTERN_MASK } from './personal-patterns.ts';

/** Somebody whose names must not leave: a participant or the author of the SOS. Texts may be empty. */
export type NamedPerson = { firstName: string; lastName: string; storeName: string; storeUrl: string };

/** Hides the people of one conversation, each always in the same way. */
export type Mask = {
  /** For the model: « Membre 1 », « Boutique 1 » in the order of the people; everything personal hidden. */
  hide: (text: string) => string;
  /** For readers: the same, without numbers: « un membre », « une boutique ». */
  neutral: (text: string) => string;
};

type Name = { source: string; words: number; length: number; needsCapital: boolean; mark: string };

/** Names that are words too: in lower case they are left alone, or the text would lose its sense. */
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
/** Words of store names that say nothing alone. */
const LINKING_WORDS = new Set(
  'a au aux by chez co d de des du en et l la le les ma mes mon of o sur the un une'.split(' '),
);
/** Sites that many stores share: only the whole address is somebody's. */
const SHARED_SITES =
  /(?:^|\.)(?:amazon|ebay|etsy|facebook|instagram|linkedin|linktr|leboncoin|pinterest|sites\.google|tiktok|vinted|youtube)\.[a-z.]{2,6}$/;
const OPEN = '\uE000';
const CLOSE = '\uE001';
const MARK = /\uE000([MB])(\d*)\uE001/g;
/** Between the words of a name: « Jean-Pierre », « jeanpierre »; of a store's: « Épices & Co », « épices et co ». */
const GAP = "[\\s'._&+-]{0,3}";
const STORE_GAP = `(?:${GAP}|\\set\\s)`;

/** Makes the mask of a conversation. Names are found whatever their case and accents. */
export function createMask(people: readonly NamedPerson[]): Mask {
  const names = people.flatMap((person, index) => namesOf(person, index + 1)).toSorted(widestFirst);
  const hosts = people.flatMap(({ storeUrl }, index) => hostsOf(storeUrl, index + 1));
  const hide = (text: string) =>
    [
      (current: string) => hideLinks(current, hosts),
      hidePatterns,
      (current: string) => names.reduce(hideName, current),
      hideGreeted,
    ].reduce((current, step) => step(current), cleanText(text));
  return {
    hide: (text) => hide(text).replaceAll(MARK, labelOf),
    neutral: (text) => neutralise(hide(text).replaceAll(MARK, labelOf)),
  };
}

/** What cannot be seen goes: it could carry orders or split a name. */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0]/gu, '')
    .replace(/[\p{Cc}\u2028\u2029]/gu, (character) =>
      /[\n\r\u2028\u2029\u0085\v\f]/.test(character) ? '\n' : ' ',
    );
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
  const initial = last[0]?.[0];
  return [
    ...nameOf(first.length > 0 && last.length > 0 ? [...first, ...last] : [], member),
    ...nameOf(first.length > 0 && last.length > 0 ? [...last, ...first] : [], member),
    ...nameOf(first, member).map((name) =>
      initial ? { ...name, source: `${name.source}(?:\\s${initial}\\.(?!\\S))?` } : name,
    ),
    ...nameOf(last, member),
    ...(first.length > 1
      ? first.flatMap((part) => (part.length > 3 ? nameOf([part], member, true) : []))
      : []),
    ...nameOf(store, mark('B', index), false, STORE_GAP),
  ];
}

function wordsOf(name: string): string[] {
  return foldText(cleanText(name)).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function nameOf(words: string[], replacement: string, needsCapital = false, gap = GAP): Name[] {
  const source = words.join(gap);
  const telling = words.filter((word) => !LINKING_WORDS.has(word) && !COMMON_WORDS.has(word));
  if (words.join('').length < 2) return [];
  const isShort = words.length === 1 && source.length < 3;
  return [
    {
      source,
      words: words.length,
      length: words.join('').length,
      needsCapital: needsCapital || isShort || telling.length === 0,
      mark: replacement,
    },
  ];
}

function widestFirst(a: Name, b: Name): number {
  return b.words - a.words || b.length - a.length;
}

/** Replaces a name in a text by its mark; what is written between letters is another word. */
function hideName(text: string, { source, needsCapital, mark: replacement }: Name): string {
  const { folded, origin } = foldedWithOrigin(text);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, 'gu');
  let hidden = '';
  let end = 0;
  for (const { 0: found, index } of folded.matchAll(pattern)) {
    const from = origin[index] ?? text.length;
    const to = origin[index + found.length] ?? text.length;
    if (needsCapital && !/^\p{Lu}/u.test(text.slice(from, to))) continue;
    hidden += text.slice(end, from) + replacement;
    end = to;
  }
  return hidden + text.slice(end);
}

/** The text folded character by character, with where each came from. */
function foldedWithOrigin(text: string): { folded: string; origin: number[] } {
  let folded = '';
  const origin: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = foldText(character)
      .replace(/[’‘ʼ]/g, "'")
      .replace(/[\u2010-\u2015]/g, '-');
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
  const path = SHARED_SITES.test(host) ? pathname.replace(/\/+$/, '').toLowerCase() : '';
  return SHARED_SITES.test(host) && path === '' ? [] : [{ host, path, mark: mark('B', index) }];
}

const LINK =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"'«»“”()[\]{}|\\^`]{1,2000}|(?<![@\p{L}\d.-])(?:[\p{L}\d-]{1,63}\.){1,6}[a-z]{2,12}(?![\p{L}\d.-]*@)(?:[/?#][^\s<>"'«»“”()[\]{}|\\^`]{0,2000}|\b)/giu;
const STORE_PLATFORMS = /\.(?:myshopify\.com|wixsite\.com|prestashop\.com|shop|store|boutique)$/;

/** Links keep their site and path, and lose what may identify somebody: queries, fragments, tokens; stores are hidden. */
function hideLinks(text: string, hosts: readonly Host[]): string {
  return text.replaceAll(LINK, (found) => {
    const trailing = /[.,;:!?…]+$/.exec(found)?.[0] ?? '';
    const link = found.slice(0, found.length - trailing.length);
    const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(link);
    const address = hasScheme ? link : `https://${link}`;
    if (!URL.canParse(address)) return hasScheme ? `[lien]${trailing}` : found;
    return `${hideLink(new URL(address), hasScheme, hosts) ?? link}${trailing}`;
  });
}

/** Null for what can stay as it is written. */
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
  const kept = segments.map((segment) => (isOpaque(segment) ? '…' : segment)).join('/');
  const isPlain = kept === url.pathname && !url.search && !url.hash && !url.username && !url.password;
  if (isPlain) return null;
  return `${hasScheme ? `${url.protocol}//` : ''}${url.host}${kept === '/' ? '' : kept}`;
}

/** A part of a path that looks like a key or somebody's number rather than like words. */
function isOpaque(segment: string): boolean {
  const digits = segment.replace(/\D/g, '').length;
  return (
    digits >= 5 || (segment.length >= 16 && digits >= 2) || segment.includes('@') || segment.includes('%40')
  );
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

/** « Membre 2 » → « un membre », with the words that French elides before it and the capital that begins a sentence. */
function neutralise(text: string): string {
  const together = new RegExp(
    `(?:[Ll]es )?[Mm]embres \\d+(?:, \\d+)* et \\d+|${MEMBER}(?:, ${MEMBER})* et ${MEMBER}`,
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

/** True for a text of which nothing but masks is left. */
export function isOnlyMasks(text: string): boolean {
  const rest = text
    .replaceAll(PATTERN_MASK, '')
    .replaceAll(/\b(?:un membre|une boutique|(?:Membre|Boutique) \d+)/g, '');
  return !/\p{L}/u.test(rest);
}
