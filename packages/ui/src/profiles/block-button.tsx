import { denyBlock, type MemberRef, memberName } from '@guilde/contracts/profiles/rules.ts';
import { Ban } from 'lucide-react';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { useBlocks, useSetBlocked } from './blocks.ts';

type BlockButtonProps = {
  member: Pick<MemberRef, 'id' | 'firstName' | 'lastName'>;
  /** Set it where the name is beside the button. */
  isShort?: boolean;
};

/** Renders nothing for oneself, and until it is known which of « Bloquer » and « Débloquer » applies. */
export function BlockButton({ member, isShort = false }: BlockButtonProps) {
  const viewer = useMember();
  const { data: blocks } = useBlocks();
  const { mutateAsync } = useSetBlocked();
  if (!blocks || denyBlock(viewer.id, member.id)) return null;
  const isBlocked = blocks.some((one) => one.member.id === member.id);
  const name = memberName(member);
  const label = isBlocked ? 'Débloquer' : 'Bloquer';
  // A block must be visible without opening anything.
  const isIcon = isShort && !isBlocked;
  return (
    <ConfirmDialog
      title={`${label} ${name} ?`}
      description={
        isBlocked
          ? 'Tu retrouveras cette personne et ses SOS, et elle toi et les tiens. Une nouvelle conversation pourra de nouveau réunir cette personne et toi.'
          : 'Tu ne trouveras plus cette personne dans l’annuaire, ni elle toi. Tu ne verras plus ses SOS ni ceux où elle aide avant qu’ils se terminent, ni elle les tiens. Tes conversations avec elle restent. Cette personne n’en saura rien.'
      }
      confirmLabel={label}
      destructive={!isBlocked}
      onConfirm={() => mutateAsync({ member, isBlocked: !isBlocked })}
      trigger={
        <Button
          variant="ghost"
          size={isIcon ? 'icon' : 'sm'}
          aria-label={`${label} ${name}`}
          className="shrink-0 text-muted-foreground"
        >
          {!(isShort && isBlocked) && <Ban aria-hidden strokeWidth={1.75} className="size-4" />}
          {!isIcon && label}
        </Button>
      }
    />
  );
}
