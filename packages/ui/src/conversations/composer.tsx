import { type Conversation, MESSAGE_MAX } from '@guilde/contracts/conversations.ts';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type Ref, useId } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { formatNumber, plural } from '../kit/format.ts';
import { controlClasses } from '../kit/input.tsx';
import { useMedia } from '../kit/use-media.ts';
import { useMemberContext } from './member-context.ts';
import { setDraft, useDraft } from './outgoing.ts';
import { useSendMessage } from './sending.ts';
import { useTypingSignal } from './typing.ts';

const LINES_MAX = 5;
const COUNT_FROM = MESSAGE_MAX * 0.8;

/**
 * Touch keyboards have no Shift+Enter, so Enter makes a new line there. Too long a text is not cut, it cannot
 * be sent.
 */
export function Composer({
  conversation,
  inputRef,
}: {
  conversation: Conversation;
  inputRef: Ref<HTMLTextAreaElement>;
}) {
  const { memberId } = useMemberContext();
  const draft = useDraft(memberId, conversation.id);
  const sendMessage = useSendMessage(conversation);
  const signalTyping = useTypingSignal(conversation.id);
  const enterSends = !useMedia('(pointer: coarse)');
  const counterId = useId();
  const length = draft.trim().length;
  const isSendable = length > 0 && length <= MESSAGE_MAX;
  const send = () => {
    if (isSendable && sendMessage(draft)) setDraft(memberId, conversation.id, '');
  };
  const write = (text: string) => {
    setDraft(memberId, conversation.id, text);
    if (text.trim()) signalTyping();
  };
  return (
    <form
      className="mx-auto flex w-full max-w-3xl items-end gap-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="grid min-w-0 flex-1 gap-1">
        <textarea
          ref={inputRef}
          aria-label="Message"
          aria-describedby={length >= COUNT_FROM ? counterId : undefined}
          aria-invalid={length > MESSAGE_MAX || undefined}
          placeholder="Écris ton message…"
          enterKeyHint={enterSends ? 'send' : 'enter'}
          rows={Math.min(LINES_MAX, draft.split('\n').length)}
          className={cn(
            controlClasses,
            'field-sizing-content max-h-[calc(8lh+1.25rem)] min-h-11 resize-none py-2.5 leading-normal md:text-[0.9375rem] compact:max-h-[min(5lh+1.25rem,30dvh)]',
          )}
          value={draft}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (!isSendKey(event, enterSends)) return;
            event.preventDefault();
            send();
          }}
        />
        <Counter id={counterId} length={length} />
      </div>
      <Button
        type="submit"
        aria-label="Envoyer"
        disabled={!isSendable}
        className="h-11 max-md:w-11 max-md:px-0"
        // Keeps the focus in the field, and a phone’s keyboard open.
        onPointerDown={(event) => event.preventDefault()}
      >
        <SendHorizontal aria-hidden strokeWidth={1.75} className="md:hidden" />
        <span className="max-md:hidden">Envoyer</span>
      </Button>
    </form>
  );
}

/**
 * Not while an input method is composing (keyCode 229 in Safari). Ctrl or Cmd + Enter sends from any
 * keyboard.
 */
function isSendKey(event: KeyboardEvent, enterSends: boolean): boolean {
  const isComposing = event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229;
  if (event.key !== 'Enter' || isComposing) return false;
  return event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey);
}

function Counter({ id, length }: { id: string; length: number }) {
  if (length < COUNT_FROM) return null;
  const excess = length - MESSAGE_MAX;
  return (
    <p id={id} className="flex justify-between gap-3 text-xs">
      <output className="text-danger">{excess > 0 && `${plural(excess, 'caractère')} de trop`}</output>
      <span className={cn('tabular-nums', excess > 0 ? 'text-danger' : 'text-muted-foreground')}>
        {formatNumber(length)} / {formatNumber(MESSAGE_MAX)}
      </span>
    </p>
  );
}
