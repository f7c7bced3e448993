import { RECOVERY_CODE_LENGTH, TOTP_LENGTH } from '@guilde/contracts/auth/rules.ts';
import { type FormEvent, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { Field } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';

export type CodeInputFormHandle = { focus: () => void; refuse: (problem: string) => void };

type CodeInputFormProps = {
  ref?: Ref<CodeInputFormHandle>;
  /** It is false when the app is being added or there is no recovery code. */
  recovery?: boolean;
  /** When it is false, only the button sends the code. */
  sendsWhenComplete?: boolean;
  isPending: boolean;
  onCode: (code: string) => void;
  /** They contain the button, and are below the field. */
  children: ReactNode;
};

const LOOKS = 'h-14 text-center font-title text-2xl tracking-[0.4em] tabular-nums max-md:h-14 md:text-2xl';

/** It takes six digits of the app or of a mail, sent once they are complete, or a recovery code. */
export function CodeInputForm({
  ref,
  recovery = true,
  sendsWhenComplete = true,
  isPending,
  onCode,
  children,
}: CodeInputFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    refuse: (text) => {
      setProblem(text);
      input.current?.focus();
      input.current?.select();
    },
  }));
  const length = isRecovery ? RECOVERY_CODE_LENGTH : TOTP_LENGTH;
  const type = (text: string) => {
    const kept = isRecovery ? text.replace(/[^\da-z]/gi, '').toUpperCase() : text.replace(/\D/g, '');
    const next = kept.slice(0, length);
    setCode(next);
    setProblem('');
    const isComplete = !isRecovery && next.length === length && next !== code;
    if (sendsWhenComplete && isComplete && !isPending) onCode(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === length) {
      if (!isPending) onCode(code);
      return;
    }
    setProblem(
      isRecovery ? 'Un code de secours compte 10 lettres et chiffres.' : 'Saisis les 6 chiffres du code',
    );
    input.current?.focus();
  };
  const change = () => {
    setRecovery(!isRecovery);
    setCode('');
    setProblem('');
    input.current?.focus();
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Field label={isRecovery ? 'Code de secours' : `Code à ${TOTP_LENGTH} chiffres`} error={problem}>
        <Input
          ref={input}
          value={code}
          onChange={(event) => type(event.target.value)}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="characters"
          spellCheck={false}
          className={cn(LOOKS, isRecovery && 'tracking-[0.2em]')}
        />
      </Field>
      <div className="contents">{children}</div>
      {recovery && (
        <Button variant="ghost" size="sm" className="justify-self-center" onClick={change}>
          {isRecovery ? 'Utiliser mon application' : 'Utiliser un code de secours'}
        </Button>
      )}
    </form>
  );
}
