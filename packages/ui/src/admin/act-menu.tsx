import { Fragment, type ReactNode, useState } from 'react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../kit/dropdown-menu.tsx';
import { type Act, ReasonDialog } from '../kit/reason-dialog.tsx';

/** What cannot be undone comes last, in red. Each item asks before it acts; without acts there is no menu. */
export function ActMenu({ trigger, acts }: { trigger: ReactNode; acts: readonly Act[] }) {
  const [chosen, setChosen] = useState('');
  const [isOpen, setOpen] = useState(false);
  const act = acts.find(({ label }) => label === chosen);
  const sorted = [
    ...acts.filter(({ destructive }) => !destructive),
    ...acts.filter(({ destructive }) => destructive),
  ];
  if (acts.length === 0) return null;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
        <DropdownMenuContent align="end" collisionPadding={8}>
          {sorted.map(({ label, destructive = false }, index) => (
            <Fragment key={label}>
              {destructive && index > 0 && !sorted[index - 1]?.destructive && <DropdownMenuSeparator />}
              <DropdownMenuItem
                destructive={destructive}
                onSelect={() => {
                  setChosen(label);
                  setOpen(true);
                }}
              >
                {label}
              </DropdownMenuItem>
            </Fragment>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {act && (
        <ReasonDialog key={chosen} {...act} confirmLabel={act.label} open={isOpen} onOpenChange={setOpen} />
      )}
    </>
  );
}
