import { type BlockedMember, type MemberRef, memberName } from '@guilde/contracts/profiles/rules.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, useApi } from '../api.ts';
import { toast } from '../kit/toast.ts';

const blocksKey = ['blocks'] as const;
/** A block filters these queries. */
const FILTERED = [blocksKey, ['directory'], ['home'], ['sos'], ['unseen']] as const;

/** Blocks are sorted from the latest. */
export function useBlocks() {
  const api = useApi();
  return useQuery<BlockedMember[]>({
    queryKey: blocksKey,
    queryFn: () => call(api.members.blocks.$get()),
  });
}

type Change = { member: Pick<MemberRef, 'id' | 'firstName' | 'lastName'>; isBlocked: boolean };

/** Shows what was done; rejects on failure, so that a dialog stays open. */
export function useSetBlocked() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ member, isBlocked }: Change) => {
      const { block } = api.members[':memberId'];
      const param = { memberId: member.id };
      return call(isBlocked ? block.$put({ param }) : block.$delete({ param }));
    },
    onSuccess: async (_done, { member, isBlocked }) => {
      toast.success(`Tu ${isBlocked ? 'as bloqué' : 'ne bloques plus'} ${memberName(member)}`, {
        shownByPage: true,
      });
      await Promise.all(FILTERED.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
    onError: (error, { isBlocked }) =>
      toast.error(isBlocked ? 'Impossible de bloquer ce membre' : 'Impossible de débloquer ce membre', {
        description: errorMessage(error),
      }),
  });
}
