import { type ESTree, parseSync } from 'vite';
import type { Source } from './sources.ts';

/** `said` has « … » in place of values, `text` has `${name}`. */
export type Text = { file: string; line: number; said: string; text: string };

const INLINE = new Set(['a', 'b', 'em', 'Fact', 'Link', 'span', 'strong', 'time']);

/** A sentence with its links is one text. Files other than code count whole. */
export function textsIn({ file, text: source }: Source): Text[] {
  if (/\.(?:md|txt)$/.test(file)) return textsInMarkdown({ file, text: source });
  if (/\.(?:html|svg)$/.test(file))
    return textsInMarkdown({ file, text: source.replace(/<style>[\s\S]*?<\/style>|<[^>]*>/g, '|') });
  if (file.endsWith('.json')) return textsInJson({ file, text: source });
  const found: Text[] = [];
  const add = (node: ESTree.Node, parts: Part[]) => {
    const said = inOneLine(parts.map((part) => (typeof part === 'string' ? part : '…')));
    if (!/\p{L}{2}/u.test(said)) return;
    const text = inOneLine(parts.map((part) => (typeof part === 'string' ? part : `\${${sourceOf(part)}}`)));
    found.push({ file, line: source.slice(0, node.start).split('\n').length, said, text });
  };
  const sourceOf = ({ start, end }: ESTree.Node) => source.slice(start, end);
  const visit = (node: ESTree.Node) => {
    if (/^(Import|ExportAll|TS)/.test(node.type) && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return;
    if (node.type === 'JSXAttribute' && node.name.name === 'className') return;
    if (node.type === 'Literal' && typeof node.value === 'string') add(node, [node.value]);
    if (node.type === 'TemplateLiteral') add(node, templateParts(node));
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      if (node.children.some((child) => child.type === 'JSXText' && /\p{L}/u.test(child.value)))
        add(node, node.children.flatMap(sentenceParts));
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseSync(file, source).program);
  return found;
}

/** The parts lose their Markdown marks; values between braces become « … ». */
function textsInMarkdown({ file, text: source }: Source): Text[] {
  const parts = source.matchAll(/(?:[^\n]|\n(?! *[\n|:#-]))+/g).flatMap((part) =>
    part[0].split('|').map((cell) => ({
      line: source.slice(0, part.index).split('\n').length,
      text: inOneLine([
        cell
          .replace(/^\s*(?:[-:]|##|Table:) | \{#[\w-]+\}$/g, '')
          .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
          .replaceAll('*', ''),
      ]),
    })),
  );
  return [...parts]
    .filter(({ text }) => /\p{L}{2}/u.test(text))
    .map(({ line, text }) => ({ file, line, text, said: text.replace(/\{\w+\}/g, '…') }));
}

function textsInJson({ file, text: source }: Source): Text[] {
  const strings = source.matchAll(/("(?:[^"\\]|\\.)*")(:?)/g);
  const found = strings
    .filter(([, , colon]) => colon === '')
    .map((match) => ({
      line: source.slice(0, match.index).split('\n').length,
      text: inOneLine([JSON.parse(match[0]) as string]),
    }));
  return [...found]
    .filter(({ text }) => /\p{L}{2}/u.test(text))
    .map(({ line, text }) => ({ file, line, text, said: text }));
}

type Part = string | ESTree.Node;

function templateParts({ quasis, expressions }: ESTree.TemplateLiteral): Part[] {
  return quasis.flatMap(({ value }, index) => [value.cooked ?? '', ...expressions.slice(index, index + 1)]);
}

function sentenceParts(child: ESTree.JSXChild): Part[] {
  if (child.type === 'JSXText') return [child.value];
  if (child.type === 'JSXExpressionContainer') {
    const { expression } = child;
    return [expression.type === 'Literal' ? String(expression.value) : expression];
  }
  if (child.type !== 'JSXElement' || child.openingElement.name.type !== 'JSXIdentifier') return [' | '];
  if (!INLINE.has(child.openingElement.name.name)) return [' | '];
  return child.children.flatMap(sentenceParts);
}

function inOneLine(parts: string[]): string {
  return parts
    .join('')
    .replace(/[ \n]+/g, ' ')
    .trim();
}

function childrenOf(node: ESTree.Node): ESTree.Node[] {
  return Object.values(node).flatMap((value: unknown) => [value].flat().filter(isNode));
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
