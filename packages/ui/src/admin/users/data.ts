import type { SavedFilter } from '@guilde/contracts/member-filters.ts';
import { useQuery } from '@tanstack/react-query';
import { call, useApi } from '../../api.ts';
import { useAdminDetail } from '../data.ts';
import { adminKey } from '../live-events.ts';

export function useSavedFilters() {
  const api = useApi();
  return useQuery<SavedFilter[]>({
    queryKey: [...adminKey, 'users', 'saved-filters'],
    queryFn: () => call(api.admin['saved-filters'].$get()),
  });
}

export const useNotes = (memberId: string) =>
  useAdminDetail('users', `${memberId} notes`, (api) =>
    call(api.admin.users[':userId'].notes.$get({ param: { userId: memberId } })),
  );
