import type { Message, Quote } from '@guilde/contracts/conversations/rules.ts';
import { textOrFiles } from '@guilde/contracts/files/rules.ts';
import { excerpt, plainLine } from '@guilde/contracts/text.ts';
import { Pencil, Reply, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { Button } from '../kit/button.tsx';
import { forgetWithMember } from '../kit/member-drafts.ts';
import { without } from './outgoing.ts';

/** It says what a text that is no message of its own is for. `text` is the present one of a correction. */
export type ComposerContext =
  | { kind: 'edit'; message: Message; text: string }
  | { kind: 'reply'; message: Message };
export type Editing = Extract<ComposerContext, { kind: 'edit' }>;

const EXCERPT_MAX = 140;

const useContexts = create<Record<string, ComposerContext>>(() => ({}));
forgetWithMember(() => useContexts.setState({}, true));

export function useComposerContext(conversationId: string): ComposerContext | undefined {
  return useContexts((contexts) => contexts[conversationId]);
}

export function setComposerContext(conversationId: string, context: ComposerContext): void {
  useContexts.setState({ [conversationId]: context });
}

export function leaveComposerContext(conversationId: string): void {
  useContexts.setState((contexts) => without(contexts, conversationId), true);
}

export function startEditing(message: Message): void {
  setComposerContext(message.conversationId, { kind: 'edit', message, text: message.content });
}

export function startReply(message: Message): void {
  setComposerContext(message.conversationId, { kind: 'reply', message });
}

export function replyIn(conversationId: string): Quote | undefined {
  const context = useContexts.getState()[conversationId];
  if (context?.kind !== 'reply') return undefined;
  const { id, seq, senderId, kind } = context.message;
  return { id, seq, senderId, kind, content: excerpt(textOrFiles(context.message), EXCERPT_MAX) };
}

export function leaveReply(conversationId: string): void {
  if (useContexts.getState()[conversationId]?.kind === 'reply') leaveComposerContext(conversationId);
}

/** It is called also when the conversation was left before the answer. */
export function leaveEditing({ id, conversationId }: Message): void {
  const context = useContexts.getState()[conversationId];
  if (context?.kind === 'edit' && context.message.id === id) leaveComposerContext(conversationId);
}

/** It is above the field, says what is being written, and ends it. */
export function ComposerBanner({
  context,
  nameOf,
  onLeave,
}: {
  context: ComposerContext | undefined;
  nameOf: (memberId: string | null) => string;
  onLeave: () => void;
}) {
  if (!context) return null;
  if (context.kind === 'reply')
    return (
      <Banner
        icon={<Reply />}
        title={`Réponse à ${nameOf(context.message.senderId)}`}
        text={textOrFiles(context.message)}
        leave="Ne pas répondre"
        onLeave={onLeave}
      />
    );
  return (
    <Banner
      icon={<Pencil />}
      title="Modifier le message"
      text={context.message.content}
      leave="Ne pas modifier"
      onLeave={onLeave}
    />
  );
}

function Banner({
  icon,
  title,
  text,
  leave,
  onLeave,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  leave: string;
  onLeave: () => void;
}) {
  return (
    <div className="mx-auto flex w-full max-w-3xl items-center gap-2.5 pb-1.5 pl-3 text-xs [&_svg]:size-4 [&_svg]:shrink-0">
      <span className="text-primary">{icon}</span>
      <p className="min-w-0 flex-1 border-l-2 border-primary/50 pl-2.5">
        <span className="block font-semibold text-foreground">{title}</span>
        <span className="block truncate text-muted-foreground">{excerpt(plainLine(text), EXCERPT_MAX)}</span>
      </p>
      <Button variant="ghost" size="icon" aria-label={leave} onClick={onLeave}>
        <X />
      </Button>
    </div>
  );
}
