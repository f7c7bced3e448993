import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../api.ts';
import { useMember } from '../auth/account.ts';
import type { LiveContext } from '../live.ts';

/** What live handlers are given, for whoever does the same from a screen. */
export function useMemberContext(): LiveContext {
  const api = useApi();
  const queryClient = useQueryClient();
  const { id: memberId } = useMember();
  return useMemo(() => ({ api, queryClient, memberId }), [api, queryClient, memberId]);
}
