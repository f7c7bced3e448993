import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { Avatar } from '../kit/avatar.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { formatShortDate } from '../kit/format.ts';
import { BlockButton } from '../profiles/block-button.tsx';
import { useBlocks } from '../profiles/blocks.ts';

export function BlockedMembers() {
  const { data: blocks } = useBlocks();
  if (!blocks) return null;
  return (
    <section>
      <SectionHeader title="Membres bloqués" />
      <Card className="p-0 md:p-0">
        {blocks.length === 0 ? (
          <p className="px-4 py-4 text-sm text-muted-foreground md:px-5">
            Tu ne bloques personne. « Bloquer » est sur le profil d’un membre, et dans la liste des
            participants d’une conversation.
          </p>
        ) : (
          <ul className="divide-y">
            {blocks.map(({ member, createdAt }) => (
              <li key={member.id} className="flex flex-wrap items-center gap-3 px-4 py-3 md:px-5">
                <Avatar name={memberName(member)} src={member.avatarUrl} size="sm" />
                <span className="min-w-0 flex-1 text-sm">
                  <span className="block font-medium wrap-anywhere">{memberName(member)}</span>
                  <span className="block text-xs text-muted-foreground">
                    Depuis le {formatShortDate(createdAt)}
                  </span>
                </span>
                <BlockButton member={member} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}
