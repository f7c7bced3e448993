import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogContent, DialogTrigger } from './dialog.tsx';

type ValueRowProps = {
  label: string;
  /** It is what holds today. */
  value?: ReactNode;
  /** These buttons change the value. */
  actions?: ReactNode;
  /** It is shown below the row in its whole width. */
  children?: ReactNode;
};

/** It belongs into a Card with `divide-y` and no padding, under the title of a page. */
export function ValueRow({ label, value, actions, children }: ValueRowProps) {
  return (
    <section className="grid grid-cols-1 gap-3 px-4 py-3 md:px-5 md:py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-40 text-sm">
          <h2 className="font-sans text-sm font-medium tracking-normal">{label}</h2>
          {value && <div className="wrap-anywhere text-muted-foreground">{value}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

type RowDialogProps = {
  /** `of` completes it for screen readers, which read it without its row. */
  button: string;
  of: string;
  title: string;
  description?: ReactNode;
  children: (close: () => void) => ReactNode;
};

/** It is the button of a row whose form is in a dialog. */
export function RowDialog({ button, of, title, description, children }: RowDialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="outline" size="sm" aria-label={`${button} ${of}`}>
          {button}
        </Button>
      </DialogTrigger>
      <DialogContent size="sm" title={title} description={description}>
        {children(() => setOpen(false))}
      </DialogContent>
    </Dialog>
  );
}
