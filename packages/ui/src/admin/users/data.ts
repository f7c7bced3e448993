import type { SavedFilter, SavedMemberFilters } from '@guilde/contracts/member-filters.ts';
import { useQuery } from '@tanstack/react-query';
import { call, useApi } from '../../api.ts';
import { useAct, useAdminDetail } from '../data.ts';
import { adminKey } from '../live-events.ts';

const FAILED = 'Erreur lors de la mise à jour';

export function useSavedFilters() {
  const api = useApi();
  return useQuery<SavedFilter[]>({
    queryKey: [...adminKey, 'users', 'saved-filters'],
    queryFn: () => call(api.admin['saved-filters'].$get()),
  });
}

export const useSaveFilter = () =>
  useAct(
    ['users'],
    (api, json: { id: string; name: string; filters: SavedMemberFilters }) =>
      call(api.admin['saved-filters'].$post({ json })),
    { done: 'Filtre enregistré pour l’équipe', failed: 'Le filtre n’a pas été enregistré' },
  );

export const useDeleteFilter = () =>
  useAct(
    ['users'],
    (api, { id }: { id: string }) =>
      call(api.admin['saved-filters'][':savedFilterId'].$delete({ param: { savedFilterId: id } })),
    { done: 'Filtre supprimé', failed: FAILED },
  );

export const useNotes = (memberId: string) =>
  useAdminDetail('users', `${memberId} notes`, (api) =>
    call(api.admin.users[':userId'].notes.$get({ param: { userId: memberId } })),
  );

type Note = { memberId: string; noteId: string; text: string };

export const useAddNote = () =>
  useAct(
    ['users'],
    (api, { memberId, noteId, text }: Note) =>
      call(
        api.admin.users[':userId'].notes.$post({
          param: { userId: memberId },
          json: { id: noteId, text },
        }),
      ),
    { done: 'Note ajoutée', failed: 'La note n’a pas été enregistrée' },
  );

export const useChangeNote = () =>
  useAct(
    ['users'],
    (api, { memberId, noteId, text }: Note) =>
      call(
        api.admin.users[':userId'].notes[':noteId'].$put({
          param: { userId: memberId, noteId },
          json: { text },
        }),
      ),
    { done: 'Note modifiée', failed: 'La note n’a pas été enregistrée' },
  );

export const useDeleteNote = () =>
  useAct(
    ['users'],
    (api, { memberId, noteId }: Omit<Note, 'text'>) =>
      call(api.admin.users[':userId'].notes[':noteId'].$delete({ param: { userId: memberId, noteId } })),
    { done: 'Note supprimée', failed: 'Erreur lors de la suppression' },
  );
