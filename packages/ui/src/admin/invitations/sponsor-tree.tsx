import type { SponsoredMember } from '@guilde/contracts/admin-invitations/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { ChevronRight } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Link } from 'react-router-dom';
import { isProofMissing } from '../../credentials/proof.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Button } from '../../kit/button.tsx';
import { cn } from '../../kit/cn.ts';
import { formatShortDate, plural } from '../../kit/format.ts';
import { Skeleton, SkeletonGroup } from '../../kit/skeleton.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { paths } from '../../paths.ts';
import { LoadFailed } from '../../shell/load-failed.tsx';
import { useInvitationTree, useSponsorChain } from '../data.ts';
import type { ListAddress } from '../list-address.ts';
import { ProofNeeded } from '../proof-needed.tsx';

/** With `member` in the address the tree begins at that member, below a line of their sponsors. */
export function SponsorTree({ address }: { address: ListAddress }) {
  const member = address.param('member');
  if (member === null) return <Level parent={undefined} label="Parrainages" />;
  return <Branch member={member} address={address} />;
}

function Branch({ member, address }: { member: string; address: ListAddress }) {
  const chain = useSponsorChain(member);
  const line = chain.data;
  if (chain.isError) return <Failed query={chain} />;
  if (!line) return <LevelSkeleton />;
  const own = line.at(-1);
  return (
    <>
      <nav aria-label="Chaîne de parrainage" className="mb-4 text-sm">
        <ol className="flex flex-wrap items-center gap-x-1 gap-y-0.5">
          <li>
            <Link to={address.listPath({ member: null })} replace className={crumbClasses}>
              Toute la communauté
            </Link>
          </li>
          {line.map(({ member: one }) => (
            <li key={one.id} className="flex items-center gap-1">
              <ChevronRight className="size-4 text-muted-foreground" />
              {one.id === member ? (
                <span aria-current="true" className="font-medium">
                  {memberName(one)}
                </span>
              ) : (
                <Link to={address.listPath({ member: one.id })} replace className={crumbClasses}>
                  {memberName(one)}
                </Link>
              )}
            </li>
          ))}
        </ol>
      </nav>
      {own && (
        <ul aria-label="Parrainages">
          <Node key={own.member.id} node={own} startsOpen />
        </ul>
      )}
    </>
  );
}

const crumbClasses =
  'inline-flex min-h-6 items-center rounded-sm text-primary underline decoration-primary/40 underline-offset-4 hover:decoration-current max-md:min-h-11';

function Level({ parent, label }: { parent: string | undefined; label: string }) {
  const level = useInvitationTree(parent);
  const nodes = level.data?.pages.flatMap(({ items }) => items) ?? [];
  if (level.isError && nodes.length === 0) return <Failed query={level} />;
  if (level.isPending) return <LevelSkeleton />;
  if (nodes.length === 0)
    return (
      <EmptyState title="Aucun parrainage">Les membres apparaissent ici dès leur inscription.</EmptyState>
    );
  return (
    <ul aria-label={label} className={cn(parent !== undefined && 'ml-4.5 border-l pl-1.5 md:pl-4')}>
      {nodes.map((node) => (
        <Node key={node.member.id} node={node} />
      ))}
      {level.hasNextPage && (
        <li className="py-1.5 pl-11">
          <Button
            variant="outline"
            size="sm"
            loading={level.isFetchingNextPage}
            onClick={() => void level.fetchNextPage()}
          >
            Afficher la suite
          </Button>
        </li>
      )}
    </ul>
  );
}

function Node({ node, startsOpen = false }: { node: SponsoredMember; startsOpen?: boolean }) {
  const { member, invited, joinedAt, vouchedAt, suspendedAt } = node;
  const [isOpen, setOpen] = useState(startsOpen && invited > 0);
  const name = member.firstName || member.lastName ? memberName(member) : 'Compte sans nom';
  return (
    <li>
      <div className="flex items-center gap-1 rounded-md py-0.5 hover:bg-muted/60">
        {invited > 0 ? (
          <Button
            variant="ghost"
            size="icon"
            aria-expanded={isOpen}
            aria-label={`Filleuls\u00a0: ${name}`}
            className="size-9 max-md:size-11"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight className={cn('size-4 transition-transform duration-150', isOpen && 'rotate-90')} />
          </Button>
        ) : (
          <span aria-hidden className="size-9 shrink-0 max-md:size-11" />
        )}
        <Link
          to={paths.admin('users', member.id)}
          className="flex min-h-9 min-w-0 flex-1 items-center gap-2.5 rounded-sm max-md:min-h-11"
        >
          <Avatar name={name} src={member.avatarUrl} size="xs" />
          <span className="grid min-w-0 md:flex md:flex-wrap md:items-baseline md:gap-x-3">
            <span className="text-sm font-medium wrap-anywhere">{name}</span>{' '}
            <span className="text-xs text-muted-foreground">
              {`${invited > 0 ? `${plural(invited, 'filleul')} · ` : ''}${vouchedAt === null ? 'inscription' : 'parrainage'} le ${formatShortDate(vouchedAt ?? joinedAt)}`}
            </span>
          </span>
          {suspendedAt !== null && <StateBadge state="failed">Suspendu</StateBadge>}
        </Link>
      </div>
      {isOpen && <Level parent={member.id} label={`Filleuls\u00a0: ${name}`} />}
    </li>
  );
}

function Failed({ query }: Pick<ComponentProps<typeof LoadFailed>, 'query'>) {
  if (isProofMissing(query.error)) return <ProofNeeded onProven={() => query.refetch()} />;
  return <LoadFailed title="Impossible de charger les parrainages" query={query} />;
}

function LevelSkeleton() {
  return (
    <SkeletonGroup className="grid gap-3 py-2 pl-11">
      <Skeleton className="w-64 max-w-full" />
      <Skeleton className="w-56 max-w-full" />
      <Skeleton className="w-60 max-w-full" />
    </SkeletonGroup>
  );
}
