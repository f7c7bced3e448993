import { type Conversation, MESSAGE_MAX } from '@guilde/contracts/conversations/rules.ts';
import { Check, SendHorizontal } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
} from 'react';
import { AttachButton, AttachingArea } from '../files/attaching.tsx';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { formatNumber, plural } from '../kit/format.ts';
import { controlClasses } from '../kit/input.tsx';
import { toast } from '../kit/toast.ts';
import { useMedia } from '../kit/use-media.ts';
import { useCompletion } from './completion.tsx';
import {
  ComposerBanner,
  leaveComposerContext,
  setComposerContext,
  startEditing,
  useComposerContext,
} from './composer-context.tsx';
import { useComposerFiles } from './composer-files.ts';
import { RecordingBar, useComposerVoice, VoiceButton } from './composer-voice.tsx';
import { shortName } from './conversation.ts';
import { useEditMessage, useLastEditable } from './corrections.ts';
import { useEmojiSource } from './emoji-picker.tsx';
import { useMemberContext } from './member-context.ts';
import { useMentionSource } from './mention-picker.tsx';
import { setDraft, useDraft } from './outgoing.ts';
import { useSendMessage } from './sending.ts';
import { useTypingSignal } from './typing.ts';

const LINES_MAX = 5;
const VOICE_TEXT = 'Résumé écrit (facultatif)';
const COUNT_FROM = MESSAGE_MAX * 0.8;

/** Enter makes a new line on touch keyboards, which have no Shift+Enter. Too long a text cannot be sent. */
export function Composer({
  conversation,
  inputRef,
}: {
  conversation: Conversation;
  inputRef: RefObject<HTMLTextAreaElement | null>;
}) {
  const composer = useComposer(conversation, inputRef);
  const { editing, files, isSendable, isWorthSending, mayRecord, memberId, send, voice } = composer;
  const form = useRef<HTMLFormElement>(null);
  return (
    <>
      <ComposerBanner
        context={editing.current}
        nameOf={(id) => (id === memberId ? 'toi' : shortName(conversation, id))}
        onLeave={editing.leave}
      />
      <form
        ref={form}
        className="mx-auto flex w-full max-w-3xl items-end gap-2"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send();
        }}
      >
        {voice.isRecording && !editing.context ? (
          <Suspense fallback={<div className="h-11 flex-1" />}>
            <RecordingBar />
          </Suspense>
        ) : (
          <>
            {!editing.context && <AttachButton files={files} />}
            <ComposerField composer={composer} inputRef={inputRef} form={form} />
            {mayRecord && (
              <VoiceButton onStart={voice.start} className={isWorthSending ? 'max-md:hidden' : ''} />
            )}
            <Button
              type="submit"
              aria-label={editing.context ? 'Enregistrer' : 'Envoyer'}
              loading={editing.isPending}
              disabled={!isSendable}
              className={cn('h-11 max-md:w-11 max-md:px-0', mayRecord && !isWorthSending && 'max-md:hidden')}
              // It keeps the focus in the field, and a phone’s keyboard open.
              onPointerDown={(event) => event.preventDefault()}
            >
              {editing.context ? <Check className="md:hidden" /> : <SendHorizontal className="md:hidden" />}
              <span className="max-md:hidden">{editing.context ? 'Enregistrer' : 'Envoyer'}</span>
            </Button>
          </>
        )}
      </form>
    </>
  );
}

type ComposerFieldProps = {
  composer: ReturnType<typeof useComposer>;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  form: RefObject<HTMLFormElement | null>;
};

function ComposerField({ composer, inputRef, form }: ComposerFieldProps) {
  const { completion, editing, enterSends, files, isVoice, length, onKeyDown, text, write } = composer;
  const counterId = useId();
  return (
    <div className="relative grid min-w-0 flex-1 gap-1">
      {!editing.context && <AttachingArea files={files} form={form} className="max-h-48 overflow-y-auto" />}
      <textarea
        ref={inputRef}
        aria-label={editing.context ? 'Message à modifier' : isVoice ? VOICE_TEXT : 'Message'}
        aria-describedby={length >= COUNT_FROM ? counterId : undefined}
        aria-invalid={length > MESSAGE_MAX || undefined}
        placeholder={isVoice ? VOICE_TEXT : 'Écris ton message…'}
        enterKeyHint={enterSends ? 'send' : 'enter'}
        rows={Math.min(LINES_MAX, text.split('\n').length)}
        className={cn(
          controlClasses,
          'field-sizing-content max-h-[calc(8lh+1.25rem)] min-h-11 resize-none py-2.5 leading-normal md:text-[0.9375rem] compact:max-h-[min(5lh+1.25rem,30dvh)]',
        )}
        value={text}
        onChange={(event) => write(event.target.value)}
        onPaste={editing.context ? undefined : files.onPaste}
        onKeyDown={onKeyDown}
        {...completion.fieldProps}
      />
      {completion.list}
      <Counter id={counterId} length={length} />
    </div>
  );
}

