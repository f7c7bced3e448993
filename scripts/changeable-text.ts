import { type ESTree, parseSync, Visitor } from 'vite';
import type { Source } from './sources.ts';

/** These names and calls give elements, no text. */
const ELEMENTS =
  /^(?:above|aside|dialogs|head|restart|scope|topic|(?:\w+\.)?\w*(?:[eE]lement|[tT]rigger|Notice|banner|content|list|icon))$|^(?:button|link|lines|renderOwner)\(/;
/** A constant never changes. */
const CONSTANT = /^[A-Z][A-Z_]+$/;
const NO_NODES = new Set(['option', 'select', 'title', 'style']);

/** A `fragment` is chosen or left out, and holds a text. */
type Kind = 'text' | 'space' | 'value' | 'fragment' | 'changing' | 'children' | 'element';
type Child = { kind: Kind; node: ESTree.JSXChild };
/** Returns the element's children, without the white space that JSX leaves out. */
function childrenOf(parent: ESTree.JSXElement | ESTree.JSXFragment, source: string): Child[] {
  return parent.children.flatMap((node): Child[] => {
    const kind = kindOf(node, source);
    return kind ? [{ kind, node }] : [];
  });
}

function kindOf(node: ESTree.JSXChild, source: string): Kind | null {
  if (node.type === 'JSXText') {
    if (/\S/.test(node.value)) return 'text';
    return node.value.includes('\n') ? null : 'space';
  }
  if (node.type !== 'JSXExpressionContainer') return 'element';
  if (node.expression.type === 'JSXEmptyExpression') return null;
  const kinds = leavesOf(node.expression).flatMap((leaf) => leafKind(leaf, source) ?? []);
  if (kinds.length === 0) return null;
  const isChoice = kinds.length > 1 || /^(?:Logical|Conditional)/.test(bare(node.expression).type);
  if (kinds.every((kind) => kind === 'space')) return 'space';
  if (kinds.includes('fragment')) return 'fragment';
  if (kinds.some((kind) => kind === 'text' || kind === 'value'))
    return isChoice || kinds[0] === 'value' ? 'value' : 'text';
  if (kinds[0] === 'children') return 'children';
  return isChoice || kinds[0] === 'changing' ? 'changing' : 'element';
}

type Expression = ESTree.Expression;

function bare(node: Expression): Expression {
  return node.type === 'ParenthesizedExpression' ? bare(node.expression) : node;
}

function leavesOf(given: Expression): Expression[] {
  const node = bare(given);
  if (node.type === 'ConditionalExpression')
    return [...leavesOf(node.consequent), ...leavesOf(node.alternate)];
  if (node.type !== 'LogicalExpression') return [node];
  return node.operator === '&&' ? leavesOf(node.right) : [...leavesOf(node.left), ...leavesOf(node.right)];
}

function leafKind(node: Expression, source: string): Kind | null {
  const text = source.slice(node.start, node.end);
  if (
    node.type === 'JSXFragment' &&
    childrenOf(node, source).some(({ kind }) => kind === 'text' || kind === 'value')
  )
    return 'fragment';
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return 'element';
  // It is shown elsewhere.
  if (/^createPortal\(/.test(text)) return null;
  if (node.type === 'Literal')
    return typeof node.value === 'string' ? (/\S/.test(node.value) ? 'text' : 'space') : 'changing';
  if (node.type === 'TemplateLiteral') {
    const isFixed = node.expressions.every(({ start, end }) => CONSTANT.test(source.slice(start, end)));
    return isFixed ? 'text' : 'value';
  }
  if (CONSTANT.test(text)) return 'text';
  if (/^(?:props\.)?children$/.test(text)) return 'children';
  if (node.type === 'CallExpression' && /\.map$/.test(source.slice(node.callee.start, node.callee.end)))
    return 'changing';
  return ELEMENTS.test(text) ? 'element' : 'value';
}

/** A text that can change, or beside which something comes and goes, needs an element of its own. */
function isBare(children: readonly Child[]): boolean {
  const has = (...kinds: Kind[]) => children.some(({ kind }) => kinds.includes(kind));
  if (has('fragment')) return true;
  return children.length > 1 && (has('value') || (has('text', 'children') && has('changing')));
}

/** A fragment of a list comes and goes with all that it holds. */
function isKeyed(parent: ESTree.JSXElement | ESTree.JSXFragment): boolean {
  if (parent.type === 'JSXFragment') return false;
  const { name } = parent.openingElement;
  return name.type === 'JSXIdentifier' && name.name === 'Fragment';
}

/** Gives `file:line` and the beginning of each element with such a text. */
export function bareTextsIn({ file, text }: Source): string[] {
  const found: string[] = [];
  eachParent({ file, text }, (parent) => {
    const children = childrenOf(parent, text);
    if (
      !isBare(children) &&
      !(isKeyed(parent) && children.some(({ kind }) => kind === 'text' || kind === 'value'))
    )
      return;
    const line = text.slice(0, parent.start).split('\n').length;
    found.push(`${file}:${line} ${text.slice(parent.start, parent.start + 60).replace(/\s+/g, ' ')}`);
  });
  return found;
}

function eachParent(
  { file, text }: Source,
  look: (parent: ESTree.JSXElement | ESTree.JSXFragment) => void,
): void {
  new Visitor({
    JSXElement: (node) => {
      const { name } = node.openingElement;
      if (name.type !== 'JSXIdentifier' || !NO_NODES.has(name.name)) look(node);
    },
    JSXFragment: look,
  }).visit(parseSync(file, text).program);
}
