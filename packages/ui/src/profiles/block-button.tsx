import { denyBlock, type MemberRef, memberName } from '@guilde/contracts/profiles/rules.ts';
import { Ban, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../kit/dropdown-menu.tsx';
import { useBlocks, useSetBlocked } from './blocks.ts';

type BlockButtonProps = {
  member: Pick<MemberRef, 'id' | 'firstName' | 'lastName'>;
  /** Set it where the name is beside it: « Bloquer » is then in a menu, and « Débloquer » in view. */
  isShort?: boolean;
};

/** Renders nothing for oneself, and until it is known which of « Bloquer » and « Débloquer » applies. */
export function BlockButton({ member, isShort = false }: BlockButtonProps) {
  const viewer = useMember();
  const { data: blocks } = useBlocks();
  const { mutateAsync } = useSetBlocked();
  const [isAsking, setAsking] = useState(false);
  if (!blocks || denyBlock(viewer.id, member.id)) return null;
  const isBlocked = blocks.some((one) => one.member.id === member.id);
  const name = memberName(member);
  const label = isBlocked ? 'Débloquer' : 'Bloquer';
  return (
    <>
      {isShort && !isBlocked ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Actions pour ${name}`}
              className="text-muted-foreground"
            >
              <Ellipsis />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem destructive onSelect={() => setAsking(true)}>
              <Ban />
              <span>{label}</span>
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`${label} ${name}`}
          className="text-muted-foreground"
          onClick={() => setAsking(true)}
        >
          {!isShort && <Ban className="size-4" />}
          <span>{label}</span>
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`${label} ${name} ?`}
        description={
          isBlocked
            ? 'Tu retrouveras cette personne dans l’annuaire et dans les SOS, et inversement.'
            : 'Tu ne verras plus cette personne dans l’annuaire ni les SOS en cours, et inversement. Elle n’en saura rien. Tes conversations sont conservées.'
        }
        confirmLabel={label}
        destructive={!isBlocked}
        onConfirm={() => mutateAsync({ member, isBlocked: !isBlocked })}
      />
    </>
  );
}
