import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { NewTabHint } from '../kit/new-tab-hint.tsx';
import type { Block, Inline } from './document.ts';
import { DocumentTable } from './document-table.tsx';
import { VALUES } from './values.tsx';

export function DocumentBlocks({ blocks }: { blocks: readonly Block[] }) {
  return together(blocks.map(blockOf));
}

export function lineOf(line: readonly Inline[]): ReactNode {
  return together(line.map(inlineOf));
}

/** The parts of a text never move, so they need no keys. */
function together(parts: readonly ReactNode[]) {
  return createElement(Fragment, null, ...parts);
}

function blockOf(block: Block): ReactNode {
  switch (block.kind) {
    case 'paragraph': {
      const [first, ...others] = block.line;
      const isValue = first?.kind === 'value' && others.length === 0;
      return isValue ? valueNamed(first.name) : <p>{lineOf(block.line)}</p>;
    }
    case 'list':
      return <ul>{together(block.items.map((item) => createElement('li', null, lineOf(item))))}</ul>;
    case 'definitions':
      return (
        <dl>
          {block.entries.map(({ term, text }) => (
            <Fragment key={term}>
              <dt>{term}</dt>
              <dd>{lineOf(text)}</dd>
            </Fragment>
          ))}
        </dl>
      );
    case 'table': {
      const rows = block.rows.map(({ heading, cells }) => [heading, ...cells.map(lineOf)] as const);
      return <DocumentTable caption={block.caption} head={block.head} rows={rows} />;
    }
  }
}

function inlineOf(part: Inline): ReactNode {
  switch (part.kind) {
    case 'text':
      // A value that arrives later is put beside it, which fails where a translation has replaced a bare text.
      return <span>{part.text}</span>;
    case 'strong':
      return <strong>{part.text}</strong>;
    case 'em':
      return <em>{part.text}</em>;
    case 'value':
      return valueNamed(part.name);
    case 'link':
      return part.to.startsWith('/') ? (
        <Link to={part.to}>{part.text}</Link>
      ) : (
        <a href={part.to} target="_blank" rel="noreferrer">
          <span>{part.text}</span>
          <NewTabHint />
        </a>
      );
  }
}

function valueNamed(name: string): ReactNode {
  if (!Object.hasOwn(VALUES, name)) throw new Error(`There is no value {${name}} for a text`);
  return VALUES[name];
}
