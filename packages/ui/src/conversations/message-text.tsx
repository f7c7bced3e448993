import { type ReactNode, useId, useState } from 'react';
import { CopyButton } from '../kit/copy-button.tsx';
import { usePlatform } from '../platform.ts';
import { foldAt, type MessagePart, partsOf, partsUpTo } from './message-parts.ts';

/** Unfolded messages stay so while they leave the window and come back. */
const unfolded = new Set<string>();

type Render = (text: string) => ReactNode;

/** Code is shown as it was written, other parts by `render`. Long texts are folded. */
export function MessageText({ id, text, render }: { id: string; text: string; render: Render }) {
  const [isUnfolded, setUnfolded] = useState(unfolded.has(id));
  const textId = useId();
  const fold = foldAt(text);
  const parts = partsOf(text);
  if (fold === null) return <Parts parts={parts} render={render} />;
  const toggle = () => {
    if (isUnfolded) unfolded.delete(id);
    else unfolded.add(id);
    setUnfolded(!isUnfolded);
  };
  return (
    <>
      <div id={textId}>
        <Parts parts={isUnfolded ? parts : partsUpTo(parts, fold)} render={render} />
        <span>{!isUnfolded && '…'}</span>
      </div>
      <button
        type="button"
        aria-expanded={isUnfolded}
        aria-controls={textId}
        className="mt-1 min-h-6 rounded-sm text-sm font-medium underline decoration-current/40 underline-offset-2 hover:decoration-current max-md:min-h-11"
        onClick={toggle}
      >
        {isUnfolded ? 'Réduire' : 'Afficher la suite'}
      </button>
    </>
  );
}

function Parts({ parts, render }: { parts: readonly MessagePart[]; render: Render }) {
  return parts.map(({ kind, start, text }) => {
    if (kind === 'text') return <span key={start}>{render(text)}</span>;
    if (kind === 'block') return <CodeBlock key={start} text={text} />;
    return (
      <code
        key={start}
        className="rounded-xs bg-foreground/8 px-1 py-0.5 font-mono text-[0.875em] wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </code>
    );
  });
}

/** The code is wrapped, so that it does not scroll sideways. */
function CodeBlock({ text }: { text: string }) {
  const platform = usePlatform();
  return (
    <div className="my-1.5 rounded-md border bg-background/70">
      <pre className="max-w-full px-3 pt-2 font-mono text-[0.8125rem] leading-relaxed wrap-anywhere whitespace-pre-wrap">
        <code>{text}</code>
      </pre>
      <div className="flex justify-end p-1">
        <CopyButton copy={() => platform.copyText(text)} label="Copier le code" variant="ghost" />
      </div>
    </div>
  );
}
