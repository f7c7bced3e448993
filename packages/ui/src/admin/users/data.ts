import type { MemberActs } from '@guilde/contracts/member-acts.ts';
import type { SavedFilter, SavedMemberFilters } from '@guilde/contracts/member-filters.ts';
import { useQuery } from '@tanstack/react-query';
import { call, useApi } from '../../api.ts';
import { plural, pluralWord } from '../../kit/format.ts';
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

const ACTED: Record<MemberActs['act'], string> = {
  warn: 'averti',
  suspend: 'suspendu',
  restore: 'rétabli',
  withdraw: 'sans badge',
  return: 'certifié',
};

/** « 2 membres suspendus »; who is refused stays in the bar of the selection. */
export const useActOnSeveral = () =>
  useAct(
    ['users', 'reports'],
    (api, json: MemberActs) => call(api.admin.users.acts.$post({ json })),
    ({ act }, results = []) => {
      const count = results.filter(({ refusal }) => refusal === null).length;
      const word = ACTED[act];
      const acted = act === 'withdraw' ? word : pluralWord(count, word);
      return {
        done: count === 0 ? 'Aucun membre n’a changé' : `${plural(count, 'membre')} ${acted}`,
        failed: FAILED,
      };
    },
  );
