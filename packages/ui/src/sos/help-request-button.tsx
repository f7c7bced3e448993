import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import type { MemberRef } from '@guilde/contracts/profiles/rules.ts';
import type { AskableSos } from '@guilde/contracts/sos/rules.ts';
import { Check, ChevronDown, HandHelping } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { errorMessage } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../kit/dropdown-menu.tsx';
import { toast } from '../kit/toast.ts';
import { useAskableSos, useRequestHelp } from './help-requests.ts';

type Invited = Pick<MemberRef, 'id' | 'firstName'>;

export function HelpRequestButton({ member }: { member: Invited }) {
  const { data: list = [] } = useAskableSos(member.id);
  const [chosen, setChosen] = useState<AskableSos>();
  const [isAsking, setAsking] = useState(false);
  const choose = (sos: AskableSos) => {
    setChosen(sos);
    setAsking(true);
  };
  const [only, ...others] = list;
  if (!only) return null;
  return (
    <div className="grid gap-2 sm:max-w-60 sm:justify-items-end sm:self-start">
      {!list.some(isFree) && <NoneLeft list={list} member={member} />}
      {list.some(isFree) && others.length === 0 && <Trigger onClick={() => choose(only)} />}
      {list.some(isFree) && others.length > 0 && <Choice list={list} onChoose={choose} />}
      <Confirmation sos={chosen} member={member} open={isAsking} onOpenChange={setAsking} />
    </div>
  );
}

const isFree = ({ requestedAt, denied }: AskableSos) => !requestedAt && !denied;

function Trigger({ children, ...props }: ComponentProps<typeof Button>) {
  return (
    <Button {...props}>
      <HandHelping />
      Inviter à aider
      {children}
    </Button>
  );
}

function Choice({ list, onChoose }: { list: AskableSos[]; onChoose: (sos: AskableSos) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Trigger>
          <ChevronDown />
        </Trigger>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-[min(24rem,calc(100vw-1.5rem))]">
        <DropdownMenuGroup label="Sur lequel de tes SOS ?">
          {list.map((sos) => (
            <DropdownMenuItem
              key={sos.id}
              disabled={!isFree(sos)}
              className="py-2"
              onSelect={() => onChoose(sos)}
            >
              <span className="grid min-w-0">
                <span className="wrap-anywhere">{sos.title}</span>
                {!isFree(sos) && <span className="text-xs">{noMoreFor(sos)}</span>}
              </span>
            </DropdownMenuItem>
          ))}
        </DropdownMenuGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function noMoreFor({ requestedAt, denied }: AskableSos): string {
  return !requestedAt && denied ? shownErrorText(denied) : 'Invitation envoyée';
}

function NoneLeft({ list, member }: { list: AskableSos[]; member: Invited }) {
  const reasonId = useId();
  const sent = list.filter(({ requestedAt }) => requestedAt);
  const [first] = sent;
  const denied = list.find((sos) => !sos.requestedAt)?.denied;
  return (
    <>
      {first ? (
        <Button variant="outline" disabled aria-describedby={reasonId}>
          <Check />
          Invitation envoyée
        </Button>
      ) : (
        <Trigger disabled aria-describedby={reasonId} />
      )}
      <p id={reasonId} className="text-sm wrap-anywhere text-muted-foreground sm:text-right">
        {first ? sentText(member, first, sent.length) : denied && shownErrorText(denied)}
      </p>
    </>
  );
}

function sentText({ firstName }: Invited, { title }: AskableSos, count: number): string {
  return count > 1
    ? `Tu as invité ${firstName} à aider sur ${count} de tes SOS.`
    : `Tu as invité ${firstName} à aider sur «\u00a0${title}\u00a0».`;
}

function Confirmation({
  sos,
  member,
  ...dialog
}: {
  sos: AskableSos | undefined;
  member: Invited;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { mutateAsync } = useRequestHelp(member.id);
  const send = () =>
    mutateAsync(sos?.id ?? '', {
      onSuccess: () => toast.success('Invitation envoyée', { shownByPage: true }),
      onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
    });
  return (
    <ConfirmDialog
      {...dialog}
      title={`Inviter ${member.firstName} à aider\u202f?`}
      description={`Ton SOS «\u00a0${sos?.title ?? ''}\u00a0» apparaîtra sur son accueil jusqu’à sa réponse, tant qu’il reste une place.`}
      confirmLabel="Inviter"
      onConfirm={send}
    />
  );
}
