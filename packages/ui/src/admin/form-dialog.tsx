import { type ReactNode, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../kit/dialog.tsx';
import { RequiredFields } from '../kit/field.tsx';
import { showFieldErrors } from '../refusals.ts';

type Props<Input extends FieldValues, Output> = {
  trigger: ReactNode;
  title: string;
  confirmLabel: string;
  form: UseFormReturn<Input, unknown, Output>;
  names: readonly Path<Input>[];
  /** It names the field of a refusal that has none. */
  byCode?: Readonly<Record<string, Path<Input>>>;
  /** The dialog closes after it, or shows `made`. */
  save: (input: Output) => Promise<unknown>;
  pending: boolean;
  /** What was made is shown in place of the form, once. */
  made?: { title: string; content: ReactNode } | null;
  onClose: () => void;
  children: ReactNode;
};

/** Makes or changes something small. What was typed stays when it is refused. */
export function FormDialog<Input extends FieldValues, Output>(props: Props<Input, Output>) {
  const { trigger, title, confirmLabel, form, names, byCode, save, pending, made, onClose, children } = props;
  const [open, setOpen] = useState(false);
  const changeOpen = (next: boolean) => {
    if (pending) return;
    setOpen(next);
    if (!next) onClose();
  };
  const submit = form.handleSubmit(async (input) => {
    try {
      await save(input);
      if (made === undefined) setOpen(false);
    } catch (error) {
      showFieldErrors(form, error, names, byCode);
    }
  });
  return (
    <Dialog open={open} onOpenChange={changeOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent title={made?.title ?? title} dismissible={!made}>
        {made?.content ?? (
          <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
            <RequiredFields>{children}</RequiredFields>
            <DialogFooter>
              <Button variant="outline" disabled={pending} onClick={() => changeOpen(false)}>
                Annuler
              </Button>
              <Button type="submit" loading={pending}>
                {confirmLabel}
              </Button>
            </DialogFooter>
          </form>
        )}
      </DialogContent>
    </Dialog>
  );
}
