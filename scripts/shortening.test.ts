/**
 * A text is shortened by `beginning`, `ending`, `shortened` or `excerpt` (packages/contracts/src/text.ts), which cut no
 * letter or emoji in half. The check knows no types: it looks at texts by their names and by what made them,
 * and at whatever stands before « … ».
 */
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { isTest, readSources, type Source } from './sources.ts';

const OWNER = 'packages/contracts/src/text.ts';
const CUTS = new Set(['slice', 'substring', 'substr']);
const MAKES_TEXT =
  /^(trim\w*|replace\w*|join|toString|normalized?|toWellFormed|concat|plain\w+|neutral|String)$/;
const IS_TEXT =
  /(text|content|title|name|message|comment|description|body|summary|subject|label|excerpt|reason|line|bio|question|answer|written|typed)$/i;
/** Its length is chosen, and not found in the text. */
const CHOSEN_END = /^(\d+|[A-Z][A-Z\d_]*|(\w+\.)?max\w*|\w*(Max|Limit|Length)|limit)( [-+*] .+)?$/;

/** These are no texts that somebody reads as words. */
const OTHERS = new Map([
  ['apps/api/src/invitations/invitations.ts', 'the first letter of an address stands for all of it'],
]);

function cutsIn({ file, text }: Source): string[] {
  const found: string[] = [];
  const sourceOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  const nameOf = (node: ESTree.Expression | ESTree.Super): string => {
    if (node.type === 'Identifier') return node.name;
    if (node.type === 'MemberExpression' && node.property.type === 'Identifier') return node.property.name;
    return '';
  };
  const isText = (node: ESTree.Expression | ESTree.Super): boolean =>
    node.type === 'CallExpression'
      ? MAKES_TEXT.test(nameOf(node.callee)) ||
        (node.callee.type === 'MemberExpression' && isPart(node.callee))
      : IS_TEXT.test(nameOf(node));
  const isPart = (callee: ESTree.MemberExpression) => CUTS.has(nameOf(callee)) && isText(callee.object);
  const cutOf = (node: ESTree.CallExpression) => {
    const { callee, arguments: given } = node;
    const [from, to] = given;
    if (callee.type !== 'MemberExpression' || !CUTS.has(nameOf(callee)) || !from) return null;
    const isEnding = !to && sourceOf(from).startsWith('-');
    if (isEnding) return { receiver: callee.object, end: sourceOf(from).slice(1) };
    return to && sourceOf(from) === '0' ? { receiver: callee.object, end: sourceOf(to) } : null;
  };
  const note = (node: { start: number; end: number }) => {
    found.push(`${file}:${text.slice(0, node.start).split('\n').length}: ${sourceOf(node)}`);
  };
  new Visitor({
    CallExpression: (node) => {
      const cut = cutOf(node);
      if (cut && CHOSEN_END.test(cut.end) && isText(cut.receiver)) note(node);
    },
    TemplateLiteral: (node) => {
      for (const [index, expression] of node.expressions.entries()) {
        const after = node.quasis[index + 1]?.value.raw ?? '';
        if (after.startsWith('…') && /\.(slice|substring|substr)\(/.test(sourceOf(expression)))
          note(expression);
      }
    },
    NewExpression: (node) => {
      const isCutter = sourceOf(node.callee) === 'Intl.Segmenter' && !/granularity/.test(sourceOf(node));
      if (isCutter) note(node);
    },
  }).visit(parseSync(file, text).program);
  return found;
}

describe('texts are shortened in one place', () => {
  const product = readSources().filter(
    ({ file }) => /^(apps|packages)\//.test(file) && !isTest(file) && file !== OWNER,
  );

  it('which all others use', () => {
    expect(product.filter(({ file }) => !OTHERS.has(file)).flatMap(cutsIn)).toEqual([]);
  });

  it('with exceptions that still are some', () => {
    const cut = new Set(product.filter((source) => cutsIn(source).length > 0).map(({ file }) => file));
    expect([...OTHERS.keys()].filter((file) => !cut.has(file))).toEqual([]);
  });

  it.each([
    'message.content.slice(0, 200)',
    'title.substring(0, TITLE_MAX - 1)',
    'text.slice(0, max)',
    'neutral(comment).slice(0, OUTCOME_COMMENT_MAX)',
    'lines.join(" ").slice(0, limit)',
    'name.slice(-NAME_MAX)',
    "normalized(name, 'NFC').slice(-NAME_MAX)",
    'name.slice(0, at).slice(0, NAME_MAX)',
    `\`\${anything.slice(0, at)}…\``,
    "new Intl.Segmenter('fr')",
  ])('sees %s', (text) => {
    expect(cutsIn({ file: 'planted.ts', text })).toHaveLength(1);
  });

  it.each([
    'rows.slice(0, limit)',
    'rows.slice(1).slice(0, LIMIT)',
    'text.slice(0, at)',
    'text.slice(start, end)',
  ])('lets %s be', (text) => {
    expect(cutsIn({ file: 'planted.ts', text })).toEqual([]);
  });
});
