import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { Avatar } from '../kit/avatar.tsx';
import { formatShortDate, plural } from '../kit/format.ts';
import { ValueRow } from '../kit/value-row.tsx';
import { BlockButton } from '../profiles/block-button.tsx';
import { useBlocks } from '../profiles/blocks.ts';
import { LoadFailed } from '../shell/load-failed.tsx';

export function BlockedMembers() {
  const query = useBlocks();
  const { data: blocks } = query;
  if (!blocks)
    return query.error ? (
      <ValueRow label="Membres bloqués">
        <LoadFailed title="Impossible de charger les membres bloqués" query={query} className="py-8" />
      </ValueRow>
    ) : null;
  return (
    <ValueRow
      label="Membres bloqués"
      value={
        blocks.length === 0
          ? 'Tu ne bloques personne. « Bloquer » est sur le profil de chaque membre.'
          : plural(blocks.length, 'membre')
      }
    >
      {blocks.length > 0 && (
        <ul className="divide-y">
          {blocks.map(({ member, createdAt }) => (
            <li key={member.id} className="flex flex-wrap items-center gap-3 py-2.5">
              <Avatar name={memberName(member)} src={member.avatarUrl} size="sm" />
              <span className="min-w-0 flex-1 text-sm">
                <span className="block font-medium wrap-anywhere">{memberName(member)}</span>
                <span className="block text-xs text-muted-foreground">
                  {`Depuis le ${formatShortDate(createdAt)}`}
                </span>
              </span>
              <BlockButton member={member} />
            </li>
          ))}
        </ul>
      )}
    </ValueRow>
  );
}
