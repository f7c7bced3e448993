import type { Conversation, Message } from '@guilde/contracts/conversations/rules.ts';
import { textOrFiles } from '@guilde/contracts/files/rules.ts';
import { excerpt } from '@guilde/contracts/text.ts';
import { BadgeCheck, CircleCheck, Lightbulb } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { shortName } from './conversation.ts';
import { useJumpTo } from './jumps.ts';
import { keptPress } from './kept-press.ts';
import { useSolution, useSolutions } from './solutions.ts';

const EXCERPT_MAX = 160;

export function MessageSolution({
  conversation,
  message,
  memberId,
}: {
  conversation: Conversation;
  message: Message;
  memberId: string;
}) {
  const { decide } = useSolution(conversation, message);
  const { solution } = message;
  if (!solution) return null;
  if (solution.confirmed)
    return (
      <p className="mt-1 flex items-center gap-1 text-xs font-medium text-success">
        <BadgeCheck className="size-4" />
        C’est ça qui a marché
      </p>
    );
  const by = solution.by === memberId ? 'toi' : shortName(conversation, solution.by);
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
      <p className="flex items-center gap-1">
        <Lightbulb className="size-4" />
        <span>{`Proposé comme solution par ${by}`}</span>
      </p>
      {decide && (
        <>
          <Button variant="outline" size="sm" {...keptPress} onClick={() => decide(true)}>
            C’est ça qui a marché
          </Button>
          <Button variant="ghost" size="sm" {...keptPress} onClick={() => decide(false)}>
            Non
          </Button>
        </>
      )}
    </div>
  );
}

/** Whoever asked ends the SOS here once a message is marked as what worked. */
export function ResolveBar({ onResolve }: { onResolve: () => void }) {
  return (
    <div className="mx-auto mb-2 flex w-full max-w-3xl flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-success-soft py-1 pr-1 pl-3 compact:[@media(height<34rem)]:group-has-[textarea:focus]/pane:hidden">
      <p className="flex-1 text-sm font-medium">Ton problème est réglé{'\u202f'}?</p>
      <Button size="sm" onClick={onResolve}>
        <CircleCheck />
        Marquer comme résolu
      </Button>
    </div>
  );
}

export function Solutions({ conversation }: { conversation: Conversation }) {
  const { data: solutions = [] } = useSolutions(conversation);
  const jumpTo = useJumpTo();
  if (solutions.length === 0) return null;
  return (
    <section
      aria-labelledby="solutions-title"
      className="max-h-40 shrink-0 overflow-y-auto border-b bg-success-soft px-4 py-2.5 md:px-5"
    >
      <div className="mx-auto grid max-w-3xl gap-1">
        <h2 id="solutions-title" className="flex items-center gap-1.5 text-xs font-semibold text-success">
          <BadgeCheck className="size-4" />
          Ce qui a marché
        </h2>
        <ul className="grid gap-0.5">
          {solutions.map((message) => (
            <li key={message.id}>
              <button
                type="button"
                className="w-full rounded-sm py-1 text-left text-sm hover:underline max-md:min-h-11"
                onClick={() => jumpTo(message.seq)}
              >
                <span className="font-semibold">{shortName(conversation, message.senderId)}</span>
                {'\u00a0: '}
                <span className="wrap-anywhere">{excerpt(textOrFiles(message), EXCERPT_MAX)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
