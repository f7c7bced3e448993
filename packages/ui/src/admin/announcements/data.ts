import type { announcementChangeInput } from '@guilde/contracts/announcements-input.ts';
import type { z } from 'zod';
import { call } from '../../api.ts';
import { useAct, useAdminDetail, useAdminList } from '../data.ts';

export type WrittenAnnouncement = z.output<typeof announcementChangeInput>;

const FAILED = 'L’annonce n’a pas été enregistrée';

export const useAllAnnouncements = () =>
  useAdminList('announcements', {}, (api, query) => call(api.admin.announcements.$get({ query })));

export const useAnnouncement = (id: string | undefined) =>
  useAdminDetail('announcements', id, (api, announcementId) =>
    call(api.admin.announcements[':announcementId'].$get({ param: { announcementId } })),
  );

export const useCreateAnnouncement = () =>
  useAct(
    ['announcements'],
    (api, json: WrittenAnnouncement & { id: string }) => call(api.admin.announcements.$post({ json })),
    ({ scheduledAt }) => ({
      done: scheduledAt === null ? 'Annonce envoyée' : 'Annonce programmée',
      failed: FAILED,
    }),
  );

export const useChangeAnnouncement = () =>
  useAct(
    ['announcements'],
    (api, { id, ...json }: WrittenAnnouncement & { id: string }) =>
      call(api.admin.announcements[':announcementId'].$put({ param: { announcementId: id }, json })),
    { done: 'Annonce modifiée', failed: FAILED },
  );

export const useCancelAnnouncement = () =>
  useAct(
    ['announcements'],
    (api, { id }: { id: string }) =>
      call(api.admin.announcements[':announcementId'].cancel.$post({ param: { announcementId: id } })),
    { done: 'Annonce annulée', failed: 'Erreur lors de la mise à jour' },
  );

export const useEndAnnouncement = () =>
  useAct(
    ['announcements'],
    (api, { id }: { id: string }) =>
      call(api.admin.announcements[':announcementId'].end.$post({ param: { announcementId: id } })),
    { done: 'Annonce retirée', failed: 'Erreur lors de la mise à jour' },
  );