/** Tells what the composer shows and may send: a draft with its files, a voice message or a correction. */
function useComposer(conversation: Conversation, inputRef: RefObject<HTMLTextAreaElement | null>) {
  const { memberId } = useMemberContext();
  const draft = useDraft(memberId, conversation.id);
  const sendMessage = useSendMessage(conversation);
  const editing = useEditing(conversation, inputRef);
  const signalTyping = useTypingSignal(conversation.id);
  const enterSends = !useMedia('(pointer: coarse)');
  const files = useComposerFiles(conversation.id);
  const voice = useComposerVoice(conversation, files.place, inputRef);
  const isVoice = !editing.context && files.attachments.some((one) => one.voice);
  const text = editing.context?.text ?? draft;
  const length = text.trim().length;
  const hasFiles = !editing.context && files.attachments.length > 0;
  const isWorthSending = length > 0 || hasFiles;
  const mayRecord = voice.isOn && !editing.context && !isVoice;
  const isSendable =
    (length > 0 || (hasFiles && files.accepted.length > 0)) &&
    !(hasFiles && files.isSending) &&
    length <= MESSAGE_MAX &&
    !editing.isPending;
  const send = () => {
    if (!isSendable) return;
    if (editing.context) editing.save();
    else if (sendMessage(draft, files.accepted)) {
      setDraft(memberId, conversation.id, '');
      files.clear();
      const isWithout = files.accepted.length < files.attachments.length;
      if (isWithout) toast.info('Message envoyé sans le fichier qui n’est pas passé.');
    }
  };
  const write = (written: string) => {
    if (editing.context) return editing.write(written);
    setDraft(memberId, conversation.id, written);
    if (written.trim()) signalTyping();
  };
  const mentions = useMentionSource(conversation, memberId);
  const emojis = useEmojiSource(text);
  const completion = useCompletion({ text, field: inputRef, sources: [mentions, emojis] });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || completion.onKeyDown(event)) return;
    if (isSendKey(event, enterSends)) send();
    else if (event.key === 'Escape' && editing.current) editing.leave();
    else if (event.key !== 'ArrowUp' || hasModifier(event) || text !== '' || !editing.startWithLast()) return;
    event.preventDefault();
  };
  return {
    completion,
    editing,
    enterSends,
    files,
    isSendable,
    isVoice,
    isWorthSending,
    length,
    mayRecord,
    memberId,
    onKeyDown,
    send,
    text,
    voice,
    write,
  };
}

/** Corrects a stored message in the same field; the draft waits. */
function useEditing(conversation: Conversation, inputRef: RefObject<HTMLTextAreaElement | null>) {
  const { id } = conversation;
  const current = useComposerContext(id);
  const context = current?.kind === 'edit' ? current : undefined;
  const { mutate, isPending } = useEditMessage();
  const lastEditable = useLastEditable(conversation);
  const messageId = current?.message.id;
  useEffect(() => {
    const field = inputRef.current;
    if (!messageId || !field) return;
    field.focus({ preventScroll: true });
    field.setSelectionRange(field.value.length, field.value.length);
  }, [messageId, inputRef]);
  const leave = () => {
    leaveComposerContext(id);
    inputRef.current?.focus({ preventScroll: true });
  };
  return {
    current,
    context,
    isPending,
    leave,
    write: (text: string) => context && setComposerContext(id, { ...context, text }),
    save: () => {
      if (!context) return;
      const content = context.text.trim();
      if (content === context.message.content) leave();
      else mutate({ message: context.message, content }, { onSuccess: leave });
    },
    startWithLast: () => {
      const last = context ? undefined : lastEditable();
      if (last) startEditing(last);
      return last !== undefined;
    },
  };
}

/** Safari reports an input method by keyCode 229. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
}

function isSendKey(event: KeyboardEvent, enterSends: boolean): boolean {
  if (event.key !== 'Enter') return false;
  return event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey);
}

function Counter({ id, length }: { id: string; length: number }) {
  if (length < COUNT_FROM) return null;
  const excess = length - MESSAGE_MAX;
  return (
    <p id={id} className="flex justify-between gap-3 text-xs">
      <output className="text-danger">{excess > 0 && `${plural(excess, 'caractère')} de trop`}</output>
      <span className={cn('tabular-nums', excess > 0 ? 'text-danger' : 'text-muted-foreground')}>
        {`${formatNumber(length)} / ${formatNumber(MESSAGE_MAX)}`}
      </span>
    </p>
  );
}
