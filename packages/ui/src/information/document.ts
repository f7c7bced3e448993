export type Inline =
  | { kind: 'text' | 'strong' | 'em'; text: string }
  | { kind: 'link'; text: string; to: string }
  | { kind: 'value'; name: string };

export type Block =
  | { kind: 'paragraph'; line: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'definitions'; entries: { term: string; text: Inline[] }[] }
  | { kind: 'table'; caption: string; head: string[]; rows: { heading: string; cells: Inline[][] }[] };

/** `id` is the anchor in the address of the page. */
export type Section = { id: string; title: string; blocks: Block[] };

const HEADING = /^(.+) \{#([\w-]+)\}$/;
const MARKUP = /\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^[\]]+)\]\(([^()\s]+)\)|\{(\w+)\}/g;
const CAPTION = 'Table: ';
const ITEM = '- ';
const DEFINITION = '\n: ';

/**
 * Reads a text in a part of Markdown: a summary, then sections « ## Title {#anchor} » of paragraphs, lists,
 * definitions (« : » below their term) and tables below « Table: caption », with **strong**, *emphasis*,
 * [links](/path) and {values}, which the page fills in. It throws when a heading has no anchor.
 */
export function readDocument(text: string): { summary: Inline[]; sections: Section[] } {
  const [summary = '', ...sections] = text.trim().split(/^## /m);
  return { summary: readLine(summary), sections: sections.map(readSection) };
}

function readSection(text: string): Section {
  const [heading = '', ...blocks] = text.trim().split('\n\n');
  const [, title, id] = HEADING.exec(heading) ?? [];
  if (!title || !id) throw new Error(`No anchor follows the heading: ${heading}`);
  return { id, title, blocks: blocks.map(readBlock) };
}

function readBlock(text: string): Block {
  if (text.startsWith(ITEM))
    return { kind: 'list', items: text.slice(ITEM.length).split(`\n${ITEM}`).map(readLine) };
  if (text.startsWith(CAPTION)) return readTable(text);
  if (text.includes(DEFINITION)) return readDefinitions(text);
  return { kind: 'paragraph', line: readLine(text) };
}

/** A line that begins neither with « : » nor with a space is a term. */
function readDefinitions(text: string): Block {
  const entries = text.split(/\n(?![: ])/).map((entry) => {
    const [term = '', description = ''] = entry.split(DEFINITION);
    return { term, text: readLine(description) };
  });
  return { kind: 'definitions', entries };
}

function readTable(text: string): Block {
  const [caption = '', head = '', , ...rows] = text.split('\n');
  return {
    kind: 'table',
    caption: caption.slice(CAPTION.length),
    head: cellsOf(head),
    rows: rows.map((row) => {
      const [heading = '', ...cells] = cellsOf(row);
      return { heading, cells: cells.map(readLine) };
    }),
  };
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function readLine(text: string): Inline[] {
  const line = text.trim().replace(/\n */g, ' ');
  const parts: Inline[] = [];
  let end = 0;
  for (const match of line.matchAll(MARKUP)) {
    if (match.index > end) parts.push({ kind: 'text', text: line.slice(end, match.index) });
    parts.push(markedPart(match));
    end = match.index + match[0].length;
  }
  if (end < line.length) parts.push({ kind: 'text', text: line.slice(end) });
  return parts;
}

function markedPart([, strong, em, label, to, value]: RegExpExecArray): Inline {
  if (strong !== undefined) return { kind: 'strong', text: strong };
  if (em !== undefined) return { kind: 'em', text: em };
  if (label !== undefined) return { kind: 'link', text: label, to: to ?? '' };
  return { kind: 'value', name: value ?? '' };
}
