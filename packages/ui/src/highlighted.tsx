import type { TextRange } from '@guilde/contracts/knowledge/rules.ts';
import { Fragment } from 'react';
import { Mark } from './kit/mark.tsx';

/** The server sends ranges, never markup. */
export function Highlighted({
  text,
  ranges = [],
}: {
  text: string;
  ranges?: readonly TextRange[] | undefined;
}) {
  return ranges
    .map(([start, end], index) => ({ start, end, before: text.slice(ranges[index - 1]?.[1] ?? 0, start) }))
    .map(({ start, end, before }) => (
      <Fragment key={start}>
        <span>{before}</span>
        <Mark>{text.slice(start, end)}</Mark>
      </Fragment>
    ))
    .concat(<span key="rest">{text.slice(ranges.at(-1)?.[1] ?? 0)}</span>);
}
