import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../api.ts';
import { useMember } from '../auth/account.ts';
import type { LiveContext } from '../live.ts';

export function useMemberContext(): LiveContext {
  const api = useApi();
  const queryClient = useQueryClient();
  const { id: memberId } = useMember();
  return useMemo(() => ({ api, queryClient, memberId }), [api, queryClient, memberId]);
}
