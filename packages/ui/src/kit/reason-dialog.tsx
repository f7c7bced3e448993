import { Fragment, type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Field, RequiredFields } from './field.tsx';
import { focusAfterError } from './focus-after-error.ts';
import { Select, type SelectOption } from './select.tsx';
import { Textarea } from './textarea.tsx';

type Choice = { label: string; placeholder: string; options: readonly SelectOption[] };

/** An act asks before it is done. */
export type Act = {
  label: string;
  title: string;
  description: string;
  reason?: { label: string; isRequired: boolean; maxLength: number };
  choice?: Choice;
  destructive?: boolean;
  confirmVariant?: ButtonProps['variant'];
  /** The caller’s own fields are above choice and reason. */
  children?: ReactNode;
  onConfirm: (reason: string, chosen: string) => unknown;
};

export type ActButtonProps = Act &
  Pick<ButtonProps, 'variant' | 'disabled'> & {
    /** It is shown instead of the label, which names the button. */
    icon?: ReactNode;
    /** It names what is acted on, for screen readers, which hear the button without its row. */
    of?: string;
    /** The default is the label. */
    confirmLabel?: string;
  };

export function ActButton({ label, icon, of, variant, disabled = false, ...question }: ActButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <ReasonDialog
      confirmLabel={label}
      {...question}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          size="sm"
          disabled={disabled}
          aria-label={of ? `${label}\u00a0: ${of}` : icon ? label : undefined}
          variant={variant ?? (question.destructive ? 'destructive' : 'outline')}
        >
          {icon ?? label}
        </Button>
      }
    />
  );
}

type ReasonDialogProps = Omit<Act, 'label'> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger?: ReactNode;
  confirmLabel: string;
};

export function ReasonDialog(props: ReasonDialogProps) {
  const { reason, choice, onConfirm, onOpenChange, children, ...dialog } = props;
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const [chosen, setChosen] = useState('');
  const [isUnchosen, setUnchosen] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const Fields = choice && reason?.isRequired ? RequiredFields : Fragment;
  const confirm = async () => {
    if (choice && chosen === '') {
      setUnchosen(true);
      focusAfterError(() => select.current?.focus());
      throw new Error('A choice is missing');
    }
    if (reason?.isRequired && text.trim() === '') {
      setMissing(true);
      focusAfterError(() => field.current?.focus());
      throw new Error('A reason is missing');
    }
    await onConfirm(text.trim(), chosen);
    setText('');
    setChosen('');
  };
  return (
    <ConfirmDialog
      {...dialog}
      onConfirm={confirm}
      onOpenChange={(open) => {
        setMissing(false);
        setUnchosen(false);
        onOpenChange(open);
      }}
    >
      {(children || choice || reason) && (
        <Fields>
          <div className="contents">{children}</div>
          {choice && (
            <Field label={choice.label} error={isUnchosen && 'Ce champ est requis.'}>
              <Select
                ref={select}
                placeholder={choice.placeholder}
                options={choice.options}
                value={chosen}
                onChange={(event) => {
                  setChosen(event.target.value);
                  setUnchosen(false);
                }}
              />
            </Field>
          )}
          {reason && (
            <Field
              label={reason.label}
              optional={!reason.isRequired}
              error={isMissing && 'Ce champ est requis.'}
            >
              <Textarea
                ref={field}
                value={text}
                maxLength={reason.maxLength}
                onChange={(event) => {
                  setText(event.target.value);
                  setMissing(false);
                }}
              />
            </Field>
          )}
        </Fields>
      )}
    </ConfirmDialog>
  );
}
